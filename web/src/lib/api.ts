/** HTTP: one function for each request, and one error class for all refusals. */
import { t } from './i18n.svelte';
import { freshPromise, shareFor } from './shuffle';
import type {
  Analysis,
  Catalogue,
  ChangeMuted,
  ChatReports,
  Components,
  Fault,
  Hint,
  Json,
  Leaderboard,
  Luck,
  MailDone,
  Me,
  Muted,
  MyGames,
  NewAnalysis,
  NewLuck,
  NewMail,
  NewPush,
  NewTable,
  Notifications,
  Outlook,
  Pairing,
  PlayerInfo,
  PuzzleBody,
  PuzzleList,
  RealScore,
  RealTable,
  Replay,
  ReplayRequest,
  BranchTable,
  Seek,
  Settle,
  SharedRecord,
  TableBody,
  TableList,
  TryMove,
} from './protocol';

/** A request that the server refused, or that it did not answer. */
export class Refused extends Error {
  readonly code: string;
  readonly rule: string | null;

  constructor(fault: Fault) {
    super(fault.message);
    this.code = fault.code;
    this.rule = fault.rule;
  }
}

/* The first answer gives this browser its identity. Two first requests at once would make two guests. */
let first: Promise<unknown> | undefined;

/** Resolves when this browser has its identity, or when the server does not answer. */
export async function greeted(): Promise<void> {
  await (first ?? api.me()).catch(() => undefined);
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  if (path === '/catalogue') return send<T>(method, path, body); // the same for everybody
  if (!first) {
    // Nothing may wait before this line: another request of the same moment would be a first one, too.
    const answer = send<T>(method, path, body);
    first = answer;
    return answer;
  }
  await first.catch(() => undefined);
  return send<T>(method, path, body);
}

async function send<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    });
  } catch {
    throw new Refused({ code: 'offline', message: t('error.offline'), rule: null });
  }
  if (response.status === 204) return undefined as Answer;
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new Refused(faultOf(answer));
  return answer as Answer;
}

function faultOf(answer: unknown): Fault {
  const fault = answer as Partial<Fault> | null;
  if (typeof fault?.code === 'string' && typeof fault.message === 'string')
    return { code: fault.code, message: fault.message, rule: fault.rule ?? null };
  return { code: 'unknown', message: t('error.unknown'), rule: null };
}

/** The query of an address, without empty values. */
function query(wishes: Record<string, string | number | undefined>): string {
  const given = Object.entries(wishes).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return given.length ? `?${new URLSearchParams(given)}` : '';
}

/** Reveals the promised shares of this device, if everybody sits. */
async function revealed(answer: Promise<TableBody>): Promise<TableBody> {
  let body = await answer;
  const { id, commitment } = body.table.table;
  for (const { seat, yours, share } of body.table.drawing ? body.table.seats : []) {
    const own = yours ? shareFor(share, id, commitment) : null;
    if (own)
      body = await ask<TableBody>('POST', `/tables/${id}/seats/${seat}/reveal`, { share: own });
  }
  return body;
}

/** Which of your own games a list shows; without a value: all. */
export interface GamesWanted {
  game?: string;
  over?: 'true' | 'false';
  won?: 'true' | 'false';
}

