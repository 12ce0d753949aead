/** Polls the server while the page is visible. If the server does not answer, it polls less often. */

export interface Polling {
  /** Asks at once. Resolves when an answer to this request is there. */
  now(): Promise<void>;
  stop(): void;
}

export interface Polled<Answer> {
  ask(): Promise<Answer>;
  told(answer: Answer): void;
  failed(error: unknown): void;
}

/** Whether the page is visible: a part of `document`. */
export interface PageVisibility extends EventTarget {
  readonly hidden: boolean;
}

const EVERY = 4_000;
const SELDOM = 30_000;

export function poll<Answer>(
  polled: Polled<Answer>,
  page: PageVisibility = document,
  every = EVERY,
): Polling {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = every;
  let asking = false;
  let stopped = false;

  let again = false;
  let underWay = Promise.resolve();

  function now(): Promise<void> {
    clearTimeout(timer);
    if (stopped) return Promise.resolve();
    // The current question is older than this request, so its answer may be out of date.
    if (asking) again = true;
    else underWay = answered();
    return underWay;
  }
  async function answered(): Promise<void> {
    asking = true;
    do {
      again = false;
      await once();
    } while (again && !stopped);
    asking = false;
    plan();
  }
  async function once(): Promise<void> {
    try {
      const answer = await polled.ask();
      if (stopped) return;
      wait = every;
      polled.told(answer);
    } catch (error) {
      if (stopped) return;
      wait = Math.min(wait * 2, SELDOM);
      polled.failed(error);
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
    now,
    stop() {
      stopped = true;
      clearTimeout(timer);
      page.removeEventListener('visibilitychange', look);
      globalThis.removeEventListener?.('online', look);
    },
  };
}
