// Made by `python -m lutetia.server.protocol.typescript`; do not edit.
// The meaning of each message is in docs/protocol.md.

/* eslint-disable */
export type Json = { [key: string]: any };
export const PROTOCOL = 1;

/** The client's pages; what follows `#` may be left out (`client_pages.py`). */
export const PAGES = {
  home: "/",
  table: "/t/{id}",
  learn: "/learn/{game}",
  rules: "/rules/{game}#{rule}",
  replay: "/replay/{id}",
  score: "/score/{game}",
  games: "/games",
  tables: "/tables",
  settings: "/settings",
} as const;

/** How somebody else comes to the table. */
export interface Address {
  link: string;
  /** The same in the local network, for a phone. */
  lan_link: string | null;
  /** Where an SVG picture of a QR code is, with the local link, or the link. */
  qr: string;
}

/** An analysis and how far it is. */
export interface Analysis {
  id: string;
  state: "queued" | "running" | "done" | "failed";
  /** From 0 to 1. */
  progress: number;
  /** The analysis; docs/analysis.md describes it. */
  result: Json | null;
  error: string | null;
}

/** Answer the question that waits; the asker answers no to withdraw it. */
export interface AnswerRequest {
  id: number;
  seat: number;
  type: "answer";
  ask: number;
  yes: boolean;
}

/** A question that waits for answers; one at a time on a table. */
export interface AskState {
  id: number;
  kind: "takeback" | "draw" | "replace" | "rematch";
  by: number;
  /** The absent seat (`replace`), or how many moves stay (`takeback`). */
  about: number | null;
  /** The computer that would take the absent seat. */
  level: number | null;
  /** Seats that have not answered yet. */
  waiting: number[];
}

/** The move was played and stored. */
export interface BotDone {
  ply: number;
}

/** One event of a bot's stream (`data:` of server-sent events). */
export interface BotEvent {
  type: "hello" | "turn" | "over";
  table: string | null;
  seat: number | null;
  ply: number | null;
  position: Json | null;
  legal: string[];
  ranks: number[] | null;
}

/** A program of this player. */
export interface BotInfo {
  id: string;
  name: string;
  created: number;
}

/** A bot's move. */
export interface BotMove {
  ply: number;
  move: string;
  /** Needed only by a bot that has several seats at one table. */
  seat?: number | null;
}

/** The secret of a bot; it is shown once. */
export interface BotToken {
  bot: BotInfo;
  token: string;
}

/** The programs of this player. */
export interface Bots {
  bots: BotInfo[];
}

/** Open a table that goes on from a position of a record. */
export interface BranchTable {
  record?: Json | null;
  /** Instead of a record: a finished table, or a record that was shared, of this server. */
  table?: string | null;
  /** How many moves of the record stay. */
  ply: number;
  seats: SeatWish[];
}

/** The server closes the socket; come back after the given time, if one is given. */
export interface ByeMessage {
  type: "bye";
  reason: Fault;
  again_ms: number | null;
}

/** Everything that can be played here. */
export interface Catalogue {
  games: GameInfo[];
  version: string;
}

/** One line of chat. */
export interface ChatLine {
  number: number;
  seat: number | null;
  name: string;
  text: string;
  /** milliseconds */
  at: number;
}

/** Somebody said something. */
export interface ChatMessage {
  type: "chat";
  line: ChatLine;
}

/** Say something to everybody at the table. */
export interface ChatRequest {
  id: number;
  type: "chat";
  text: string;
}

/** The clocks at the moment the message was sent. */
export interface ClockState {
  /** Milliseconds each seat has left; null where nothing is counted. */
  left: (number | null)[];
  /** The seat whose clock runs. */
  running: number | null;
}

/** A game by letter: so many days for each turn. */
export interface DaysClock {
  kind: "days";
  days: number;
}

/** The request was carried out and stored: it cannot be lost any more. */
export interface DoneMessage {
  type: "done";
  id: number;
  ply: number;
}

/** Offer a draw. */
export interface DrawRequest {
  id: number;
  seat: number;
  type: "draw";
}

/** The request was refused and changed nothing. */
export interface ErrorMessage {
  type: "error";
  /** The request's number; null if it could not be read. */
  id: number | null;
  error: Fault;
}

/** What a move brought about. */
export interface EventInfo {
  kind: string;
  seat: number;
  details: Json;
}

/** Everything that is kept about a player. */
export interface Export {
  kind: string;
  name: string;
  created: number;
  ratings: RatingInfo[];
  games: Json[];
  chat: Json[];
  bots: string[];
}

