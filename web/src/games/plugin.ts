/**
 * How a game plugs into the client. A game brings its table, its words and its drawings; the shell
 * brings the page around it: connection, clock, chat, undo, menu, languages, sounds.
 *
 * A table knows no rules. It shows `view.position`, offers only what `view.legal` lists, and asks
 * `preview` what a move would score.
 */
import type { Component, Snippet } from 'svelte';
import type { Sound } from '$/lib/sound';
import type { Journey } from '$/table/journeys';
import type {
  EventInfo,
  Hint,
  Components,
  Json,
  LogEntry,
  MovePreview,
  Outcome,
  Outlook,
  PartChange,
  Score,
  SeatInfo,
  SeatView,
  TableInfo,
} from '$/lib/protocol';

/** How a seat looks in every game: colour, emblem and pattern belong together. */
export const LIVERIES = ['orange', 'blue', 'absinthe', 'peony'] as const;
export type Livery = (typeof LIVERIES)[number];

/** A seat as the client shows it: its player with name, look and clock. */
export interface Chair extends SeatInfo {
  livery: Livery;
  /** The name to show: the person's, or the computer's with its level. */
  title: string;
  /** Milliseconds left, or null without a clock. The shell keeps it running. */
  timeLeft: number | null;
  ticking: boolean;
  /** Milliseconds that the ticking clock waits before it runs. */
  timeFree: number;
  /** When the holiday of the player ends; null without one. */
  restsUntil: number | null;
}

/** Something that stands beside the board: the reason for a hint, the analysis of a replay. */
export interface Beside {
  title: string;
  body: Snippet;
  /** Whether it is as high as the column. */
  tall: boolean;
  /** Whether the reader plays on beside it, and so needs their own panel whole on a large screen. */
  keepsOwn?: boolean;
  /** The icon and the text of its tab on a phone; the text is the title unless it is said here. */
  icon?: string;
  tab?: string;
  /** Puts it away; without it, it has a button of its own. */
  onclose?: () => void;
}

export interface TableProps {
  /** The game is over and its sheet is closed: the button that opens it. */
  reopen?: Snippet | undefined;
  info: TableInfo;
  /** What the viewer may see. A watcher's and a replay's view has no legal moves. */
  view: SeatView;
  /** The whole log, oldest first. */
  log: readonly LogEntry[];
  /** All chairs, by seat number. */
  chairs: readonly Chair[];
  /** The seat that this screen plays now, or null for a watcher. */
  seat: number | null;
  toMove: number | null;
  /** Whether the computer to move waits, because somebody plays a rated game in this position. */
  halted?: boolean;
  outcome: Outcome | null;
  /** Whether a move can be sent: connected, our turn, nothing on its way. */
  live: boolean;
  /** A move to point at, until the position changes. */
  hint: Pick<Hint, 'seat' | 'move'> | null;
  /** Its move was put back or replaced. */
  unhint?: () => void;
  /** Plays a legal move; a refusal was already shown and announced when this resolves to false. */
  send(move: string): Promise<boolean>;
  /**
   * What legal moves would score; empty when it cannot be asked (replay, lesson, offline). A text may
   * hold several moves with spaces between them. With `then`: also the legal moves afterwards.
   */
  preview(moves: readonly string[], then?: boolean): Promise<readonly MovePreview[]>;
  /** What the things at the table would bring this seat now; empty if it cannot be asked. */
  figures?(): Promise<Json>;
  /** Why a move that is not in the list is refused, in a sentence with its rule; null if unknown. */
  why(move: string): Promise<{ text: string; rule: string | null } | null>;
  /** On a replay: goes to the position after a move of the log. */
  jump?: ((number: number) => void) | undefined;
  /** On a replay: the number of the move that is shown. */
  current?: number | null;
  /** The moves of the others that led here, in sentences; empty in the middle of an own turn. */
  told?: string;
  /** Whether the last moves are being shown again. */
  repeating?: boolean;
  /** What the table announces now: a phase, the first player, the last round. */
  news?: readonly News[];
  /** At the end: what is being counted, to be shown on the board. */
  counting?: Counting | null;
  /** False from the last move until the count is over: nothing may tell the result before. */
  counted?: boolean;
  /** On a replay: who may hold each place at the end, and the light on it; shown on the board. */
  outlook?: Outlook | null;
  /** Opens the help on one topic of this game, for example `postcard.levitation`. */
  help(topic: string): void;
  /** What stands beside the board, if anything. */
  beside?: Beside | null;
  /** On a replay: the marks (?, ??, !) of moves, by the number of the move. */
  marks?: ReadonlyMap<number, string> | undefined;
}

/** A move in words: `text` may hold <b> and <em>, `plain` is for announcements. */
export interface MoveWords {
  text: string;
  plain: string;
}

/** A place that a player holds in more or fewer of the imagined games, in per cent. */
export interface PlaceShare {
  place: string;
  /** Who holds it, and whether that is the reader. */
  name: string;
  yours: boolean;
  best: number;
  other: number;
}

/** Something that the table announces, with the reason. */
export interface News {
  id: string;
  title: string;
  text: string;
}

/** One thing on the board that brings points at the end, for example a lit building. */
export interface CountedThing {
  id: string;
  seat: number;
  points: number;
}

/** The count at the end: the line, and what of it is counted already. */
export interface Counting {
  line: string;
  lit: readonly CountedThing[];
}

/** A topic of the help: one thing at the table, in our own words, with its rule numbers. */
export interface Topic {
  id: string;
  title: string;
  /** Short paragraphs; may hold <b> and <em>. */
  text: readonly string[];
  rules: readonly string[];
  /** Draws the example; given the topic's id. */
  example?: Component<{ topic: string }>;
}

