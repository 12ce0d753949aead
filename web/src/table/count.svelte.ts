/** The count at the end of a game: one thing after the other, then the result. */
import type { CountedThing, Counting } from '$/games/plugin';
import type { Score } from '$/lib/protocol';

export interface CountStep {
  line: string;
  /** What lights up on the board; null if the line is counted as a whole. */
  thing: CountedThing | null;
  /** The points that each seat gets by this step. */
  adds: readonly number[];
}

/** The steps of the count. The server's points decide: things that do not add up to them are left out. */
export function countSteps(
  scores: readonly Score[],
  thingsOf: (line: string) => readonly CountedThing[],
): CountStep[] {
  return Object.keys(scores[0]?.lines ?? {}).flatMap((line): CountStep[] => {
    const points = scores.map(({ lines }) => lines[line] ?? 0);
    const things = thingsOf(line);
    const sums = points.map((_, seat) =>
      things.reduce((sum, thing) => sum + (thing.seat === seat ? thing.points : 0), 0),
    );
    if (things.length === 0 || sums.some((sum, seat) => sum !== points[seat]))
      return [{ line, thing: null, adds: points }];
    return things.map((thing) => ({
      line,
      thing,
      adds: points.map((_, seat) => (thing.seat === seat ? thing.points : 0)),
    }));
  });
}

/** Milliseconds for a step: a long line hurries, a line without points is passed quickly. */
export function stepLasts(steps: readonly CountStep[], index: number): number {
  const step = steps[index];
  if (!step) return 0;
  if (step.adds.every((points) => points === 0)) return 220;
  const same = steps.filter(({ line }) => line === step.line).length;
  return same === 1 ? 850 : Math.max(240, Math.min(620, 3600 / same));
}

export class Count {
  /** Whether everything is counted. It is true as long as no count has begun. */
  done = $state(true);
  #steps = $state.raw<readonly CountStep[]>([]);
  /** How many steps are counted. */
  #at = $state(0);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** From now on nothing is counted. */
  prepare(steps: readonly CountStep[]): void {
    clearTimeout(this.#timer);
    this.#steps = steps;
    this.#at = 0;
    this.done = steps.length === 0;
  }

  /** Counts, one step after the other. `onstep` hears each of them, and the end. */
  start(speed: number, onstep: (done: boolean) => void): void {
    const next = (): void => {
      if (this.done) return;
      if (this.#at < this.#steps.length) {
        this.#at++;
        onstep(false);
        this.#timer = setTimeout(next, stepLasts(this.#steps, this.#at - 1) * speed);
      } else {
        this.skip();
        onstep(true);
      }
    };
    next();
  }

  /** Everything is counted at once. */
  skip(): void {
    clearTimeout(this.#timer);
    this.#at = this.#steps.length;
    this.done = true;
  }

  /** The points as far as they are counted. */
  scores(all: Score[]): Score[] {
    if (this.done) return all;
    const counted = this.#steps.slice(0, this.#at);
    return all.map((score, seat) => {
      const lines = Object.fromEntries(Object.keys(score.lines).map((line) => [line, 0]));
      for (const { line, adds } of counted) lines[line] = (lines[line] ?? 0) + (adds[seat] ?? 0);
      return { total: Object.values(lines).reduce((sum, n) => sum + n, 0), lines };
    });
  }

  /** The line that is counted now; null before and after. */
  get counting(): Counting | null {
    const step = this.#steps[this.#at - 1];
    if (this.done || !step) return null;
    const lit = this.#steps
      .slice(0, this.#at)
      .flatMap(({ line, thing }) => (line === step.line && thing ? [thing] : []));
    return { line: step.line, lit };
  }
}
