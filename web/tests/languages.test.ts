/** Languages: a folder of catalogues is enough; sentences name things in the right case. */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { catalogues } from '../build/catalogues';
import { bestLanguage, languagesOf } from '../src/lib/languages';
import { stubBrowser } from './browserStubs';
import { languageFaults, LOCALES } from './localeChecks';

const catalogueFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.po'))
    .map((name) => join(folder, name));

describe('a new language', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lutetia-locales-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  test('is its folder and nothing else', async () => {
    cpSync(LOCALES, folder, { recursive: true });
    mkdirSync(join(folder, 'eo'));
    const path = join(folder, 'eo/shell.po');
    writeFileSync(
      path,
      'msgid ""\nmsgstr ""\n"Language: eo\\n"\n"Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n\n' +
        'msgid "ui.close"\nmsgstr "Fermi"\n\nmsgctxt "acc"\nmsgid "player.guest"\nmsgstr "Gaston"\n',
    );
    const languages = languagesOf(catalogueFiles(folder));
    expect([...languages.keys()].sort()).toEqual([...readdirSync(LOCALES), 'eo'].sort());
    expect(languages.get('eo')).toBe('Esperanto');
    expect(bestLanguage(['eo-FR', 'fr'], languages.keys())).toBe('eo');

    const compile = catalogues().transform as unknown as (
      this: object,
      source: string,
      id: string,
    ) => { code: string };
    const { code } = compile.call(
      { addWatchFile: () => undefined },
      readFileSync(path, 'utf8'),
      path,
    );
    const made = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
      default: Record<string, string>;
      plural: (n: number) => number;
    };
    expect(made.default['ui.close']).toBe('Fermi');
    expect(made.default['player.guest:acc']).toBe('Gaston');
    expect(made.default['ui.menu']).toBe('Menu'); // not translated yet, so English
    expect([0, 1, 2].map(made.plural)).toEqual([0, 0, 1]);
  });
  test('passes the checks of all languages, or is told what is wrong', () => {
    const eo = join(folder, 'eo');
    cpSync(join(folder, 'en'), eo, { recursive: true });
    for (const name of readdirSync(eo)) {
      const text = readFileSync(join(eo, name), 'utf8');
      writeFileSync(join(eo, name), text.replace('Language: en', 'Language: eo'));
    }
    expect(languageFaults(folder, 'eo')).toEqual([]);

    const [shell, glossary] = [join(eo, 'shell.po'), join(eo, 'glossary.toml')];
    writeFileSync(shell, readFileSync(shell, 'utf8').replace('msgstr "Menu"', 'msgstr ""'));
    writeFileSync(glossary, readFileSync(glossary, 'utf8').replace('"opponent"', '"close the an"'));
    expect(languageFaults(folder, 'eo')).toEqual([
      'ui.menu: missing',
      'rival: analysis.close: Close the analysis',
    ]);

    writeFileSync(glossary, `elided = ["key of"]\n${readFileSync(glossary, 'utf8')}`);
    expect(languageFaults(folder, 'eo').at(-1)).toBe('belle.keysOf: key of {names}');
  });
  test('calls itself by its own name, after English', () => {
    const paths = ['pt-BR', 'pl', 'en', 'fr'].map((code) => `../../locales/${code}/shell.po`);
    expect([...languagesOf(paths).values()]).toEqual([
      'English',
      'Français',
      'Polski',
      'Português (Brasil)',
    ]);
  });
});

test.each([
  [['pt-BR', 'en'], 'pt-BR'],
  [['pt-PT', 'en'], 'pt'],
  [['', 'de-AT'], 'de'],
  [['zh', 'PL-pl'], 'pl'],
  [['sv'], 'en'],
])('a reader who wishes %j reads %s', (wishes, language) => {
  expect(bestLanguage(wishes, ['en', 'de', 'pl', 'pt', 'pt-BR'])).toBe(language);
});
test('a language that has only a country is still found', () => {
  expect(bestLanguage(['pt-PT'], ['en', 'pt-BR'])).toBe('pt-BR');
});

const modules = async () => ({
  i18n: await import('../src/lib/i18n.svelte'),
  lumiere: await import('../src/games/lumiere/words'),
  belle: await import('../src/games/belle_epoque/names'),
  chairs: await import('../src/lib/chairs'),
  prompt: await import('../src/games/lumiere/prompt'),
});
let found: Awaited<ReturnType<typeof modules>>;
/** The screen: whether a finger points, and who wants to know when that changes. */
const pointer = { finger: false, changed: () => undefined as unknown };

