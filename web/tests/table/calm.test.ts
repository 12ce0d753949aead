/** An animation starts after the frames in which a change is drawn. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubBrowser } from '../browserStubs';

stubBrowser();
const { animateWhenCalm, whenCalm } = await import('../../src/table/calm');
const { changeFor, settle } = await import('../../src/table/appear');
const { settings } = await import('../../src/lib/settings.svelte');

let steps: Map<number, (now: number) => void>;
let asked = 0;
const page = { hidden: false };

beforeEach(() => {
  steps = new Map();
  page.hidden = false;
  settings.motion = 'auto';
  vi.stubGlobal('document', page);
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('requestAnimationFrame', (step: (now: number) => void) => {
    steps.set(++asked, step);
    return asked;
  });
  vi.stubGlobal('cancelAnimationFrame', (number: number) => steps.delete(number));
});
afterEach(() => vi.unstubAllGlobals());

function frame(now: number): void {
  const due = [...steps.values()];
  steps.clear();
  due.forEach((step) => step(now));
}

/** Frames at these milliseconds; the number of frames after which it began, 0 if it never did. */
function beganAfter(frames: readonly number[], dropsAfter = Infinity): number {
  let began = 0;
  let seen = 0;
  const drop = whenCalm(() => (began = seen));
  for (const now of frames) {
    if (seen === dropsAfter) drop();
    seen++;
    frame(now);
  }
  return began;
}

class Piece {
  shows: unknown = null;
  state = 'still';
  constructor(private readonly laid = true) {}
  closest = (): Piece | null => (this.laid ? this : null);
  animate(keyframes: unknown): object {
    [this.shows, this.state] = [keyframes, 'running'];
    return {
      pause: () => (this.state = 'paused'),
      play: () => (this.state = 'running'),
      cancel: () => (this.state = 'still'),
    };
  }
  get node(): Element {
    return this as unknown as Element;
  }
}

const sight = (piece: Piece): (() => void) =>
  animateWhenCalm(piece.node, [{ opacity: 0 }, { opacity: 1 }], { duration: 260 });

test('it begins after two frames in a row that came in time', () => {
  expect(beganAfter([100, 117, 134, 151])).toBe(3);
  expect(beganAfter([100, 200, 283, 300, 317, 334])).toBe(5);
});

test('it waits for the frame that is late because the picture is still drawn', () => {
  expect(beganAfter([100, 117, 183, 200, 217])).toBe(5);
});

test('a machine whose frames are all late waits for six of them', () => {
  expect(beganAfter([100, 133, 166, 200, 233, 266, 300, 333])).toBe(6);
});

test('what is dropped never begins', () => {
  expect(beganAfter([100, 200, 217, 234], 2)).toBe(0);
});

test('something new shows its first keyframe until the position is drawn', () => {
  const piece = new Piece();
  sight(piece);
  [100, 150, 167].forEach(frame);
  expect(piece.state).toBe('paused');
  frame(184);
  expect(piece.state).toBe('running');
});

test('what is ended while it waits is shown at once and never begins', () => {
  const piece = new Piece();
  const end = sight(piece);
  frame(100);
  end();
  [117, 134, 151].forEach(frame);
  expect(piece.state).toBe('still');
});

test('nothing moves on a page out of sight, where no frame would let it begin', () => {
  page.hidden = true;
  const piece = new Piece();
  sight(piece);
  expect(piece.state).toBe('still');
});

test('nothing moves if the reader wants less motion', () => {
  const [chosen, ofTheSystem] = [new Piece(), new Piece()];
  settings.motion = 'less';
  sight(chosen);
  settings.motion = 'auto';
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  sight(ofTheSystem);
  expect([chosen.state, ofTheSystem.state]).toEqual(['still', 'still']);
});

test('a piece that settles waits, and Svelte moves nothing itself', () => {
  const piece = new Piece();
  expect(settle(piece.node)).toEqual({ duration: 0 });
  expect(piece.state).toBe('paused');
  expect(piece.shows).toHaveProperty('opacity');
});

test('an own piece is seen as soon as its ghost is gone', () => {
  const piece = new Piece();
  changeFor('own', () => void settle(piece.node));
  expect(piece.state).toBe('paused');
  expect(piece.shows).not.toHaveProperty('opacity');
});

test('a piece that travels does not settle', () => {
  const [own, theirs] = [new Piece(false), new Piece()];
  changeFor('own', () => void settle(own.node));
  changeFor('others', () => void settle(theirs.node));
  expect([own.state, theirs.state]).toEqual(['still', 'still']);
});
