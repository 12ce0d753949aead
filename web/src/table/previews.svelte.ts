/** The server's previews of moves. They are kept until the position changes. */
import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { MovePreview } from '$/lib/protocol';
import type { TableProps } from '$/games/plugin';

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
    if (!move || this.#found.has(move)) return undefined;
    const timer = setTimeout(async () => {
      for (const found of await preview([move])) this.#found.set(found.move, found);
      this.#answered.add(move);
    }, moment);
    return () => clearTimeout(timer);
  }
}