/** Why something was not done. Every refusal of the server has this body. */
export interface Fault {
  /** Stable, for programs: `illegal`, `stale`, `not-your-turn`, `not-found`, `limit`, … */
  code: string;
  /** One sentence for people. */
  message: string;
  /** The rule that forbids a move, for example L5.1. */
  rule: string | null;
}

/** One position of a record, with the move that led to it. */
export interface Frame {
  ply: number;
  /** Who made the move; null at the start. */
  seat: number | null;
  move: string | null;
  to_move: number | null;
  events: EventInfo[];
  position: Json;
  scores: Score[];
  legal: string[];
}

/** A game of the catalogue. */
export interface GameInfo {
  id: string;
  title: string;
  rules_version: number;
  seat_counts: number[];
  /** Names of all seats of the largest table, in order. */
  seat_names: string[];
  options: OptionInfo[];
  score_lines: string[];
  levels: LevelInfo[];
  /** Whether this client has a board of its own for the game; otherwise it shows a plain list. */
  has_client: boolean;
  /** False for the seconds in which the game's rules are still being compiled. */
  ready: boolean;
}

/** How the server is. */
export interface Health {
  status: "ok" | "warming" | "stopping" | "failing";
  details: { [key: string]: string };
}

/** What the computer would play here. */
export interface Hint {
  seat: number;
  move: string;
  /** The points that it leads to at once. */
  lines: Score[];
  /** The lead over the best of the others that it expects at the end. */
  margin: number | null;
  proved: boolean;
}

/** The answer to `hint`. */
export interface HintMessage {
  type: "hint";
  id: number;
  ply: number;
  hint: Hint;
}

/** What the computer would play; only where no other person plays against you. */
export interface HintRequest {
  id: number;
  seat: number;
  type: "hint";
  ply: number;
}

/** A line of the leaderboard. */
export interface Leader {
  place: number;
  name: string;
  rating: number;
  games: number;
}

/** The best players of a game. */
export interface Leaderboard {
  game: string;
  leaders: Leader[];
}

/** Get up: before the game the seat is open again, later it waits for you to come back. */
export interface LeaveRequest {
  id: number;
  seat: number;
  type: "leave";
}

/** A strength of the computer. */
export interface LevelInfo {
  level: number;
  name: string;
}

/** One move, as the viewer hears it. */
export interface LogEntry {
  /** 1 for the first move of the game. */
  number: number;
  seat: number;
  /** The notation; without what the mover chose in secret. */
  move: string;
  events: EventInfo[];
  /** milliseconds */
  at: number;
}

/** Come back to an account. */
export interface Login {
  name: string;
  password: string;
}

/** Who this browser is. */
export interface Me {
  kind: "guest" | "account" | "bot";
  name: string;
  ratings: RatingInfo[];
}

/** So many minutes for the whole game, and some seconds more for each turn. */
export interface MinutesClock {
  kind: "minutes";
  minutes: number;
  /** Seconds added when a turn is done. */
  increment?: number;
}

/** What a move would bring, as far as the seat can know. */
export interface MovePreview {
  move: string;
  before: Score[];
  after: Score[];
  /** False where the points depend on something hidden. */
  certain: boolean;
  events: EventInfo[];
}

/** Play a legal move in the position that `ply` names. */
export interface MoveRequest {
  id: number;
  seat: number;
  type: "move";
  ply: number;
  move: string;
}

/** The games of this player, the latest first. */
export interface MyGames {
  games: TableSummary[];
  unopened: UnopenedTable[];
  more: boolean;
}

/** Turn the guest of this browser into an account. */
export interface NewAccount {
  name: string;
  password: string;
}

/** Let the computer look at a whole game. */
export interface NewAnalysis {
  record?: Json | null;
  table?: string | null;
  /** 1 quick, 2 thorough, 3 overnight. */
  effort?: number;
}

/** Register a program of one's own. */
export interface NewBot {
  name: string;
}

/** Change the password; all other devices are signed out. */
export interface NewPassword {
  password: string;
  new_password: string;
}

/** Open a table. */
export interface NewTable {
  game: string;
  seats: SeatWish[];
  options?: Json;
  clock?: NoClock | MinutesClock | DaysClock;
  /** Shown to everybody in the list; otherwise only who has the link finds it. */
  listed?: boolean;
  /** Counts for the ratings; every seat must then be taken by an account. */
  rated?: boolean;
}

/** Everybody takes the time they need. */
export interface NoClock {
  kind: "none";
}

/** A choice before the game. */
export interface OptionInfo {
  name: string;
  default: any;
  choices: any[];
  rule: string;
  meaning: string;
}

