import { describe, expect, test } from 'vitest';
import { nameOf } from '../../src/games/lumiere/geometry';
import stored from '../../src/games/lumiere/lesson.json';
import { cellsOfMove, parseMove, spacesOfMove } from '../../src/games/lumiere/moves';
import { movesOf, offersOf, reachOf } from '../../src/games/lumiere/offers';
import type { Picked } from '../../src/games/lumiere/offers';
import { Placement } from '../../src/games/lumiere/placement.svelte';
import {
  middleOf,
  nearestPlacement,
  placementsOver,
  powersSpent,
  refusingCells,
  turnOf,
  worthIn,
} from '../../src/games/lumiere/placing';
import type { Position } from '../../src/games/lumiere/types';

interface Step {
  position: Position;
  legal: string[];
}
const STEPS = stored as unknown as Step[];

/** Every piece that can be picked up in a position of the lesson. */
function pieces(legal: readonly string[]): Picked[] {
  const offers = offersOf(legal);
  return [
    ...[...offers.tiles].map((tile): Picked => ({ kind: 'tile', tile })),
    ...[...offers.buildings].map((building): Picked => ({ kind: 'building', building })),
    ...[...offers.cards].map((card): Picked => ({ kind: 'card', card })),
  ];
}

function holding(step: Step, picked: Picked, points?: (move: string) => number | null): Placement {
  const placement = new Placement(points);
  placement.renew(step.legal, step.position, step.position.to_move, []);
  placement.pickUp(picked);
  return placement;
}

function middle(space: string): [number, number] {
  return [space.charCodeAt(0) - 97 + 0.5, 8 - Number(space[1]) + 0.5];
}

/** Milliseconds: these tests look at many placements, and the machine may be busy. */
const SLOW = 120_000;

const ALL = STEPS.flatMap((step) => pieces(step.legal).map((picked) => ({ step, picked })));
const BUILDINGS = ALL.filter(({ picked }) => picked.kind === 'building');

test(
  'a touch on any marked space puts the piece down there',
  () => {
    let touched = 0;
    const refused: string[] = [];
    for (const { step, picked } of ALL) {
      const placement = holding(step, picked);
      const legal = new Set(step.legal);
      for (const space of placement.may) {
        placement.pickUp(picked);
        placement.touch(...middle(space));
        const { ready, ghost } = placement;
        const covers = ghost?.cells.some((cell) => nameOf(cell) === space);
        if (!legal.has(ready?.line ?? '') || !covers || ghost?.refusing.length)
          refused.push(`${JSON.stringify(picked)} on ${space}: ${ready?.line}`);
        touched += 1;
      }
    }
    expect(refused).toEqual([]);
    expect(touched).toBeGreaterThan(300);
  },
  SLOW,
);

