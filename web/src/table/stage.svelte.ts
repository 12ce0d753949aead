/**
 * The scene that the table shows. The server may be ahead: moves of the others are shown one after
 * the other, each for a beat. An input goes to the newest scene at once.
 */
import type { TableState } from '$/lib/protocol';

/** What changes with a move. Everything else of a state (seats, clock, questions) is shown at once. */
export type Scene = Pick<TableState, 'ply' | 'phase' | 'to_move' | 'outcome' | 'views'> & {
  /** The number of log entries that belong to it. */
  moves: number;
};

interface Director {
  /** Shows a scene after another one. */
  present(scene: Scene, before: Scene | null): void;
  /** Milliseconds until the next scene may follow; 0: at once. */
  lasts(scene: Scene, before: Scene | null): number;
  /** The scenes between two scenes, if several moves came at once. */
  between(before: Scene, scene: Scene): Promise<readonly Scene[]>;
}

/** More moves than this are not shown one by one: the reader was away. */
const MOST = 16;

export class Stage {
  shown = $state.raw<Scene | null>(null);
  /** Whether scenes wait. */
  busy = $state(false);
  /** Whether the last moves are shown again. */
  repeating = $state(false);
  #waiting: Scene[] = [];
  #newest: Scene | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Rises when everything that waits is dropped. */
  #round = 0;
  #filling: Promise<void> = Promise.resolve();

  constructor(private readonly director: Director) {}

  /** A state came from the server. */
  take(scene: Scene): void {
    const before = this.#newest;
    this.#newest = scene;
    if (!before || !this.shown) return this.#present(scene);
    /* The game may begin or end without a move: everybody sits, somebody resigns. */
    if (scene.phase !== before.phase && scene.ply === before.ply) return this.#jump();
    if (scene.ply === before.ply) return this.#replace(before, scene);
    const more = scene.moves - before.moves;
    if (more < 1 || more > MOST || this.director.lasts(scene, before) === 0) return this.#jump();
    const round = this.#round;
    this.#filling = this.#filling.then(async () => {
      const filled = more > 1 ? await this.director.between(before, scene).catch(() => []) : [];
      if (round !== this.#round) return;
      this.#waiting.push(...filled, scene);
      if (this.#timer === undefined) this.#next();
    });
  }

  /** The same position with other details, for example a question that was answered. */
  #replace(before: Scene, scene: Scene): void {
    if (this.shown === before) this.shown = scene;
    else this.#waiting = this.#waiting.map((one) => (one === before ? scene : one));
  }

  /** Shows scenes of the past, then the newest scene. */
  repeat(scenes: readonly Scene[]): void {
    if (!this.#newest || scenes.length === 0) return;
    this.#drop();
    this.repeating = true;
    this.#waiting = [...scenes, this.#newest];
    this.#next();
  }

  #next(): void {
    this.#timer = undefined;
    const scene = this.#waiting.shift();
    if (!scene) {
      this.busy = false;
      this.repeating = false;
      return;
    }
    const { shown } = this;
    if (this.#waiting.length === 0) this.repeating = false;
    this.busy = true;
    this.#present(scene);
    this.#timer = setTimeout(() => this.#next(), this.director.lasts(scene, shown));
  }

  #present(scene: Scene): void {
    this.director.present(scene, this.shown);
  }

  #drop(): void {
    this.#round++;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = [];
    this.busy = false;
    this.repeating = false;
  }

  #jump(): void {
    this.#drop();
    if (this.#newest && this.shown !== this.#newest) this.#present(this.#newest);
  }

  /** Goes to the newest scene at once. */
  finish(): void {
    if (this.busy || this.shown !== this.#newest) this.#jump();
  }

  close(): void {
    this.#drop();
  }
}