/** How a game ended. */
export interface Outcome {
  reason: "played" | "resigned" | "time" | "draw";
  /** For each seat its place; equal places share the better one. */
  ranks: number[];
  scores: Score[];
}

/** How the board may look at the end. */
export interface Outlook {
  games: number;
  /** By space (`c5`) or by district and value (`montmartre:8`). */
  places: { [key: string]: Prospect };
}

/** Is anybody there? */
export interface PingRequest {
  id: number;
  type: "ping";
}

/** An account as others see it. */
export interface PlayerInfo {
  name: string;
  ratings: RatingInfo[];
  since: number;
}

/** The answer to `ping`. */
export interface PongMessage {
  type: "pong";
  id: number;
}

/** Who is here. */
export interface PresenceMessage {
  type: "presence";
  /** Seats with somebody connected. */
  online: number[];
  watchers: number;
}

/** The answer to `preview`. */
export interface PreviewMessage {
  type: "preview";
  id: number;
  ply: number;
  previews: MovePreview[];
}

/** What legal moves would score, line by line. */
export interface PreviewRequest {
  id: number;
  seat: number;
  type: "preview";
  ply: number;
  moves: string[];
}

/** The password once more, for what cannot be undone. */
export interface Proof {
  password: string;
}

/** One place of the board at the end, over many imagined games. */
export interface Prospect {
  /** For each seat the share of the games in which it holds the place. */
  owners: number[];
  /** The streetlights that reach it, on average; null in a game without light. */
  light: number | null;
}

/** A player's rating in one game. */
export interface RatingInfo {
  game: string;
  /** A cautious estimate: it starts low and rises as the games show more. */
  rating: number;
  games: number;
  provisional: boolean;
}

/** The score of a wooden table, or everything that is impossible about it. */
export interface RealScore {
  game: string | null;
  seats: string[];
  scores: Score[];
  ranks: number[];
  details: ScoreDetail[];
  tie_breaks: TieBreak[];
  faults: TableFault[];
}

/** A wooden table, described in the small text of docs/notation.md ("A real table"). */
export interface RealTable {
  text: string;
}

/** A record to check, to share or to replay. */
export interface RecordUpload {
  /** a record file (docs/notation.md) */
  record: Json;
}

/** Offer another game; the loser of this one starts where the game lets one choose. */
export interface RematchRequest {
  id: number;
  seat: number;
  type: "rematch";
}

/** The name that a guest has at tables. */
export interface Rename {
  name: string;
}

/** Ask the others to let the computer play for an absent seat. */
export interface ReplaceRequest {
  id: number;
  seat: number;
  type: "replace";
  absent: number;
  level?: number;
}

/** Positions of a record in order. */
export interface Replay {
  game: string;
  rules_version: number;
  components: string;
  options: Json;
  players: string[];
  seats: number;
  moves: string[];
  ranks: number[] | null;
  frames: Frame[];
}

/** Positions of a record. */
export interface ReplayRequest {
  record?: Json | null;
  table?: string | null;
  first?: number;
  last?: number;
  /** See it through the eyes of a seat; the whole truth for null. */
  seat?: number | null;
}

/** Every message of a client carries a number; `done` or `error` answers it. */
export interface Request {
  id: number;
}

/** Give up. */
export interface ResignRequest {
  id: number;
  seat: number;
  type: "resign";
}

/** Send everything again. */
export interface ResyncRequest {
  id: number;
  type: "resync";
}

/** One seat's points, line by line, as the viewer may know them. */
export interface Score {
  total: number;
  lines: { [key: string]: number };
}

/** One part of a score. */
export interface ScoreDetail {
  seat: number;
  line: string;
  what: string;
  points: number;
}

/** Who sits on a chair. */
export interface SeatInfo {
  seat: number;
  /** The game's name of the seat. */
  colour: string;
  kind: "open" | "person" | "computer" | "bot";
  name: string | null;
  /** Of a computer. */
  level: number | null;
  online: boolean;
  yours: boolean;
  rating: number | null;
  /** The seat gave up or ran out of time; the computer plays on for it where others go on. */
  resigned: boolean;
}

/** A secret that opens a seat on another device. */
export interface SeatKey {
  key: string;
}

/** Something that a seat does. */
export interface SeatRequest {
  id: number;
  seat: number;
}

/** Everything that one seat, or everybody (`seat: null`), may see. */
export interface SeatView {
  seat: number | null;
  /** docs/notation.md; null stands for what is hidden. */
  position: Json;
  /** All legal moves in notation, if this seat is to move; otherwise empty. */
  legal: string[];
  /** The points if the game ended now, by seat. */
  scores: Score[];
  /** Keep this many entries of the log you have, and append `log`. */
  log_from: number;
  log: LogEntry[];
  /** Whether this seat has a step that it may take back or ask to take back. */
  may_undo: boolean;
}

