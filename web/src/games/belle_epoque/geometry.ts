/**
 * Where things are on the map: the Étoile in the middle, six districts round it, the bonus track as
 * the boulevard. Angles in degrees, clockwise from the top; the city is a little wider than high.
 */
import { VALUES } from './components';
import type { District } from './types';

export type Point = readonly [x: number, y: number];
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const WIDTH = 1000;
export const HEIGHT = 944;
export const CENTRE: Point = [500, 472];
export const WIDER = 1.06;

/** The districts in clockwise order. */
export const ROUND: readonly District[] = [
  'montmartre',
  'la-villette',
  'belleville',
  'saint-germain',
  'chaillot',
  'batignolles',
];
export const TRACK_SPACES = 30;

const SIDE = 18.5;
const INNER = 217;
const OUTER = 293;
const BANK = 139;
const BAND = 357;
/** Slanting districts have less room beside a building, so their outer band is further out. */
const SLANTED_BAND = 371;
const TRACK = 444;

export function polar(angle: number, radius: number): Point {
  const turned = (angle * Math.PI) / 180;
  return [CENTRE[0] + WIDER * radius * Math.sin(turned), CENTRE[1] - radius * Math.cos(turned)];
}

export function angleOf(district: District): number {
  return ROUND.indexOf(district) * 60;
}

/** On the right values rise clockwise, on the left the other way, so that both read from the top. */
export function startSide(district: District): 1 | -1 {
  return ROUND.indexOf(district) < 3 ? -1 : 1;
}

export function bankAt(district: District): Point {
  return polar(angleOf(district), BANK);
}

export function spaceAt(district: District, value: number): Point {
  const slot = VALUES.indexOf(value);
  const side = startSide(district) * (1 - (slot % 3));
  return polar(angleOf(district) + side * SIDE, slot < 3 ? INNER : OUTER);
}

function band(district: District): number {
  return angleOf(district) % 180 === 0 ? BAND : SLANTED_BAND;
}

export function scoringTileAt(district: District): Point {
  return polar(angleOf(district) + startSide(district) * 22.5, BAND - 2);
}

export function sumsAt(district: District): Point {
  const [x, y] = polar(angleOf(district) - startSide(district) * 21.5, band(district));
  // Above and below the middle they stand close to a building: three or four need the room to the edge.
  return angleOf(district) % 180 === 0 ? [x + 4, y + 12 * Math.sign(y - CENTRE[1])] : [x, y];
}

export function trackAt(space: number): Point {
  return polar(space * (360 / TRACK_SPACES) - 6, TRACK);
}

export function pileAt(index: number): Point {
  return [[27, 83, 27][index] ?? 27, [55, 55, 117][index] ?? 55];
}

export function looseScoringTileAt(index: number): Point {
  return [972 - (index % 3) * 55, 51 + Math.floor(index / 3) * 55];
}

export const END_STACK: Point = [943, 885];

export function around([x, y]: Point, width: number, height: number): Box {
  return { x: x - width / 2, y: y - height / 2, width, height };
}

/** The smallest box around a box and others. */
export function unionOf(first: Box, others: readonly Box[]): Box {
  return others.reduce((all, { x, y, width, height }) => {
    const [left, top] = [Math.min(all.x, x), Math.min(all.y, y)];
    return {
      x: left,
      y: top,
      width: Math.max(all.x + all.width, x + width) - left,
      height: Math.max(all.y + all.height, y + height) - top,
    };
  }, first);
}

export function middle({ x, y, width, height }: Box): Point {
  return [x + width / 2, y + height / 2];
}

function ellipse(radius: number): string {
  return `${(radius * WIDER).toFixed(1)} ${radius}`;
}

const spot = ([x, y]: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** The outline of a district: a sector between two avenues. */
export function sector(district: District): string {
  const angle = angleOf(district);
  const half = (radius: number, gap: number): number =>
    30 - (Math.asin(gap / radius) * 180) / Math.PI;
  const [inner, outer, edge] = [102, 414, 400];
  const [a, b, c] = [half(inner, 6), half(edge, 12), half(outer, 19)];
  return [
    `M${spot(polar(angle - a, inner))}L${spot(polar(angle - b, edge))}`,
    `Q${spot(polar(angle - b, outer))} ${spot(polar(angle - c, outer))}`,
    `A${ellipse(outer)} 0 0 1 ${spot(polar(angle + c, outer))}`,
    `Q${spot(polar(angle + b, outer))} ${spot(polar(angle + b, edge))}`,
    `L${spot(polar(angle + a, inner))}A${ellipse(inner)} 0 0 0 ${spot(polar(angle - a, inner))}Z`,
  ].join('');
}

/** The line on which a district's name is written; below the middle it runs the other way. */
export function nameLine(district: District): string {
  const angle = angleOf(district);
  const below = angle > 90 && angle < 270;
  const radius = below ? 408 : 396;
  const [from, to] = below ? [angle + 28, angle - 28] : [angle - 28, angle + 28];
  return `M${spot(polar(from, radius))}A${ellipse(radius)} 0 0 ${below ? 0 : 1} ${spot(polar(to, radius))}`;
}

/** Trees and lamps along an avenue. */
export function avenue(angle: number): { at: Point; lamp: boolean }[] {
  return Array.from({ length: 14 }, (_, step) => ({
    at: polar(angle, 118 + step * 22),
    lamp: step % 4 === 0,
  }));
}

/** The point in the middle of the screen when the map shows a district closely. */
export function viewOf(district: District): Point {
  return polar(angleOf(district), 262);
}
