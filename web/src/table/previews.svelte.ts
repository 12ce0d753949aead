/** The server's previews of moves. They are kept until the position changes. */
import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { MovePreview } from '$/lib/protocol';
import type { TableProps } from '$/games/plugin';

/** The server answers at most so many at once. */
const MOST = 64;

export class Previews {
  readonly #found = new SvelteMap<string, MovePreview>();
  readonly #answered = new SvelteSet<string>();

  clear(): void {
    this.#found.clear();
    this.#answered.clear();
  }

  /** Whether the server answered about a move, with a preview or without one. */
  answered(move: string | null | undefined): boolean {
    return move ? this.#answered.has(move) : false;
  }

  of(move: string | null | undefined): MovePreview | null {
    return move ? (this.#found.get(move) ?? null) : null;
  }

  /**
   * Asks for the preview of a move after a short delay. For an effect: the returned function cancels
   * the question when another move is chosen.
   */
  ask(
    move: string | null | undefined,
    preview: TableProps['preview'],
    moment: number,
  ): (() => void) | undefined {
    return move ? this.askAll([move], preview, moment) : undefined;
  }

  /** The same for several moves at once. */
  askAll(
    moves: readonly string[],
    preview: TableProps['preview'],
    moment: number,
  ): (() => void) | undefined {
    const unknown = moves.filter((move) => !this.#found.has(move)).slice(0, MOST);
    if (!unknown.length) return undefined;
    const timer = setTimeout(async () => {
      for (const found of await preview(unknown)) this.#found.set(found.move, found);
      for (const move of unknown) this.#answered.add(move);
    }, moment);
    return () => clearTimeout(timer);
  }
}