/** One rule of the book. Chapters have a title and no text. */
export interface RuleEntry {
  number: string;
  title: string;
  text: string;
  topic?: string;
}

/** One step of a lesson: a real position, what to do in it, and what to say afterwards. */
export interface LessonStep {
  id: string;
  /** The key of its texts. The positions of one strategy share them. */
  text: string;
  seat: number;
  view: SeatView;
  /** Whether the game is over here, so that the points are shown line by line. */
  over: boolean;
  /** Moves that solve the step; empty: the step is only read. */
  wanted: readonly string[];
  /** What each wanted move leads to, by notation. */
  after: Readonly<Record<string, SeatView>>;
  previews: readonly MovePreview[];
  /** What the things at the table would bring the seat now (`TableProps.figures`). */
  figures: Json;
  /** Only in a strategy: the points at the end after each move, proved or expected. */
  results: Readonly<Record<string, readonly Score[]>>;
  /** Whether the results are expected by a planner, not proved by a solver. */
  estimated: boolean;
  /** By how many points the wanted move is better than every other; 0 without results. */
  lead: number;
  /** The engine's reason why a move is not legal here; null if it is legal or unknown. */
  refusal(move: string): { rule: string; reason: string } | null;
}

/** Everything that a page needs when a game is opened. It is loaded on demand. */
export interface GameParts {
  /** Patterns and drawings that the game's components refer to: put on a page once. */
  Art?: Component;
  Table: Component<TableProps>;
  /** Whether the position has the form that the table can show. */
  reads(position: Json): boolean;
  /** A move of the log or of the list of legal moves, in the reader's language. */
  describe(
    move: string,
    seat: number,
    position: Json | null,
    events?: readonly EventInfo[],
  ): MoveWords;
  /**
   * The moves of a better line up to the end of its turn; left out if a turn is a single move. What
   * matters in the turn is in <b>.
   */
  turnWords?(line: readonly string[], position: Json | null): MoveWords;
  /** Moves of the log as a sentence about the player who made them. */
  told(entries: readonly LogEntry[], name: string): MoveWords;
  /** Whether a move is only the end of something: nobody has to see it for itself. */
  isQuiet(move: string): boolean;
  /** Where pieces come from or go to that the table does not show there. */
  journeys(entry: LogEntry): readonly Journey[];
  /** What some moves led to that all players must know. `you` is the viewer's seat. */
  news(
    entries: readonly LogEntry[],
    position: Json,
    chairs: readonly Chair[],
    you: number | null,
  ): readonly News[];
  /** The things that bring the points of a line; empty if the line is counted as a whole. */
  counted(line: string, position: Json): readonly CountedThing[];
  /** The position as lines of text, for reading and for screen readers. */
  inWords(position: Json, chairs: readonly Chair[]): { heading: string; lines: string[] }[];
  /** The names of the score's lines, in the order of the rules. */
  scoreLine(line: string): string;
  /** The name of something that a player used; null for what a profile does not list. */
  usedThing(group: string, thing: string): string | null;
  /** What a part of a score is for; `nameOf` gives the name of a seat's player, null for the reader. */
  partWords(part: PartChange, nameOf: (colour: string) => string | null): string;
  /** What a line gains or loses in words, where the name of the line does not say it. */
  lineChange?(line: string, points: number): string | null;
  /** A sentence about a place that decides between two moves; empty if the game has no places. */
  placeWords(share: PlaceShare, position: Json | null): string;
  /** The phase of the game, for the top bar. */
  phase(position: Json): { text: string; step: number; steps: number };
  /** What a move sounds like. */
  sound(move: string): Sound;
  /** The catalogue domains that help and book need are loaded before these are called. */
  topics(): readonly Topic[];
  book(): readonly RuleEntry[];
  lesson(): Promise<readonly LessonStep[]>;
}

export interface GamePlugin {
  id: string;
  /** The names of the game in the reader's language, and a line about it for the start page. */
  title(): string;
  short(): string;
  facts(): string;
  /** Domains of the catalogue to load before the table is shown. */
  domains: readonly string[];
  /** Domains with the texts of help, book and lesson; loaded when one of them is opened. */
  bookDomains: readonly string[];
  /** Seats in their order. */
  liveries: readonly Livery[];
  /** 0 where there is no lesson. */
  lessonSteps: number;
  /** Whether the rules can be read as a book. */
  hasBook: boolean;
  /** Whether the table shows what is expected at the end (`TableProps.outlook`). */
  showsOutlook: boolean;
  /** The picture on the start page. */
  cover(): Promise<{ default: Component }>;
  /** The small picture of a position in lists. */
  thumb(): Promise<{ default: Component<{ position: Json | null }> }>;
  /**
   * Loads the parts. `components` is the digest that a table or record names; null: new games.
   * `own` is what the players' own component file says.
   */
  load(components: string | null, own: Json | null): Promise<GameParts>;
  /** The sheet of all components, the domains it needs, and how it names one of them. */
  componentSheet?(): Promise<{ default: Component<{ sheet: Components }> }>;
  sheetDomains?: readonly string[];
  /** The page that scores a real table: a component without props, and the domains it needs. */
  scoreSheet?(): Promise<{ default: Component }>;
  scoreDomains: readonly string[];
}

export type {
  Hint,
  Json,
  LogEntry,
  MovePreview,
  Outcome,
  Outlook,
  PartChange,
  Score,
  SeatInfo,
  SeatView,
  TableInfo,
};
