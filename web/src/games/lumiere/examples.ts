/** Small drawn examples for the help. Each is a corner of a board. */
import type { Cell } from './geometry';
import type { Kind, Seat, Side } from './types';

export interface Example {
  kinds: readonly (readonly Kind[])[];
  lamps: readonly Cell[];
  large?: boolean;
  buildings: readonly {
    name: string;
    x: number;
    y: number;
    turn: number;
    owner: Seat;
    light: number;
  }[];
  pieces: readonly { piece: string; x: number; y: number; owner: Seat; facing?: Side }[];
}

const SIGNS: Readonly<Record<string, Kind>> = {
  o: 'orange',
  b: 'blue',
  m: 'mixed',
  L: 'streetlight',
};

function kinds(...rows: readonly string[]): Kind[][] {
  return rows.map((row) => [...row].map((sign) => SIGNS[sign] ?? 'mixed'));
}

function lampsIn(rows: readonly string[]): Cell[] {
  return rows.flatMap((row, y) =>
    [...row].flatMap((sign, x): Cell[] => (sign === 'L' ? [[x, y]] : [])),
  );
}

function example(rows: readonly string[], more: Partial<Omit<Example, 'kinds'>> = {}): Example {
  return { kinds: kinds(...rows), lamps: lampsIn(rows), buildings: [], pieces: [], ...more };
}

const LIT = example(['oooL', 'Looo', 'bobb'], {
  buildings: [{ name: 'line', x: 0, y: 0, turn: 0, owner: 'orange', light: 2 }],
});

export const EXAMPLES: Readonly<Record<string, Example>> = {
  'space.streetlight': LIT,
  score: LIT,
  'postcard.lampadaire': example(['boob', 'oooo', 'bmob'], {
    lamps: [[1, 1]],
    buildings: [{ name: 'corner', x: 2, y: 1, turn: 0, owner: 'orange', light: 1 }],
  }),
  'postcard.la-grande-lumiere': example(['boobo', 'ooobb', 'boLob', 'mbobo', 'obobb'], {
    large: true,
  }),
  'postcard.le-peintre': example(['ooLb', 'obbb', 'Looo'], {
    buildings: [{ name: 'line', x: 1, y: 1, turn: 0, owner: 'blue', light: 1 }],
    pieces: [{ piece: 'painter', x: 0, y: 1, owner: 'orange' }],
  }),
  'postcard.moulin-rouge': example(['oobb', 'oobL', 'obbb'], {
    buildings: [{ name: 'line', x: 1, y: 2, turn: 0, owner: 'blue', light: 1 }],
    pieces: [{ piece: 'dancer', x: 1, y: 1, owner: 'orange' }],
  }),
  'postcard.fontaine-des-mers': example(['ooob', 'bomo', 'ooob'], {
    buildings: [
      { name: 'line', x: 0, y: 0, turn: 0, owner: 'orange', light: 0 },
      { name: 'line', x: 0, y: 2, turn: 0, owner: 'orange', light: 0 },
    ],
    pieces: [{ piece: 'fountain', x: 2, y: 1, owner: 'orange' }],
  }),
  'postcard.le-penseur': example(['obo', 'bob', 'oob'], {
    pieces: [{ piece: 'statue', x: 1, y: 1, owner: 'orange', facing: 'east' }],
  }),
  'postcard.bouquinistes': example(['ooob', 'booo'], {
    buildings: [{ name: 'line', x: 0, y: 0, turn: 0, owner: 'orange', light: 0 }],
    pieces: [{ piece: 'annex', x: 2, y: 1, owner: 'orange' }],
  }),
  'postcard.jardin-des-plantes': example(['oomL', 'bbob'], {
    buildings: [{ name: 'garden', x: 1, y: 0, turn: 0, owner: 'orange', light: 1 }],
  }),
  'postcard.metropolitain': example(['oLob', 'bbbb'], {
    lamps: [],
    buildings: [{ name: 'line', x: 0, y: 0, turn: 0, owner: 'orange', light: 0 }],
  }),
  'postcard.chartier': example(['obob', 'bmbb'], {
    buildings: [{ name: 'line', x: 0, y: 0, turn: 0, owner: 'orange', light: 0 }],
  }),
};