/** Who shall sit on a chair of a new table. */
export interface SeatWish {
  kind: "me" | "open" | "computer";
  level?: number | null;
  /** For `me`: the name at the table; several people may share one screen. */
  name?: string | null;
}

/** Where a record can be found again. */
export interface SharedRecord {
  id: string;
  link: string;
}

/** Take a seat. */
export interface SitBody {
  name?: string | null;
}

/** Take an open seat. */
export interface SitRequest {
  id: number;
  seat: number;
  type: "sit";
  name?: string | null;
}

/** Something changed at the table; sent only after it was stored. */
export interface StateMessage {
  type: "state";
  state: TableState;
}

/** A table and how to come to it. */
export interface TableBody {
  table: TableSummary;
  address: Address;
}

/** One thing that is impossible about a wooden table. */
export interface TableFault {
  /** Stable, for programs and translations; `text` for what could not be read at all. */
  code: string;
  /** The rules that forbid it, for example `L5.1, L7.3`; may be empty. */
  rule: string;
  /** One English sentence with the line of the text and the rule. */
  message: string;
  /** What the sentence names, in the words of the notation. */
  values: { [key: string]: string | number | string[] };
}

/** What does not change while a table is played. */
export interface TableInfo {
  id: string;
  game: string;
  title: string;
  /** By which it is played to its end, also if newer tables are played by another. */
  rules_version: number;
  /** Digest of the pieces with which it is played. */
  components: string;
  options: Json;
  clock: NoClock | MinutesClock | DaysClock;
  listed: boolean;
  rated: boolean;
  /** milliseconds */
  created: number;
  /** Hash of the secret shuffle, published before the first move. */
  commitment: string;
  /** The record that this table continues from, if it is a try-out. */
  branch_of: string | null;
  /** How many moves of that record are already on the board. */
  first_ply: number;
}

/** Tables, the latest first. */
export interface TableList {
  tables: TableSummary[];
  unopened: UnopenedTable[];
  more: boolean;
}

/** Everything that changes at a table. */
export interface TableState {
  /** Rises with each move and each takeback; a move names the ply it answers. */
  ply: number;
  phase: "waiting" | "playing" | "over" | "closed";
  to_move: number | null;
  seats: SeatInfo[];
  watchers: number;
  clock: ClockState;
  ask: AskState | null;
  outcome: Outcome | null;
  /** The rematch, once all agreed. */
  next_table: string | null;
  /** One for each seat of yours; of a watcher the view of everybody. */
  views: SeatView[];
}

/** A table in a list. */
export interface TableSummary {
  table: TableInfo;
  phase: "waiting" | "playing" | "over" | "closed";
  seats: SeatInfo[];
  to_move: number | null;
  moves: number;
  updated: number;
  ranks: number[] | null;
}

/** A figure that decides between equal totals. */
export interface TieBreak {
  name: string;
  values: number[];
}

/** What the computer thinks of one position of a record. */
export interface TryMove {
  record?: Json | null;
  table?: string | null;
  ply: number;
}

/** Take back this seat's last step: at once, or after the others agree. */
export interface UndoRequest {
  id: number;
  seat: number;
  type: "undo";
}

/** A table in a list that this server cannot open; it is kept as it is. */
export interface UnopenedTable {
  id: string;
  game: string;
  phase: string;
  updated: number;
  /** Why: `unknown-game`, `broken-game`, `unknown-rules`, `unknown-components` or `damaged`. */
  fault: Fault;
}

/** Whether a record holds: seed, moves and result. */
export interface Verdict {
  valid: boolean;
  fault: string | null;
  scores: Score[] | null;
  ranks: number[] | null;
}

/** The first message, and the answer to `resync`: everything. */
export interface Welcome {
  type: "welcome";
  protocol: number;
  table: TableInfo;
  state: TableState;
  chat: ChatLine[];
}

export type ClientMessage =
  | MoveRequest
  | UndoRequest
  | ResignRequest
  | DrawRequest
  | RematchRequest
  | ReplaceRequest
  | AnswerRequest
  | ChatRequest
  | PreviewRequest
  | HintRequest
  | SitRequest
  | LeaveRequest
  | ResyncRequest
  | PingRequest;

export type ServerMessage =
  | Welcome
  | StateMessage
  | ChatMessage
  | PresenceMessage
  | DoneMessage
  | ErrorMessage
  | PreviewMessage
  | HintMessage
  | PongMessage
  | ByeMessage;
