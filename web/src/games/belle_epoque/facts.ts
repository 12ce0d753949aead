// Made by `python -m lutetia.server.protocol.typescript`; do not edit.

import type { Json } from "$/lib/protocol";

/** What each bonus tile would bring the seat now. */
export interface Figures {
  tiles: TileFigure[];
}

/** The property that the key leaves. It is free for others afterwards (B5.3). */
export interface Left {
  district: "montmartre" | "la-villette" | "saint-germain" | "belleville" | "batignolles" | "chaillot";
  value: number;
}

/** The medals that the landmark takes (B6.3). */
export interface Medals {
  kind: "wood" | "marble" | "gold" | "bronze-medal" | "silver-medal" | "gold-medal";
  most: number;
  /** The points for the most medals. */
  points: number;
}

/** What a move leads to. */
export interface Offer {
  walk: Walk | null;
  medals: Medals | null;
  scoring: ScoringRight | null;
  sums: Sums | null;
  left: Left | null;
  /** The bonus tile that the move takes. */
  tile: TileFigure | null;
}

/** Another seat in the district of a key move. */
export interface Rival {
  seat: "orange" | "blue" | "absinthe" | "peony";
  sum: number;
  /** The rival was not behind before the move, and is behind after it. */
  overtaken: boolean;
}

/** A scoring tile on a district, and what it would score there if the game ended now. */
export interface ScoringPlace {
  /** By its points for the first place. */
  tile: number;
  district: "montmartre" | "la-villette" | "saint-germain" | "belleville" | "batignolles" | "chaillot";
  points: Partial<Record<"orange" | "blue" | "absinthe" | "peony", number>>;
}

/** The right to put a scoring tile on a district (B6.4). */
export interface ScoringRight {
  /** The key that brings it: the fourth, or an earlier one with a house rule. */
  keys: number;
  /** The scoring tiles that are left, by their points for the first place. */
  tiles: number[];
  /** The place with the best lead over the other seats now. */
  best: ScoringPlace;
}

/** The sums of values in the district of a key move (B9.2). */
export interface Sums {
  district: "montmartre" | "la-villette" | "saint-germain" | "belleville" | "batignolles" | "chaillot";
  before: number;
  after: number;
  /** The place of the seat after the move; 1 is the first. */
  place: number;
  rivals: Rival[];
}

/** What a bonus tile would bring the seat now, if the seat held it unused. */
export interface TileFigure {
  tile: number;
  /** The number of ways to use it now; 0: it would do nothing. */
  ways: number;
  /** The most points that a use gives; for tile 27 the points if the game ended now. */
  points: number;
  francs: number;
  /** The least and the most francs for which the tokens of a use can be sold, if it gives any. */
  sold: number[];
}

/** The step of the meeple that the move offers (B6.2). */
export interface Walk {
  price: number;
  can_pay: boolean;
  /** The tiles that the meeple can reach. */
  tiles: number[];
}

/** Whether the server sent this; it sends an empty object if it does not know. */
export function isOffer(value: Json): value is Offer {
  return ["walk", "medals", "scoring", "sums", "left", "tile"].every((name) => name in value);
}

/** Whether the server sent this; it sends an empty object if it does not know. */
export function isFigures(value: Json): value is Figures {
  return ["tiles"].every((name) => name in value);
}
