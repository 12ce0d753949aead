/** Every figure of a component file as a person reads it: piece by piece, each with its source. */
import { has, t } from '$/lib/i18n.svelte';
import type { Components, Source } from '../components';
import { effectOf } from '../effects';
import { DISTRICTS, KINDS } from '../types';

export interface SheetRow {
  /** The place in the file, as the server names it: `landmarks[0].cost`. */
  place: string;
  label: string;
  value: string;
  source: Source;
}
export interface SheetPiece {
  title: string;
  /** What the piece does, if the figures alone do not say it. */
  note: string;
  rows: SheetRow[];
}
export interface SheetSection {
  id: string;
  title: string;
  pieces: SheetPiece[];
}

type Part = object & { from: Readonly<Record<string, Source>> };
const RANKS = ['first', 'second', 'third'] as const;

/** All figures, in the order of the file. */
export function sectionsOf(file: Components): SheetSection[] {
  const whole = (id: 'board' | 'start' | 'prices'): SheetSection =>
    section(id, [{ title: '', note: '', rows: rowsOf(id, file[id], file) }]);
  return [
    whole('board'),
    whole('start'),
    whole('prices'),
    section(
      'districts',
      file.districts.map((part, index) =>
        piece(t(`belle.district.${part.name}`), `districts[${index}]`, part, file),
      ),
    ),
    section(
      'landmarks',
      file.landmarks.map((part, index) =>
        piece(`${part.value} ${part.name}`, `landmarks[${index}]`, part, file),
      ),
    ),
    section(
      'scoring',
      file.scoring_tiles.map(({ points, from }, index) => ({
        title: t('belle.sheet.scoringTile', { n: index + 1 }),
        note: '',
        rows: RANKS.map((rank, place) => ({
          place: `scoring_tiles[${index}].points[${place}]`,
          label: t(`belle.sheet.field.${rank}`),
          value: String(points[place]),
          source: from[place] ?? 'reconstruction',
        })),
      })),
    ),
    section(
      'bonus',
      file.bonus_tiles.map((part, index) => ({
        ...piece(t('belle.bonus.name', { n: part.tile }), `bonus_tiles[${index}]`, part, file),
        note: effectOf(part.tile, part),
      })),
    ),
    section(
      'end',
      file.end_tiles.map((part, index) =>
        piece(t(`belle.face.${part.gives}`, { n: part.amount }), `end_tiles[${index}]`, part, file),
      ),
    ),
  ];
}

/** The row of a place, and the title of its piece. */
export function rowAt(
  sections: readonly SheetSection[],
  place: string,
): { piece: string; row: SheetRow } | null {
  for (const { title, pieces } of sections)
    for (const found of pieces) {
      const row = found.rows.find((one) => one.place === place);
      if (row) return { piece: found.title || title, row };
    }
  return null;
}

function section(id: string, pieces: SheetPiece[]): SheetSection {
  return { id, title: t(`belle.sheet.${id}`), pieces };
}

function piece(title: string, place: string, part: Part, file: Components): SheetPiece {
  return { title, note: '', rows: rowsOf(place, part, file) };
}

function rowsOf(place: string, part: Part, file: Components): SheetRow[] {
  const group = place.replace(/\[.*/, '');
  return Object.entries(part.from).map(([name, source]) => {
    const special = `belle.sheet.field.${group}.${name}`;
    return {
      place: `${place}.${name}`,
      label: t(has(special) ? special : `belle.sheet.field.${name}`),
      value: valueWords(name, (part as unknown as Record<string, unknown>)[name], file),
      source,
    };
  });
}

function valueWords(field: string, value: unknown, file: Components): string {
  if (value === undefined || value === null) return t('belle.text.nothing');
  if (field === 'buildings' || field === 'tokens')
    return (value as string[])
      .map((name, index) => `${file.board.values[index]} ${word(name)}`)
      .join(', ');
  if (field === 'cost')
    return Object.entries(value as Record<string, number>)
      .map(([kind, n]) => t(`belle.count.${kind}`, { n }))
      .join(', ');
  if (field === 'gives') return t(`belle.sheet.gives.${value as string}`);
  if (Array.isArray(value)) return value.map(String).join(', ');
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, n]) => (/^\d/.test(name) ? `${name}: ${String(n)}` : `${word(name)} ${n}`))
      .join(', ');
  return typeof value === 'string' ? word(value) : String(value as number);
}

/** The name of a token, a type or a district; any other word as it is. */
function word(name: string): string {
  if ((KINDS as readonly string[]).includes(name)) return t(`belle.token.${name}`, { n: 1 });
  if ((DISTRICTS as readonly string[]).includes(name)) return t(`belle.district.${name}`);
  return has(`belle.type.${name}`) ? t(`belle.type.${name}`) : name;
}
