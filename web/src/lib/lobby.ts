/** The list of open tables: their order, and the options that differ from the rules' own. */
import type { GameInfo, TableSummary } from './protocol';

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

export interface Lobby {
  waiting: readonly TableSummary[];
  playing: readonly TableSummary[];
}

/** Your tables first, then tables at which somebody waits now, then the latest. `game` filters. */
export function lobbyOf(tables: readonly TableSummary[], game = ''): Lobby {
  const shown = tables.filter(({ table }) => !game || table.game === game);
  const worth = (table: TableSummary): number =>
    (isMine(table) ? 2 : 0) + (isAttended(table) ? 1 : 0);
  const sorted = [...shown].sort((a, b) => worth(b) - worth(a) || b.updated - a.updated);
  return {
    waiting: sorted.filter(({ phase }) => phase === 'waiting'),
    playing: sorted.filter(({ phase }) => phase === 'playing'),
  };
}

/** The options that differ from the rules' own choices, as names and values. */
export function unusual({ table }: TableSummary, game: GameInfo | undefined): [string, unknown][] {
  const options = table.options as Record<string, unknown>;
  return (game?.options ?? []).flatMap(({ name, default: usual }) =>
    name in options && options[name] !== usual ? [[name, options[name]] as [string, unknown]] : [],
  );
}
