/** The client of one table: the last state from the server, and the requests to it. */
import { Refused } from './api';
import { personName } from './chairs';
import { say, warn } from './announce.svelte';
import { isMuted } from './muted.svelte';
import type {
  ChatLine,
  Hint,
  Json,
  LogEntry,
  MovePreview,
  PastMessage,
  SeatView,
  ServerMessage,
  TableInfo,
  TableState,
} from './protocol';
import { reasonOf } from './refusal';
import type { Reason } from './refusal';
import { shareFor } from './shuffle';
import { Socket, type Answer, type Connection, type Request } from './socket';
import { play } from './sound';

/** A hint may take longer than other answers, because the computer thinks. */
const HINT_WITHIN = 120_000;

export class TableClient {
  connection = $state<Connection>('connecting');
  info = $state.raw<TableInfo | null>(null);
  state = $state.raw<TableState | null>(null);
  logs = $state.raw<ReadonlyMap<number | null, readonly LogEntry[]>>(new Map());
  chat = $state.raw<readonly ChatLine[]>([]);
  /** The reader, as a writer of the chat. */
  author = $state('');
  /** The writers whom the host has muted at this table. */
  mutedHere = $state.raw<readonly string[]>([]);
  /** The writers whom the host has sent away. */
  sentAway = $state.raw<readonly string[]>([]);
  hint = $state.raw<Hint | null>(null);
  notice = $state.raw<Reason | null>(null);
  /** A request that changes the game is on its way, or the position that it has made. */
  busy = $state(false);
  /** A hint was asked for. */
  thinking = $state(false);
  /** When the last state came, by the page's own clock. Running clocks count from this time. */
  heardAt = $state(0);

  private readonly socket: Socket;
  /** How many requests were made that change the game. */
  private acts = 0;

  /** Called when the position of the table may have changed. */
  ontake: (state: TableState) => void = () => undefined;

  constructor(readonly id: string) {
    this.socket = new Socket(
      id,
      (message) => this.hear(message),
      (connection) => (this.connection = connection),
    );
  }

  private hear(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        this.info = message.table;
        this.chat = message.chat;
        // An earlier server names nobody.
        this.author = message.author ?? '';
        this.mutedHere = message.muted ?? [];
        this.sentAway = message.excluded ?? [];
        this.logs = new Map();
        this.busy = false;
        this.take(message.state);
        break;
      case 'state':
        this.take(message.state);
        break;
      case 'chat':
        this.chat = [...this.chat, message.line];
        if (!isMuted(message.line.author))
          say(`${personName(message.line.name)}: ${message.line.text}`);
        break;
      case 'muted':
        this.mutedHere = message.muted;
        this.sentAway = message.excluded ?? [];
        break;
      case 'presence':
        if (this.state)
          this.state = {
            ...this.state,
            watchers: message.watchers,
            seats: this.state.seats.map((seat) => ({
              ...seat,
              online: message.online.includes(seat.seat),
            })),
          };
        break;
    }
  }

  private take(state: TableState): void {
    /* Who resigns ends the game without another position. */
    if (state.ply !== this.state?.ply || state.outcome) this.hint = null;
    if (state.ply !== this.state?.ply) {
      this.busy = false; // the answer may come later than the position
    }
    const logs = new Map(this.logs);
    for (const view of state.views) {
      const kept = (logs.get(view.seat) ?? []).slice(0, view.log_from);
      if (kept.length < view.log_from) void this.request({ type: 'resync' });
      logs.set(view.seat, [...kept, ...view.log]);
    }
    this.logs = logs;
    this.state = state;
    this.heardAt = performance.now();
    if (state.drawing) this.reveal(state);
    this.ontake(state);
  }

  /** Everybody sits: reveals the shares that this device has promised. The server deals without the
   * shares that it does not get, so a refusal needs no words. */
  private reveal(state: TableState): void {
    for (const { seat, yours, share } of state.seats) {
      const own = yours ? shareFor(share, this.id, this.info?.commitment ?? '') : null;
      if (own) this.socket.ask({ type: 'reveal', seat, share: own }).catch(() => undefined);
    }
  }

  logOf(view: SeatView): readonly LogEntry[] {
    return this.logs.get(view.seat) ?? [];
  }

  /** Sends a request. A refusal is shown and announced, and the result is null. */
  private async request(request: Request): Promise<Answer | null> {
    try {
      return await this.socket.ask(request);
    } catch (error) {
      this.refuse(error);
      return null;
    }
  }

  private refuse(error: unknown): void {
    const reason = reasonOf(error, this.info?.game ?? '');
    this.notice = reason;
    warn(reason.rule ? `${reason.text} (${reason.rule})` : reason.text);
    play('refuse');
    if (error instanceof Refused && error.code === 'stale')
      void this.socket.ask({ type: 'resync' }).catch(() => undefined);
  }

  /** Sends a request without showing a refusal. The caller uses the reason. */
  ask(request: Request): Promise<unknown> {
    return this.socket.ask(request);
  }

  async act(request: Request): Promise<boolean> {
    const number = ++this.acts;
    const before = this.state?.ply;
    this.busy = true;
    this.notice = null;
    const answer = await this.request(request);
    /* The position may come later than the answer. Until then nobody can play in the old one. */
    const waits = answer?.type === 'done' && answer.ply !== before && this.state?.ply === before;
    if (number === this.acts && !waits) this.busy = false;
    return answer !== null;
  }

  move(seat: number, move: string): Promise<boolean> {
    return this.act({ type: 'move', seat, ply: this.state?.ply ?? 0, move });
  }

  async preview(
    seat: number,
    moves: readonly string[],
    then = false,
  ): Promise<readonly MovePreview[]> {
    try {
      const ply = this.state?.ply ?? 0;
      const answer = await this.socket.ask({ type: 'preview', seat, ply, moves: [...moves], then });
      return answer.type === 'preview' && answer.ply === this.state?.ply ? answer.previews : [];
    } catch {
      return []; // without a preview the ghost has no figures; the move itself brings a refusal
    }
  }

  /** What the things at the table would bring a seat now; empty if the position has changed. */
  async figures(seat: number): Promise<Json> {
    try {
      const ply = this.state?.ply ?? 0;
      const answer = await this.socket.ask({ type: 'figures', seat, ply });
      return answer.type === 'figures' && answer.ply === this.state?.ply ? answer.figures : {};
    } catch {
      return {};
    }
  }

  /** The positions after the first `first` moves and after each later move. */
  async past(seat: number | null, first: number): Promise<PastMessage> {
    const answer = await this.socket.ask({ type: 'past', seat, first });
    if (answer.type !== 'past') throw new TypeError(`no past: ${answer.type}`);
    return answer;
  }

  async askHint(seat: number): Promise<void> {
    if (this.thinking) return;
    this.thinking = true;
    try {
      const answer = await this.socket.ask(
        { type: 'hint', seat, ply: this.state?.ply ?? 0 },
        HINT_WITHIN,
      );
      const over = Boolean(this.state?.outcome);
      if (answer.type === 'hint' && answer.ply === this.state?.ply && !over)
        this.hint = answer.hint;
    } catch (error) {
      this.refuse(error);
    } finally {
      this.thinking = false;
    }
  }

  /** Why the table cannot be shown, in the reader's language; empty if there is none. */
  get refusal(): string {
    const { refused } = this.socket;
    const known = refused && refused.code !== 'not-found';
    return known ? reasonOf(new Refused(refused), this.info?.game ?? '').text : '';
  }

  leave(): void {
    this.socket.close();
  }
}
