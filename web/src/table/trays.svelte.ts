/** The trays of a table. A phone shows one of them at a time: the tray in front. */

/**
 * The tray in front when something new is asked. The only useful tray always comes to the front.
 * Among several useful trays, the tray that the player chose stays.
 */
export function trayInFront<Id extends string>(
  front: Id,
  byHand: boolean,
  useful: readonly Id[],
): Id {
  const [first] = useful;
  if (!first || useful.includes(front)) return front;
  return useful.length === 1 || !byHand ? first : front;
}

export class Trays<Id extends string> {
  front: Id;
  /** Whether the player chose the tray in front. */
  #byHand = false;

  constructor(first: Id) {
    this.front = $state(first);
  }

  /** The player chooses a tray. */
  choose(id: Id): void {
    this.front = id;
    this.#byHand = true;
  }

  /** Something new is asked, and the player can act in these trays, the likeliest first. */
  offer(useful: readonly Id[]): void {
    const front = trayInFront(this.front, this.#byHand, useful);
    this.#byHand &&= front === this.front;
    this.front = front;
  }
}
