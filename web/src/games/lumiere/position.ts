// Made by `python -m lutetia.server.protocol.typescript`; do not edit.

import type { Json } from "$/lib/protocol";

/** A building on the board. */
export interface Building {
  name: string;
  owner: "orange" | "blue";
  spaces: string[];
  annex: string | null;
}

/** A piece of a postcard on the board. */
export interface Piece {
  space: string;
  owner: "orange" | "blue" | null;
  /** Only the statue looks to a side. */
  facing?: "north" | "east" | "south" | "west" | null;
}

/** A position of La Cité (docs/notation.md); what a view hides is null. */
export interface Position {
  game: "lumiere";
  ply: number;
  phase: "laying" | "building" | "over";
  to_move: "orange" | "blue" | null;
  passes: number;
  /** The building that has to be built now. */
  pending: string | null;
  squares: { [key: string]: Tile | null };
  spaces: { [key: string]: Space | null };
  buildings: Building[];
  pieces: Record<"painter" | "lamp" | "dancer" | "fountain" | "large-lamp" | "statue", Piece | null>;
  pool: string[];
  reserves: Record<"orange" | "blue", string[]>;
  postcards: Postcard[];
  powers: { [key: string]: "none" | "held" | "spent" };
  tokens: Record<"orange" | "blue", number>;
  hands: Record<"orange" | "blue", number[] | null>;
  hand_counts: Record<"orange" | "blue", number>;
  piles: Record<"orange" | "blue", number[] | null>;
  pile_counts: Record<"orange" | "blue", number>;
}

/** A postcard in play. */
export interface Postcard {
  name: string;
  state: "open" | "held" | "used";
  owner: "orange" | "blue" | null;
}

/** A space with its printed kind, what stands on it and whose that is. */
export interface Space {
  kind: "orange" | "blue" | "mixed" | "streetlight";
  piece: string | null;
  owner: "orange" | "blue" | null;
}

/** A street tile that lies on a square of the board. */
export interface Tile {
  owner: "orange" | "blue";
  tile: number;
  turned: number;
}

const NAMES = ["game", "ply", "phase", "to_move", "passes", "pending", "squares", "spaces", "buildings", "pieces", "pool", "reserves", "postcards", "powers", "tokens", "hands", "hand_counts", "piles", "pile_counts"];

/** Whether the server sent a position of this game. */
export function isPosition(value: Json): value is Position {
  return NAMES.every((name) => name in value);
}