beforeAll(async () => {
  stubBrowser();
  vi.stubGlobal('matchMedia', (query: string) => ({
    get matches() {
      return pointer.finger && query.includes('pointer: coarse');
    },
    addEventListener: (_: string, listener: () => unknown) => (pointer.changed = listener),
  }));
  found = await modules();
  await found.i18n.need('shell', 'lumiere', 'belle_epoque');
}, 30_000);

describe('a sentence', () => {
  test('begins with a capital letter, also if it begins with a name', () => {
    const { i18n } = found;
    expect(i18n.capital('<em>die Ecke</em> nehmen?')).toBe('<em>Die Ecke</em> nehmen?');
    expect(i18n.capital('¿<em>la esquina</em>?')).toBe('¿<em>La esquina</em>?');
    expect(i18n.capital('łamana')).toBe('Łamana');
    expect(i18n.capital('')).toBe('');
  });
  const places = (building: string): string => {
    const { i18n, lumiere } = found;
    return i18n.t('lumiere.ask.place', { name: lumiere.theBuilding(building) });
  };
  const leaves = (): string => {
    const { i18n, belle } = found;
    const from = belle.theTile('montmartre:2');
    return i18n.t('belle.option.from', { from });
  };
  test.each([
    ['en', 'Where does the <em>smile</em> go?', 'from the bakery 2'],
    ['fr', 'Où poser <em>le sourire</em>\u202f?', 'de la boulangerie 2'],
    ['pl', 'Gdzie postawić <em>uśmiech</em>?', 'z piekarni 2'],
    ['pt', 'Onde fica <em>o sorriso</em>?', 'da padaria 2'],
    ['pt-BR', 'Onde fica <em>o sorriso</em>?', 'da padaria 2'],
    ['de', 'Wohin kommt <em>das Lächeln</em>?', 'von der Bäckerei 2'],
    ['es', '¿Dónde va <em>la sonrisa</em>?', 'de la panadería 2'],
    ['it', 'Dove va <em>il sorriso</em>?', 'dalla panetteria 2'],
  ])('in %s has articles and cases', async (language, place, from) => {
    await found.i18n.speak(language);
    expect(places('smile')).toBe(place);
    expect(leaves()).toBe(from);
  });
  test('in Polish has the accusative', async () => {
    await found.i18n.speak('pl');
    expect(places('chunk')).toBe('Gdzie postawić <em>bryłę</em>?');
    expect([1, 2, 5, 22].map((n) => found.i18n.t('player.points', { n }))).toEqual([
      '1 punkt',
      '2 punkty',
      '5 punktów',
      '22 punkty',
    ]);
  });
  test('names a landmark with its article where it has one', async () => {
    const { i18n, belle } = found;
    await i18n.speak('en');
    const which = (value: number): string =>
      i18n.t('belle.ask.whichDistrict', { name: belle.theLandmark(value) });
    expect(which(13)).toBe('Where does <em>the Louvre</em> go?');
    expect(which(14)).toBe('Where does <em>Notre-Dame</em> go?');
  });
});

test.each(readdirSync(LOCALES))('a touch screen has its own words in %s', async (language) => {
  const { t, speak } = found.i18n;
  await speak(language);
  const said = (): string[] => ['settings.confirm.note', 'lumiere.hand.turn'].map((key) => t(key));
  const byMouse = said();
  pointer.finger = true;
  pointer.changed();
  const byFinger = said();
  pointer.finger = false;
  pointer.changed();
  expect(byFinger.map((text, index) => text === byMouse[index])).toEqual([false, false]);
  expect(said()).toEqual(byMouse);
});

test.each(readdirSync(LOCALES))(
  'a dark place is not said to have one light in %s',
  async (language) => {
    const { i18n, prompt } = found;
    await i18n.speak(language);
    // Where none counts like one, the form for one would say “one streetlight”.
    const position = { spaces: {}, buildings: [], pieces: {}, to_move: null };
    const placement = { ghost: { cells: [[0, 0]] }, choices: 1 };
    type Given = Parameters<typeof prompt.lightNote>;
    const note = prompt.lightNote(...([position, placement] as unknown as Given));
    expect(note).toBe(i18n.t('lumiere.note.dark', { size: 1 }));
    expect(note).not.toBe(i18n.t('lumiere.note.lights', { n: 1, size: 1 }));
  },
);

test('a guest without a name is named in the language of the reader', async () => {
  const { i18n, chairs } = found;
  await i18n.speak('pl');
  expect(chairs.personName('Guest 2629')).toBe('Gość 2629');
  expect(chairs.personName('Guest')).toBe('Guest'); // somebody chose it
  expect(chairs.titlesOf([{ kind: 'person', level: null, name: 'Guest 1234' }])).toEqual([
    'Gość 1234',
  ]);
});
