/** The server's previews of moves. They are kept until the position changes. */
import { SvelteMap } from 'svelte/reactivity';
import type { MovePreview } from '$/lib/protocol';
import type { TableProps } from '$/games/plugin';

export class Previews {
  readonly #found = new SvelteMap<string, MovePreview>();

  clear(): void {
    this.#found.clear();
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
    }, moment);
    return () => clearTimeout(timer);
  }
}
