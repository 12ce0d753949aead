/** A long calculation of the server. It is asked for once and followed until it is done. */
import { Refused } from '$/lib/api';
import { failureOf } from '$/lib/failure';
import type { Analysis, Luck } from '$/lib/protocol';
import { reasonOf } from '$/lib/refusal';

const LOOK_EVERY = 1000;
const LONGEST_WAIT = 30_000;

export class Followed<Found extends Analysis | Luck> {
  found = $state.raw<Found | null>(null);
  #refused = $state('');
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** How often it was begun, and which of these runs goes on; 0: none. */
  #begun = 0;
  #run = 0;
  readonly #ask: (table: string) => Promise<Found>;
  readonly #look: (id: string) => Promise<Found>;

  constructor(ask: (table: string) => Promise<Found>, look: (id: string) => Promise<Found>) {
    [this.#ask, this.#look] = [ask, look];
  }

  readonly result: Found['result'] = $derived(
    this.found?.state === 'done' ? this.found.result : null,
  );
  readonly progress = $derived(this.found?.progress ?? 0);
  readonly others = $derived(this.found?.others ?? 0);
  readonly failed = $derived(this.found?.state === 'failed');
  /** Why there is no answer and none will come; empty if all is well. */
  readonly fault = $derived(
    this.#refused || (this.failed ? failureOf(this.found?.error ?? null) : ''),
  );

  /** Asks, unless it is being followed or done. */
  async start(table: string): Promise<void> {
    if (this.#run || this.found?.state === 'done') return;
    const run = (this.#run = this.#begun += 1);
    [this.found, this.#refused] = [null, ''];
    try {
      const found = await this.#ask(table);
      if (run === this.#run) this.#take(found);
    } catch (error) {
      if (run === this.#run) this.#refuse(error);
    }
  }

  #take(found: Found): void {
    this.found = found;
    if (found.state === 'done' || found.state === 'failed') this.stop();
    else this.#lookAfter(LOOK_EVERY, found.id);
  }

  #refuse(error: unknown): void {
    this.stop();
    [this.found, this.#refused] = [null, reasonOf(error, '').text];
  }

  #lookAfter(wait: number, id: string): void {
    const run = this.#run;
    this.#timer = setTimeout(async () => {
      try {
        const found = await this.#look(id);
        if (run === this.#run) this.#take(found);
      } catch (error) {
        if (run !== this.#run) return;
        // What the server no longer knows never comes; anything else may pass.
        if (error instanceof Refused && error.code === 'not-found') this.#refuse(error);
        else this.#lookAfter(Math.min(wait * 2, LONGEST_WAIT), id);
      }
    }, wait);
  }

  /** Follows no longer, and ignores answers that are on their way. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#run = 0;
  }
}
