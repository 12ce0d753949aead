/** The analysis of a game, with its marked moves. */
import { api } from '$/lib/api';
import type { Analysis, JudgedMove } from '$/lib/protocol';
import { Followed } from './followed.svelte';

export class GameAnalysis extends Followed<Analysis> {
  constructor() {
    super((table) => api.analyse({ table, effort: 1 }), api.analysis);
  }

  /** The moves with a mark, in the order of the game. */
  readonly marked = $derived((this.result?.moves ?? []).filter(({ mark }) => mark));
  /** The marks by the number of the move. */
  readonly marks = $derived(new Map(this.marked.map(({ ply, mark }) => [ply, mark ?? ''])));

  judged(ply: number): JudgedMove | null {
    return this.result?.moves.find((move) => move.ply === ply) ?? null;
  }
}
