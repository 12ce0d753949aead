/** The list of open tables: which wait, which are played, what was agreed at them. */
import type { GameInfo, TableSummary } from './protocol';

export function freeSeats({ seats }: TableSummary): number[] {
  return seats.filter(({ kind }) => kind === 'open').map(({ seat }) => seat);
}

export function isMine({ seats }: TableSummary): boolean {
  return seats.some(({ yours }) => yours);
}

/** Whether nobody but you sits at a table, so that it ends when you go. */
export function isAlone({ seats }: TableSummary): boolean {
  return seats.every(({ kind, yours }) => yours || (kind !== 'person' && kind !== 'bot'));
}

/** Whether somebody sits there now who would notice that you come. */
function isAttended({ seats }: TableSummary): boolean {
  return seats.some(({ kind, online }) => kind === 'person' && online);
}

export interface Lobby {
  waiting: readonly TableSummary[];
  playing: readonly TableSummary[];
}

/** Yours first, then where somebody waits at this moment, then the latest; of one game or of all. */
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

/** What was agreed otherwise than the rules propose, as names and values. */
export function unusual({ table }: TableSummary, game: GameInfo | undefined): [string, unknown][] {
  const options = table.options as Record<string, unknown>;
  return (game?.options ?? []).flatMap(({ name, default: usual }) =>
    name in options && options[name] !== usual ? [[name, options[name]] as [string, unknown]] : [],
  );
}
