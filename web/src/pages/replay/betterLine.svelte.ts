/** The better line of a judged move, step by step. The server makes its positions. */
import { api } from '$/lib/api';
import type { Frame, JudgedMove } from '$/lib/protocol';

export class BetterLine {
  /** How many moves of the line are made on the board; 0: the better move is only drawn. */
  step = $state(0);
  #judged = $state.raw<JudgedMove | null>(null);
  /** The positions of a line by the number of its move: before it, and after each of its moves. */
  #found = $state.raw<ReadonlyMap<number, readonly Frame[]>>(new Map());

  constructor(private readonly table: string) {}

  readonly shown = $derived(this.#judged !== null);
  /** The moves of the line. */
  readonly moves = $derived<readonly string[]>(this.#judged?.line ?? []);
  readonly frames = $derived(this.#judged ? (this.#found.get(this.#judged.ply) ?? []) : []);
  /** The shown position; null until the server has answered. */
  readonly frame = $derived(this.frames[this.step] ?? null);
  /** The move that comes next, to be drawn as a hint. */
  readonly next = $derived(this.moves[this.step] ?? null);
  /** How far one can step: not beyond what the server has sent. */
  readonly last = $derived(Math.max(0, this.frames.length - 1));

  /** Shows the line of a move; null: the played moves are shown. */
  show(judged: JudgedMove | null): void {
    if (judged?.ply === this.#judged?.ply) return;
    this.step = 0;
    this.#judged = judged;
    if (judged && !this.#found.has(judged.ply)) void this.#ask(judged);
  }

  async #ask({ ply, line }: JudgedMove): Promise<void> {
    const request = { table: this.table, first: ply - 1, instead: [...line] };
    const { frames } = await api.replay(request).catch(() => ({ frames: [] }));
    if (frames.length) this.#found = new Map([...this.#found, [ply, frames]]);
  }

  go(step: number): void {
    this.step = Math.max(0, Math.min(this.last, step));
  }

  /** The moves up to the shown position. At its start: those that the player makes alone. */
  playedOn(): readonly string[] {
    if (this.step > 0) return this.moves.slice(0, this.step);
    return this.#judged?.proved ? this.moves.slice(0, 1) : this.moves;
  }
}
