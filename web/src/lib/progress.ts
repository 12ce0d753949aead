/** The reader's progress in each lesson. This browser stores it. */
const KEY = 'lutetia.lessons';

function all(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

export function stepsDone(game: string): number {
  return all()[game] ?? 0;
}

export function stepDone(game: string, steps: number): void {
  try {
    localStorage.setItem(
      KEY,
      JSON.stringify({ ...all(), [game]: Math.max(stepsDone(game), steps) }),
    );
  } catch {
    // Without storage the lesson still works; it only starts anew next time.
  }
}
