/**
 * The public list of tables, live: it is asked for once, and then a socket tells what changes. While
 * nobody looks at the page, the socket is closed.
 */
import { greeted, Refused } from './api';
import { hangUp } from './hangUp';
import { t } from './i18n.svelte';
import { withChanges } from './lobby';
import type { ListMessage, TableList, TablesMessage } from './protocol';

export interface Following {
  /** Asks for the list at once. Resolves when it is there, or could not be had. */
  now(): Promise<void>;
  stop(): void;
}

export interface Followed {
  /** Asks the server for the list. */
  ask(): Promise<TableList>;
  told(list: TableList): void;
  failed(error: unknown): void;
}

/** Whether the page is visible: a part of `document`. */
export interface PageVisibility extends EventTarget {
  readonly hidden: boolean;
}

/** The part of a socket that is used here. */
export type ListSocket = Pick<
  WebSocket,
  'onmessage' | 'onclose' | 'onopen' | 'send' | 'close' | 'readyState'
>;

const FIRST_WAIT = 500;
const LONGEST_WAIT = 30_000;
const PING_EVERY = 20_000;
const OPEN = 1;

const gone = (): Refused => new Refused({ code: 'lost', message: t('error.lost'), rule: null });

function connect(): ListSocket {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new WebSocket(`${scheme}://${location.host}/ws/tables`);
}

export function followTables(
  followed: Followed,
  page: PageVisibility = document,
  open: () => ListSocket = connect,
): Following {
  let list: TableList | null = null;
  let socket: ListSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pings: ReturnType<typeof setInterval> | undefined;
  let wait = FIRST_WAIT;
  let answered = true;
  let stopped = false;
  /* Changes that come while the list is on its way. */
  let early: TablesMessage[] = [];
  let asking = false;
  let again = false;
  let underWay = Promise.resolve();

  function now(): Promise<void> {
    if (stopped) return underWay;
    if (!socket && !page.hidden) start();
    // The current question is older than this request, so its answer may be out of date.
    if (asking) again = true;
    else underWay = askUntilFresh();
    return underWay;
  }
  async function askUntilFresh(): Promise<void> {
    asking = true;
    do {
      again = false;
      await askOnce();
    } while (again && !stopped);
    asking = false;
  }
  async function askOnce(): Promise<void> {
    try {
      const found = await followed.ask();
      if (stopped) return;
      list = early.reduce(withChanges, found);
      early = [];
      followed.told(list);
    } catch (error) {
      again = false;
      lost(error);
    }
  }

  function hear(message: ListMessage): void {
    if (message.type === 'reload') {
      wait = FIRST_WAIT;
      void now();
    } else if (message.type === 'pong') answered = true;
    else if (message.type === 'bye') {
      if (message.again_ms !== null) wait = Math.max(wait, message.again_ms);
    } else if (asking || !list) early.push(message);
    else followed.told((list = withChanges(list, message)));
  }

  function start(): void {
    clearTimeout(timer);
    timer = undefined;
    early = [];
    const made = open();
    socket = made;
    let pinged = 0;
    made.onopen = () => {
      answered = true;
      pings = setInterval(() => {
        if (!answered) return made.close(); // the other end is gone without a word
        answered = false;
        if (made.readyState === OPEN) made.send(JSON.stringify({ type: 'ping', id: ++pinged }));
      }, PING_EVERY);
    };
    made.onmessage = (event) => hear(JSON.parse(String(event.data)) as ListMessage);
    made.onclose = () => {
      if (socket === made) lost(gone());
    };
  }
  function cut(): void {
    clearInterval(pings);
    const old = socket;
    socket = undefined;
    if (old) hangUp(old);
  }
  function lost(error: unknown): void {
    cut();
    clearTimeout(timer);
    if (stopped || page.hidden) return;
    followed.failed(error);
    // Not everybody comes back at the same moment after a restart of the server.
    timer = setTimeout(start, wait * (0.75 + Math.random() / 2));
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }
  const look = (): void => {
    if (page.hidden) {
      clearTimeout(timer);
      cut();
    } else if (!socket) start();
  };
  const offline = (): void => lost(gone());
  page.addEventListener('visibilitychange', look);
  globalThis.addEventListener?.('online', look);
  globalThis.addEventListener?.('offline', offline);
  // A first visit gets its identity before the socket opens.
  void greeted().then(() => {
    if (!stopped) look();
  });
  return {
    now,
    stop() {
      stopped = true;
      clearTimeout(timer);
      cut();
      page.removeEventListener('visibilitychange', look);
      globalThis.removeEventListener?.('online', look);
      globalThis.removeEventListener?.('offline', offline);
    },
  };
}
