/** The trays of a table. A phone shows one of them at a time: the tray in front. */

/**
 * The tray in front when something new is asked. The only useful tray always comes to the front.
 * Among several useful trays, a tray that the player chose to look at stays.
 */
export function trayInFront<Id extends string>(
  front: Id,
  toLookAt: boolean,
  useful: readonly Id[],
): Id {
  const [first] = useful;
  if (!first || useful.includes(front)) return front;
  return useful.length === 1 || !toLookAt ? first : front;
}

export class Trays<Id extends string> {
  #front: Id;
  /** What has the place of the trays for a while, until it is put away or a tray is chosen. */
  #over: Id | null;
  /** Whether the player chose the tray in front although there was nothing to do in it. */
  #toLookAt = false;
  /** The trays in which the player can act. */
  #useful: readonly Id[] = [];

  constructor(first: Id) {
    this.#front = $state(first);
    this.#over = $state(null);
  }

  get front(): Id {
    return this.#over ?? this.#front;
  }

  /** Shows something in the place of the trays; null: the tray that was in front comes back. */
  cover(over: Id | null): void {
    this.#over = over;
  }

  /** The player chooses a tray. */
  choose(id: Id): void {
    this.#over = null;
    this.#front = id;
    this.#toLookAt = !this.#useful.includes(id);
  }

  /** Something new is asked, and the player can act in these trays, the likeliest first. */
  offer(useful: readonly Id[]): void {
    const front = trayInFront(this.#front, this.#toLookAt, useful);
    this.#toLookAt &&= front === this.#front;
    this.#front = front;
    this.#useful = useful;
  }
}
