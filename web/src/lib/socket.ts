/** One socket to one table: numbered requests, answers as promises. It connects again by itself. */
import { greeted, Refused } from './api';
import { hangUp } from './hangUp';
import { t } from './i18n.svelte';
import type { ClientMessage, Fault, ServerMessage } from './protocol';

export type Connection = 'connecting' | 'open' | 'lost' | 'gone';

type WithoutId<Message> = Message extends { id: number } ? Omit<Message, 'id'> : never;
export type Request = WithoutId<ClientMessage>;
export type Answer = Extract<
  ServerMessage,
  { type: 'done' | 'preview' | 'figures' | 'hint' | 'past' | 'pong' | 'welcome' }
>;

interface Waiting {
  resolve(answer: Answer): void;
  reject(error: Refused): void;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8_000;
const PING_EVERY = 20_000;
const ANSWER_WITHIN = 15_000;
const NO_SUCH_TABLE = 4404;
const FORBIDDEN = 1008;

export class Socket {
  private socket: WebSocket | undefined;
  private waiting = new Map<number, Waiting>();
  private last = 0;
  private wait = FIRST_WAIT;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pings: ReturnType<typeof setInterval> | undefined;
  private closed = false;
  /** Why it is useless to connect again, if the server said so. */
  refused: Fault | undefined;

  constructor(
    private readonly table: string,
    private readonly hear: (message: ServerMessage) => void,
    private readonly connectionChanged: (connection: Connection) => void,
  ) {
    addEventListener('online', this.hurry);
    addEventListener('offline', this.cut);
    document.addEventListener('visibilitychange', this.hurry);
    // A first visit may begin here. Without a cookie the seat would belong to this socket alone.
    void greeted().then(() => {
      if (!this.closed) this.connect();
    });
  }

  /** The network or the reader is back: connect at once. */
  private readonly hurry = (): void => {
    if (this.timer === undefined || document.hidden) return;
    clearTimeout(this.timer);
    this.connect();
  };

  /** The network is gone. The socket itself would notice it only minutes later. */
  private readonly cut = (): void => this.socket?.close();

  private connect(): void {
    this.timer = undefined;
    this.connectionChanged('connecting');
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/ws/tables/${this.table}`);
    this.socket = socket;
    socket.onopen = () => {
      this.pings = setInterval(
        () => void this.ask({ type: 'ping' }).catch(() => socket.close()),
        PING_EVERY,
      );
    };
    socket.onmessage = (event) => this.receive(JSON.parse(String(event.data)) as ServerMessage);
    socket.onclose = (event) => this.lost(event.code);
  }

  private receive(message: ServerMessage): void {
    if (message.type === 'welcome') {
      this.wait = FIRST_WAIT;
      this.connectionChanged('open');
    }
    if (message.type === 'bye') {
      if (message.again_ms === null) this.refused = message.reason;
      else this.wait = message.again_ms;
    }
    if (message.type === 'error' && message.id !== null) {
      this.waiting.get(message.id)?.reject(new Refused(message.error));
      this.waiting.delete(message.id);
    } else if ('id' in message && typeof message.id === 'number') {
      this.waiting.get(message.id)?.resolve(message as Answer);
      this.waiting.delete(message.id);
    }
    this.hear(message);
  }

  private lost(code: number): void {
    clearInterval(this.pings);
    for (const { reject } of this.waiting.values())
      reject(new Refused({ code: 'lost', message: t('error.lost'), rule: null }));
    this.waiting.clear();
    if (this.closed) return;
    if (this.refused || code === NO_SUCH_TABLE || code === FORBIDDEN)
      return this.connectionChanged('gone');
    this.connectionChanged('lost');
    this.timer = setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  ask<Wanted extends Answer = Answer>(request: Request, within = ANSWER_WITHIN): Promise<Wanted> {
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      if (this.socket?.readyState !== WebSocket.OPEN) {
        reject(new Refused({ code: 'lost', message: t('error.lost'), rule: null }));
        return;
      }
      this.waiting.set(id, { resolve: resolve as (answer: Answer) => void, reject });
      this.socket.send(JSON.stringify({ ...request, id }));
      setTimeout(() => {
        if (this.waiting.delete(id))
          reject(new Refused({ code: 'slow', message: t('error.slow'), rule: null }));
      }, within);
    });
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.pings);
    removeEventListener('online', this.hurry);
    removeEventListener('offline', this.cut);
    document.removeEventListener('visibilitychange', this.hurry);
    if (this.socket) hangUp(this.socket);
  }
}