test(
  'further touches and turns show every placement over the space, each once',
  () => {
    const wrong: string[] = [];
    for (const { step, picked } of BUILDINGS) {
      const placement = holding(step, picked);
      const moves = movesOf(picked, placement.offers);
      for (const space of placement.may) {
        const wanted = moves.filter((move) => spacesOfMove(move).includes(space));
        for (const next of [() => placement.touch(...middle(space)), () => placement.rotate(1)]) {
          placement.pickUp(picked);
          placement.touch(...middle(space));
          const seen = [placement.ready?.line];
          const { choices } = placement;
          for (let n = 1; n < wanted.length; n++) {
            next();
            seen.push(placement.ready?.line);
          }
          next();
          const all = wanted.map(({ text }) => text).sort();
          const same = JSON.stringify([...seen].sort()) === JSON.stringify(all);
          if (!same || choices !== all.length || placement.ready?.line !== seen[0])
            wrong.push(`${JSON.stringify(picked)} on ${space}: ${seen.join(' ')}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  },
  SLOW,
);

test('the first placement has the most light and the largest group, and spends no power', () => {
  let compared = 0;
  for (const { step, picked } of BUILDINGS) {
    const { position, legal } = step;
    const worth = worthIn(position, position.to_move ?? 'orange');
    const moves = movesOf(picked, offersOf(legal));
    for (const space of reachOf(moves)) {
      const over = placementsOver(
        moves.filter((move) => spacesOfMove(move).includes(space)),
        { point: middle(space), turn: 0, byHand: false, worth },
      );
      expect(worth(over[0]!)).toBe(Math.max(...over.map(worth)));
      compared += over.length;
    }
  }
  expect(compared).toBeGreaterThan(50);
});

test('a piece that the player turned keeps its turn where it fits', () => {
  let kept = 0;
  for (const { step, picked } of BUILDINGS) {
    const placement = holding(step, picked);
    for (const space of placement.may) {
      for (const turn of [90, 180, 270]) {
        placement.pickUp(picked);
        placement.rotate(turn / 90);
        placement.touch(...middle(space));
        const fits = movesOf(picked, placement.offers).some(
          (move) => spacesOfMove(move).includes(space) && turnOf(move) === turn,
        );
        if (!fits) continue;
        expect(placement.ghost?.turn).toBe(turn);
        kept += 1;
      }
    }
  }
  expect(kept).toBeGreaterThan(10);
});

test('a dragged piece snaps to a placement where it is, and lies there when it is let go', () => {
  for (const { step, picked } of BUILDINGS) {
    const placement = holding(step, picked);
    for (const move of movesOf(picked, placement.offers)) {
      placement.pickUp(picked);
      const [x, y] = middleOf(cellsOfMove(move));
      placement.drag(x + 0.2, y - 0.3);
      expect(placement.ready).toBeNull();
      const near = placement.ghost?.move;
      expect(near).not.toBeNull();
      const [nx, ny] = middleOf(cellsOfMove(near!));
      expect(Math.hypot(nx - x, ny - y)).toBeLessThanOrEqual(1);
      placement.drop(x + 0.2, y - 0.3);
      expect(placement.ready?.line).toBe(near?.text);
    }
  }
  const none = { point: [0, 0] as const, turn: 0, worth: () => 0 };
  expect(nearestPlacement([parseMove('build:line:f1:0')], none)).toBeNull();
});

describe('crosses', () => {
  test(
    'only spaces that refuse are crossed, and a refused building has at least one',
    () => {
      let crossed = 0;
      const wrong: string[] = [];
      for (const { step, picked } of BUILDINGS) {
        const placement = holding(step, picked);
        const { position } = step;
        for (let x = 0.5; x < 8; x++)
          for (let y = 0.5; y < 8; y++) {
            placement.pickUp(picked);
            placement.touch(x, y);
            const { ghost } = placement;
            if (!ghost || ghost.move) continue;
            const free = ghost.refusing.filter((cell) => {
              const space = position.spaces[nameOf(cell)];
              return space?.piece === null && [position.to_move, 'mixed'].includes(space.kind);
            });
            const touched = ghost.cells.some((cell) => cell[0] + 0.5 === x && cell[1] + 0.5 === y);
            if (free.length || !touched || !ghost.refusing.length) wrong.push(ghost.text);
            crossed += ghost.refusing.length;
          }
      }
      expect(wrong).toEqual([]);
      expect(crossed).toBeGreaterThan(100);
    },
    SLOW,
  );
  test('two spaces that need the same held power refuse each other', () => {
    const space = (kind: string) => ({ kind, piece: null, owner: null });
    const position = {
      spaces: { a8: space('blue'), b8: space('blue'), c8: space('orange') },
    } as unknown as Position;
    const may = new Set(['a8', 'b8', 'c8']);
    const row = [
      [0, 0],
      [1, 0],
      [2, 0],
    ] as const;
    expect(refusingCells(row, position, 'orange', may).map(nameOf)).toEqual(['a8', 'b8']);
    expect(refusingCells(row.slice(1), position, 'orange', may)).toEqual([]);
    const without = new Set(['c8']);
    expect(refusingCells(row.slice(1), position, 'orange', without).map(nameOf)).toEqual(['b8']);
  });
});

describe('levitation', () => {
  const step = STEPS.find(({ position }) => position.phase === 'building')!;
  const legal = ['levitation:line:cross', 'levitation:line:smile', 'levitation:undone'];
  const builds = ['build:cross:a1:0', 'build:cross:c3:0'].map(parseMove);

  test('is one decision: nothing is ready before the taken building has its place', () => {
    const placement = new Placement();
    placement.renew(legal, step.position, step.position.to_move, []);
    placement.pickUp({ kind: 'card', card: 'levitation' });
    expect(placement.ready).toBeNull();
    placement.exchange('line', 'cross');
    expect(placement.ready).toBeNull();
    placement.follow('levitation:line:smile', builds); // an answer that came too late
    expect(placement.needsPlace).toBe(false);
    placement.follow('levitation:line:cross', builds);
    expect(placement.ready).toBeNull();
    placement.touch(...middle('b2'));
    expect(placement.ready?.line).toBe('levitation:line:cross build:cross:a1:0');
    placement.exchange('line', 'smile');
    expect(placement.ready).toBeNull();
    expect(placement.ghost).toBeNull();
  });
  test('without a list of places the swap is played alone', () => {
    const placement = new Placement();
    placement.renew(legal, step.position, step.position.to_move, []);
    placement.pickUp({ kind: 'card', card: 'levitation' });
    placement.exchange('line', 'cross');
    placement.follow('levitation:line:cross', []);
    expect(placement.ready?.line).toBe('levitation:line:cross');
  });
});

test('the points that the server tells decide which placement a touch shows', () => {
  let changed = 0;
  for (const { step, picked } of BUILDINGS) {
    const rough = holding(step, picked);
    const seat = step.position.to_move ?? 'orange';
    const spends = (move: string): number =>
      powersSpent(step.position, seat, spacesOfMove(parseMove(move))).length;
    const told = new Map(rough.foreseen.map((move, index) => [move, (index * 37) % 101]));
    const exact = holding(step, picked, (move) => told.get(move) ?? null);
    for (const space of rough.may) {
      rough.pickUp(picked);
      exact.pickUp(picked);
      rough.touch(...middle(space));
      exact.touch(...middle(space));
      const over = [...told].filter(([move]) => spacesOfMove(parseMove(move)).includes(space));
      const least = Math.min(...over.map(([move]) => spends(move)));
      const best = Math.max(...over.flatMap(([move, n]) => (spends(move) === least ? [n] : [])));
      if (over.length) expect(told.get(exact.ready?.line ?? '')).toBe(best);
      if (rough.ready?.line !== exact.ready?.line) changed += 1;
    }
  }
  expect(changed).toBeGreaterThan(20);
});

test('until the server has told all points, the board decides', () => {
  for (const { step, picked } of BUILDINGS.slice(0, 4)) {
    const rough = holding(step, picked);
    const silent = new Set(rough.foreseen.slice(-1));
    const partly = holding(step, picked, (move) => (silent.has(move) ? null : 1));
    const [space] = spacesOfMove(parseMove([...silent][0] ?? ''));
    for (const placement of [rough, partly]) placement.touch(...middle(space ?? 'a1'));
    expect(partly.ready?.line).toBe(rough.ready?.line);
  }
});

describe('with nothing in hand', () => {
  const [step] = STEPS.filter(({ legal }) => offersOf(legal).buildings.size > 1);
  const { legal, position } = step!;
  const builds = legal.map(parseMove).filter(({ kind }) => kind === 'build');
  function empty(): Placement {
    const placement = new Placement();
    placement.renew(legal, position, position.to_move, []);
    placement.putBack();
    return placement;
  }

  test('a touch brings the building that is worth most over the space', () => {
    const worth = worthIn(position, position.to_move ?? 'orange');
    for (const space of reachOf(builds)) {
      const placement = empty();
      placement.touch(...middle(space));
      const over = builds.filter((move) => spacesOfMove(move).includes(space)).map(worth);
      expect(worth(placement.ready!.move)).toBe(Math.max(...over));
    }
  });
  test('a touch where nothing can be built refuses a building there', () => {
    const placement = empty();
    const built = position.buildings.flatMap(({ spaces }) => spaces);
    placement.touch(...middle(built[0]!));
    expect(placement.picked?.kind).toBe('building');
    expect(placement.ghost?.refusing).not.toEqual([]);
    expect(placement.ready).toBeNull();
  });
  test('another building lies at once where the last one was put down, if it fits there', () => {
    const names = [...offersOf(legal).buildings];
    let [fits, unfit] = [0, 0];
    for (const space of reachOf(builds)) {
      const placement = empty();
      placement.touch(...middle(space));
      for (const name of names.filter((each) => each !== placement.building)) {
        placement.change(name);
        expect(placement.building).toBe(name);
        expect(placement.ready !== null).toBe(placement.may.has(space));
        if (!placement.ready) {
          unfit += 1;
          break;
        }
        expect(spacesOfMove(placement.ready.move)).toContain(space);
        fits += 1;
      }
    }
    expect([fits > 0, unfit > 0]).toEqual([true, true]);
  });
});
