/** A long calculation of the server. It is asked for once and followed until it is done. */
import { failureOf } from '$/lib/failure';
import type { Analysis, Luck } from '$/lib/protocol';
import { reasonOf } from '$/lib/refusal';

const LOOK_EVERY = 1000;

export class Followed<Found extends Analysis | Luck> {
  found = $state.raw<Found | null>(null);
  #refused = $state('');
  #timer: ReturnType<typeof setTimeout> | undefined;
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

  async start(table: string): Promise<void> {
    if (this.found && !this.failed) return;
    [this.found, this.#refused] = [null, ''];
    try {
      this.found = await this.#ask(table);
      this.#follow();
    } catch (error) {
      this.#refused = reasonOf(error, '').text;
    }
  }

  #follow(): void {
    const { found } = this;
    if (!found || found.state === 'done' || found.state === 'failed') return;
    this.#timer = setTimeout(async () => {
      this.found = await this.#look(found.id).catch(() => found);
      this.#follow();
    }, LOOK_EVERY);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
