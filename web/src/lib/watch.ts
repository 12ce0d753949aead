/** Asks again and again, only while somebody looks; a server that does not answer is asked less often. */

export interface Watching {
  /** Asks at once, whatever was planned. */
  now(): void;
  stop(): void;
}

export interface Watched<Answer> {
  ask(): Promise<Answer>;
  told(answer: Answer): void;
  failed(error: unknown): void;
}

/** What of the page decides whether anybody looks. */
export interface Onlooker extends EventTarget {
  readonly hidden: boolean;
}

const EVERY = 4_000;
const SELDOM = 30_000;

export function watch<Answer>(watched: Watched<Answer>, page: Onlooker = document, every = EVERY): Watching {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = every;
  let asking = false;
  let stopped = false;

  async function now(): Promise<void> {
    clearTimeout(timer);
    if (asking || stopped) return;
    asking = true;
    try {
      const answer = await watched.ask();
      if (stopped) return;
      wait = every;
      watched.told(answer);
    } catch (error) {
      if (stopped) return;
      wait = Math.min(wait * 2, SELDOM);
      watched.failed(error);
    } finally {
      asking = false;
      plan();
    }
  }
  function plan(): void {
    clearTimeout(timer);
    if (!stopped && !page.hidden) timer = setTimeout(() => void now(), wait);
  }
  const look = (): void => void (page.hidden ? clearTimeout(timer) : now());
  page.addEventListener('visibilitychange', look);
  globalThis.addEventListener?.('online', look);
  void now();
  return {
    now: () => void now(),
    stop() {
      stopped = true;
      clearTimeout(timer);
      page.removeEventListener('visibilitychange', look);
      globalThis.removeEventListener?.('online', look);
    },
  };
}
