/**
 * Draws a position as one SVG text, with the components that the tables use. It needs no browser: Python
 * runs it for notebooks (src/lutetia/api/drawing.py), and the player of a record runs it in a page.
 */
import { render } from 'svelte/server';
import city from '$/art/city?sprite';
import player from '$/art/player?sprite';
import belle from '$/art/belle?sprite';
import tokens from '$/styles/tokens.css?inline';
import board from '$/games/lumiere/board.css?inline';
import theme from '$/games/belle_epoque/theme.css?inline';
import map from '$/games/belle_epoque/table.css?inline';
import BoardDefs from '$/games/lumiere/BoardDefs.svelte';
import Board from '$/games/lumiere/Board.svelte';
import Art from '$/games/belle_epoque/Art.svelte';
import CityMap from '$/games/belle_epoque/map/CityMap.svelte';
import { HEIGHT, WIDTH } from '$/games/belle_epoque/geometry';
import Defs from '$/ui/Defs.svelte';

interface Game {
  width: number;
  height: number;
  style: string;
  symbols: string;
  /** Patterns and gradients that the drawing refers to. */
  defs: readonly unknown[];
  drawing: unknown;
}

const GAMES: Record<string, Game> = {
  lumiere: {
    width: 868,
    height: 868,
    style: board,
    symbols: city + player,
    defs: [Defs, BoardDefs],
    drawing: Board,
  },
  belle_epoque: {
    width: WIDTH,
    height: HEIGHT,
    style: theme + map,
    symbols: city + player + belle,
    defs: [Defs, Art],
    drawing: CityMap,
  },
};

/** Svelte marks its blocks with comments. A picture does not need them. */
const plain = (text: string): string => text.replace(/<!--.*?-->/gs, '');

const toText = render as unknown as (
  component: unknown,
  options: { props: object },
) => { head: string; body: string };

function part(component: unknown, props: object): { body: string; style: string } {
  const { head, body } = toText(component, { props });
  const styles = [...head.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, text]) => text ?? '');
  return { body: plain(body), style: styles.join('') };
}

/** The games that can be drawn. */
export const games = (): string[] => Object.keys(GAMES);

/** What all drawings of a game share: styles, symbols, patterns. */
export function shared(game: string): string {
  const found = GAMES[game];
  if (!found) throw new Error(`no drawing of ${game}`);
  const defs = found.defs.map((one) => part(one, {}));
  const style = tokens + found.style + defs.map((one) => one.style).join('');
  const symbols = `<svg width="0" height="0"><defs>${found.symbols}</defs></svg>`;
  return `<style><![CDATA[${style}]]></style>${symbols}${defs.map((one) => one.body).join('')}`;
}

/** The position itself. */
export function picture(game: string, position: unknown, scores: unknown): string {
  const found = GAMES[game];
  if (!found) throw new Error(`no drawing of ${game}`);
  const { body, style } = part(found.drawing, { position, scores });
  return `<style><![CDATA[${style}]]></style>${body}`;
}

/** A whole SVG file. */
export function draw(game: string, position: unknown, scores: unknown, look: string): string {
  const { width, height } = GAMES[game] ?? { width: 1, height: 1 };
  const inner = shared(game) + picture(game, position, scores);
  const box = `viewBox="0 0 ${width} ${height}" width="${Math.round(width * 0.7)}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${box} data-theme="${look}">${inner}</svg>`;
}
