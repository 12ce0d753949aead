// Made by `python -m lutetia.server.protocol.typescript`; do not edit.

import type { Json } from "$/lib/protocol";

/** The bonus tiles of a seat. */
export interface BonusTiles {
  unused: number[] | null;
  unused_count: number;
  used: number[];
}

/** One of the six districts. */
export interface DistrictState {
  income: number;
  bank: ("orange" | "blue" | "absinthe" | "peony")[];
  /** The scoring tile on this district, by its points for the first place. */
  scoring_tile: number | null;
  /** By the printed value. */
  spaces: { [key: string]: Space };
  landmarks: { [key: string]: Partial<Record<"orange" | "blue" | "absinthe" | "peony", number>> };
}

/** The end-of-game tiles. */
export interface EndTiles {
  left: number;
  /** The tiles that are left, for the seat that looks at them now. */
  faces: string[] | null;
  taken: TakenEndTile[];
  used: UsedEndTile[];
  looks: Partial<Record<"orange" | "blue" | "absinthe" | "peony", Look[] | null>>;
}

/** What a look at the end-of-game tiles told: the faces that others took since the last look. */
export interface Look {
  by: ("orange" | "blue" | "absinthe" | "peony")[];
  faces: (string | null)[];
}

/** A pile of building tiles. */
export interface Pile {
  left: number;
  back: "montmartre" | "la-villette" | "saint-germain" | "belleville" | "batignolles" | "chaillot" | null;
  tiles: (string | null)[] | null;
}

/** A position of the Belle Époque (docs/notation-belle-epoque.md). */
export interface Position {
  ply: number;
  to_move: "orange" | "blue" | "absinthe" | "peony" | null;
  phase: "draw" | "place" | "act" | "choose" | "bonus" | "prestige" | "scoring" | "end" | "over";
  stage: "open" | "last-round" | "final";
  first: "orange" | "blue" | "absinthe" | "peony";
  turns: number;
  round: number;
  waiting: Waiting | null;
  piles: Pile[];
  put_away: (string | null)[] | null;
  drawn: string | null;
  left_the_game: string[];
  arc: ("orange" | "blue" | "absinthe" | "peony")[];
  districts: Record<"montmartre" | "la-villette" | "saint-germain" | "belleville" | "batignolles" | "chaillot", DistrictState>;
  landmarks: number[];
  scoring_tiles: number[];
  supply: Record<"wood" | "marble" | "gold", number>;
  track: TrackSpace[];
  end_tiles: EndTiles;
  seats: Partial<Record<"orange" | "blue" | "absinthe" | "peony", SeatState>>;
}

/** What a seat has; null if it is behind another seat's screen. */
export interface SeatState {
  points: number;
  francs: number | null;
  tokens: Record<"wood" | "marble" | "gold" | "bronze-medal" | "silver-medal" | "gold-medal", number> | null;
  from_tiles: Record<"wood" | "marble" | "gold" | "bronze-medal" | "silver-medal" | "gold-medal", number> | null;
  hand: number | null;
  pool: number;
  meeple: number;
  bonus: BonusTiles;
  end_tiles: number;
}

/** A building space of a district. */
export interface Space {
  /** The tile by its printed home, for example `montmartre:5`. */
  tile: string | null;
  type: "cafe" | "bakery" | "restaurant" | "hotel" | "theatre" | "residence" | null;
  token: "wood" | "marble" | "gold" | "bronze-medal" | "silver-medal" | "gold-medal" | null;
  keys: Partial<Record<"orange" | "blue" | "absinthe" | "peony", number>>;
}

/** An end-of-game tile that somebody took. */
export interface TakenEndTile {
  by: "orange" | "blue" | "absinthe" | "peony";
  face: string | null;
  used: boolean | null;
}

/** A space of the bonus track with its tile. */
export interface TrackSpace {
  space: number;
  tile: number;
  left: number;
}

/** An end-of-game tile that somebody used. */
export interface UsedEndTile {
  by: "orange" | "blue" | "absinthe" | "peony";
  face: string | null;
}

/** The property whose benefits wait for an answer. */
export interface Waiting {
  district: "montmartre" | "la-villette" | "saint-germain" | "belleville" | "batignolles" | "chaillot";
  value: number;
  scoring: boolean;
}

const NAMES = ["ply", "to_move", "phase", "stage", "first", "turns", "round", "waiting", "piles", "put_away", "drawn", "left_the_game", "arc", "districts", "landmarks", "scoring_tiles", "supply", "track", "end_tiles", "seats"];

/** Whether the server sent a position of this game. */
export function isPosition(value: Json): value is Position {
  return NAMES.every((name) => name in value);
}
