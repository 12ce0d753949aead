import { describe, expect, test } from 'vitest';
import { isEmpty, parseCatalogue } from '../build/po';
import { symbolOf } from '../build/sprites';

describe('catalogues', () => {
  test('headers, texts, plurals, continued lines and marks of doubt', () => {
    const { headers, entries, fuzzy } = parseCatalogue(
      'msgid ""\nmsgstr ""\n"Language: pl\\n"\n\n#, fuzzy\nmsgid "a.b"\nmsgstr "one "\n"line\\"s\\""\n\nmsgid "n"\nmsgid_plural "n"\nmsgstr[0] "x"\nmsgstr[1] ""\n',
      'test',
    );
    expect(headers['Language']).toBe('pl');
    expect(entries.get('a.b')).toBe('one line"s"');
    expect(fuzzy.has('a.b')).toBe(true);
    expect(isEmpty(entries.get('n'))).toBe(true);
  });
  test('a key that comes twice and a strange line are refused with their place', () => {
    expect(() =>
      parseCatalogue('msgid "a"\nmsgstr "1"\n\nmsgid "a"\nmsgstr "2"\n', 'x.po'),
    ).toThrow('x.po: a comes twice');
    expect(() => parseCatalogue('what is this\n', 'x.po')).toThrow('x.po:1');
  });
});

test('a drawing becomes a symbol that keeps its attributes', () => {
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><path/></svg>\n';
  expect(symbolOf(drawing, 'i-x')).toBe('<symbol id="i-x" viewBox="0 0 2 2"><path/></symbol>');
});
