/** The list of public tables: its order, its changes, and options that differ from the rules' own. */
import type { GameInfo, TableList, TableSummary, TablesMessage } from './protocol';

export function freeSeats({ seats }: TableSummary): number[] {
  return seats.filter(({ kind }) => kind === 'open').map(({ seat }) => seat);
}

export function isMine({ seats }: TableSummary): boolean {
  return seats.some(({ yours }) => yours);
}

/** Whether you are the only person at a table. The table ends when you leave it. */
export function isAlone({ seats }: TableSummary): boolean {
  return seats.every(({ kind, yours }) => yours || (kind !== 'person' && kind !== 'bot'));
}

/** Whether another person is at the table now. */
function isAttended({ seats }: TableSummary): boolean {
  return seats.some(({ kind, online }) => kind === 'person' && online);
}

export type Listed = 'waiting' | 'playing';

/**
 * The tables of a phase: yours first, then tables at which somebody is now, then the latest. `game`
 * filters.
 */
export function tablesOf(
  tables: readonly TableSummary[],
  wanted: Listed,
  game = '',
): readonly TableSummary[] {
  const worth = (table: TableSummary): number =>
    (isMine(table) ? 2 : 0) + (isAttended(table) ? 1 : 0);
  return tables
    .filter(({ phase, table }) => phase === wanted && (!game || table.game === game))
    .sort((a, b) => worth(b) - worth(a) || b.updated - a.updated);
}

/** The list after some tables have changed or gone. */
export function withChanges(list: TableList, { tables, gone }: TablesMessage): TableList {
  const known = new Map(list.tables.map((table) => [table.table.id, table]));
  for (const table of tables)
    if (table.updated >= (known.get(table.table.id)?.updated ?? 0))
      known.set(table.table.id, table);
  for (const id of gone) known.delete(id);
  return { ...list, tables: [...known.values()] };
}

/** The options that differ from the rules' own choices, as names and values. */
export function unusual({ table }: TableSummary, game: GameInfo | undefined): [string, unknown][] {
  const options = table.options as Record<string, unknown>;
  return (game?.options ?? []).flatMap(({ name, default: usual }) =>
    name in options && options[name] !== usual ? [[name, options[name]] as [string, unknown]] : [],
  );
}
