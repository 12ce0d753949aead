/** What was chosen on the start page the last time: the game and the level of the computer. */
import { MOST_LEVELS } from './levels';

const KEY = 'lutetia.last-choice';

export interface LastChoice {
  game: string;
  level: number;
}

/** The last choice; null if there is none that can be read. */
export function lastChoice(storage: Pick<Storage, 'getItem'> = localStorage): LastChoice | null {
  try {
    const found = JSON.parse(storage.getItem(KEY) ?? 'null') as Partial<LastChoice> | null;
    if (typeof found?.game !== 'string' || !Number.isInteger(found.level)) return null;
    return { game: found.game, level: Math.max(1, Math.min(MOST_LEVELS, found.level ?? 1)) };
  } catch {
    return null;
  }
}

export function keepChoice(
  choice: LastChoice,
  storage: Pick<Storage, 'setItem'> = localStorage,
): void {
  try {
    storage.setItem(KEY, JSON.stringify(choice));
  } catch {
    // Without storage the next visit begins with the first game.
  }
}