export const api = {
  catalogue: () => ask<Catalogue>('GET', '/catalogue'),
  me: () => ask<Me>('GET', '/me'),
  rename: (name: string) => ask<Me>('PATCH', '/me', { name }),
  myGames: (before?: number, wanted: GamesWanted = {}) =>
    ask<MyGames>('GET', `/me/games${query({ before, ...wanted })}`),
  myProfile: () => ask<PlayerInfo>('GET', '/me/profile'),
  player: (name: string) => ask<PlayerInfo>('GET', `/players/${encodeURIComponent(name)}`),
  leaders: (game: string, seats?: number) =>
    ask<Leaderboard>('GET', `/ratings/${game}${query({ seats })}`),
  signUp: (name: string, password: string) => ask<Me>('POST', '/accounts', { name, password }),
  signIn: (name: string, password: string, take: boolean) =>
    ask<Me>('POST', '/session', { name, password, take }),
  signOut: () => ask<Me>('DELETE', '/session'),
  changePassword: (password: string, next: string) =>
    ask<Me>('PUT', '/me/password', { password, new_password: next }),
  seek: (wish: Seek) => ask<Pairing>('POST', '/pairing', wish),
  stopSeeking: () => ask<void>('DELETE', '/pairing'),
  notifications: () => ask<Notifications>('GET', '/me/notifications'),
  push: (subscription: NewPush) => ask<Notifications>('POST', '/me/push', subscription),
  stopPush: (endpoint: string) => ask<void>('POST', '/push/stop', { endpoint }),
  setMail: (mail: NewMail) => ask<Notifications>('PUT', '/me/mail', mail),
  removeMail: () => ask<Notifications>('DELETE', '/me/mail'),
  followMail: (token: string) => ask<MailDone>('POST', '/mail', { token }),
  muted: () => ask<Muted>('GET', '/me/muted'),
  changeMuted: (change: ChangeMuted) => ask<Muted>('PATCH', '/me/muted', change),
  reports: () => ask<ChatReports>('GET', '/reports'),
  settle: (number: number, wish: Settle) =>
    ask<ChatReports>('POST', `/reports/${number}/settle`, wish),
  setHoliday: (days: number) => ask<Notifications>('PUT', '/me/holiday', { days }),
  deleteAccount: (password: string) => ask<void>('POST', '/me/delete', { password }),
  tables: (phase: 'waiting' | 'playing', game?: string, before?: number) =>
    ask<TableList>('GET', `/tables${query({ phase, game, before })}`),
  table: (id: string) => ask<TableBody>('GET', `/tables/${id}`),
  open: (table: NewTable) =>
    revealed(
      ask<TableBody>('POST', '/tables', {
        ...table,
        seats: table.seats.map((seat) =>
          seat.kind === 'me' ? { ...seat, promise: freshPromise() } : seat,
        ),
      }),
    ),
  sit: (id: string, seat: number, name: string) =>
    revealed(
      ask<TableBody>('POST', `/tables/${id}/seats/${seat}`, {
        ...(name ? { name } : {}),
        promise: freshPromise(),
      }),
    ),
  leave: (id: string, seat: number) => ask<TableBody>('DELETE', `/tables/${id}/seats/${seat}`),
  exclude: (id: string, seat: number) =>
    ask<TableBody>('POST', `/tables/${id}/seats/${seat}/exclude`, {}),
  close: (id: string) => ask<void>('DELETE', `/tables/${id}`),
  branch: (from: BranchTable) => ask<TableBody>('POST', '/tables/branch', from),
  share: (record: Json) => ask<SharedRecord>('POST', '/records', { record }),
  recordLink: (id: string) => ask<SharedRecord>('GET', `/records/${id}/link`),
  record: (id: string) => ask<Json>('GET', `/records/${id}`),
  replay: (request: ReplayRequest) => ask<Replay>('POST', '/records/replay', request),
  think: (request: TryMove) => ask<Hint>('POST', '/records/hint', request),
  foresee: (request: TryMove) => ask<Outlook>('POST', '/records/outlook', request),
  analyse: (request: NewAnalysis) => ask<Analysis>('POST', '/analyses', request),
  analysis: (id: string) => ask<Analysis>('GET', `/analyses/${id}`),
  luck: (request: NewLuck) => ask<Luck>('POST', '/luck', request),
  luckOf: (id: string) => ask<Luck>('GET', `/luck/${id}`),
  puzzles: (game: string) => ask<PuzzleList>('GET', `/puzzles/${game}`),
  puzzle: (game: string, id: string) => ask<PuzzleBody>('GET', `/puzzles/${game}/${id}`),
  /** Resolves for a legal move; a refusal says why a move is not legal. */
  tryInPuzzle: (game: string, id: string, move: string) =>
    ask<void>('POST', `/puzzles/${game}/${id}/try`, { move }),
  components: (game: string) => ask<Components>('GET', `/components/${game}`),
  checkComponents: (game: string, text: string) =>
    ask<Components>('POST', `/components/${game}`, { text }),
  tableComponents: (id: string) => ask<Components>('GET', `/tables/${id}/components`),
  score: (table: RealTable) => ask<RealScore>('POST', '/score', table),
};
