/** The analysis of a game. It is asked for once and followed until it is done. */
import { api } from '$/lib/api';
import type { Analysis, JudgedMove } from '$/lib/protocol';
import { reasonOf } from '$/lib/refusal';

const LOOK_EVERY = 1000;

export class GameAnalysis {
  found = $state.raw<Analysis | null>(null);
  fault = $state('');
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly result = $derived(this.found?.state === 'done' ? this.found.result : null);
  readonly progress = $derived(this.found?.progress ?? 0);
  readonly others = $derived(this.found?.others ?? 0);
  readonly failed = $derived(this.found?.state === 'failed');
  /** The moves with a mark, in the order of the game. */
  readonly marked = $derived((this.result?.moves ?? []).filter(({ mark }) => mark));
  /** The marks by the number of the move. */
  readonly marks = $derived(new Map(this.marked.map(({ ply, mark }) => [ply, mark ?? ''])));

  judged(ply: number): JudgedMove | null {
    return this.result?.moves.find((move) => move.ply === ply) ?? null;
  }

  async start(table: string): Promise<void> {
    if (this.found && !this.failed) return;
    this.fault = '';
    try {
      this.found = await api.analyse({ table, effort: 1 });
      this.#follow();
    } catch (error) {
      this.fault = reasonOf(error, '').text;
    }
  }

  #follow(): void {
    const { found } = this;
    if (!found || found.state === 'done' || found.state === 'failed') return;
    this.#timer = setTimeout(async () => {
      this.found = await api.analysis(found.id).catch(() => found);
      this.#follow();
    }, LOOK_EVERY);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
