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
  puzzles: "/puzzles/{game}",
  puzzle: "/puzzles/{game}/{puzzle}",
  rules: "/rules/{game}#{rule}",
  replay: "/replay/{id}",
  score: "/score/{game}",
  components: "/components/{game}",
  tableComponents: "/t/{id}/components",
  games: "/games",
  tables: "/tables",
  watch: "/watch",
  settings: "/settings",
  account: "/account",
  player: "/players/{name}",
  leaders: "/leaders/{game}",
  reports: "/reports",
  mail: "/mail/{token}",
} as const;

/** The links to a table. */
export interface Address {
  link: string;
  /** The link in the local network, for a phone. */
  lan_link: string | null;
  /** The address of the QR code (SVG) of the local link, or of `link`. */
  qr: string;
}

/** An analysis and its progress. */
export interface Analysis {
  id: string;
  state: "queued" | "running" | "done" | "failed";
  /** From 0 to 1. */
  progress: number;
  /** If it is queued: how many other analyses are not finished. */
  others: number;
  result: AnalysisResult | null;
  error: string | null;
}

/** The analysis of a whole game. */
export interface AnalysisResult {
  game: string;
  seats: number;
  seat_names: string[];
  moves: JudgedMove[];
  summaries: SeatSummary[];
  /** The points of each seat; null if the record stops before the end. */
  final: number[] | null;
}

/** Answer the open question. The seat that asked can answer no to withdraw it. */
export interface AnswerRequest {
  id: number;
  seat: number;
  type: "answer";
  ask: number;
  yes: boolean;
  /** If you agree to a rematch: the hash of what you will contribute to the seed of that game. */
  promise?: string | null;
}

/** The open question. A table has at most one. */
export interface AskState {
  id: number;
  kind: "takeback" | "draw" | "replace" | "rematch";
  by: number;
  /** The absent seat (`replace`), or the number of moves that stay (`takeback`). */
  about: number | null;
  /** The level of the computer that would take the absent seat. */
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

/** A bot of this player. */
export interface BotInfo {
  id: string;
  name: string;
  created: number;
}

/** A bot's move. */
export interface BotMove {
  ply: number;
  move: string;
  /** Only a bot with several seats at one table needs this. */
  seat?: number | null;
}

/** The secret token of a bot. It is shown only once. */
export interface BotToken {
  bot: BotInfo;
  token: string;
}

/** The bots of this player. */
export interface Bots {
  bots: BotInfo[];
}

/** Open a table that continues from a position of a record. */
export interface BranchTable {
  record?: Json | null;
  /** Instead of a record: the id of a finished table or of a shared record. */
  table?: string | null;
  /** How many moves of the record stay. */
  ply: number;
  /** Moves that are made after them before the table opens, for example a better line. */
  moves?: string[];
  seats: SeatWish[];
}

/** The server closes the socket. Connect again after `again_ms`, if it is given. */
export interface ByeMessage {
  type: "bye";
  reason: Fault;
  again_ms: number | null;
}

/** All games of this server. */
export interface Catalogue {
  games: GameInfo[];
  waits: Waits;
  version: string;
}

/** Mute some writers, and hear others again. */
export interface ChangeMuted {
  add?: string[];
  remove?: string[];
}

/** One line of chat. */
export interface ChatLine {
  number: number;
  seat: number | null;
  /** The same for all lines of one player, so that a reader can mute the player. */
  author: string;
  name: string;
  /** No account stands behind the name. */
  guest: boolean;
  text: string;
  /** milliseconds */
  at: number;
}

/** A new line of chat. */
export interface ChatMessage {
  type: "chat";
  line: ChatLine;
}

/** A line of chat that somebody reported. */
export interface ChatReport {
  number: number;
  table: string;
  /** Who wrote the line. */
  name: string;
  text: string;
  /** milliseconds */
  at: number;
}

/** Open reports, the oldest first. */
export interface ChatReports {
  reports: ChatReport[];
}

/** Say something to everybody at the table. */
export interface ChatRequest {
  id: number;
  type: "chat";
  text: string;
}

/** The clocks at the time of the message. */
export interface ClockState {
  /** The milliseconds that each seat has left; null without a limit. */
  left: (number | null)[];
  /** The seat whose clock runs. */
  running: number | null;
  /** The milliseconds that this clock still waits before it runs. */
  free: number;
  /** For each seat, when the holiday of its player ends; null without a holiday. */
  resting: (number | null)[];
}

/** Close the table. Only the host may, before the game. */
export interface CloseRequest {
  id: number;
  type: "close";
}

/** Why a component file cannot be used. */
export interface ComponentFaultInfo {
  /** It is no TOML; a field is missing; a field is unknown; a value is impossible; a rule forbids it. */
  kind: "text" | "missing" | "unknown" | "value" | "rule";
  /** The field, such as `landmarks[0].cost`; empty for the whole file. */
  place: string;
  message: string;
}

/** A component file to check. */
export interface ComponentFile {
  text: string;
}

/** A component file: what it says, and what is wrong with it. */
export interface Components {
  game: string;
  text: string;
  /** Empty if the file cannot be used. */
  digest: string;
  /** Whether new games are played with it unless they choose another one. */
  current: boolean;
  /** What the file says; empty if it cannot be used. */
  content: Json;
  /** Empty if the file can be used. */
  faults: ComponentFaultInfo[];
  contradictions: ContradictionInfo[];
}

/** Give an open seat to a computer, or change its level. Only the host may, before the game. */
export interface ComputerRequest {
  id: number;
  seat: number;
  type: "computer";
  level: number;
}

/** A figure that differs from what the rules print. The file can be used all the same. */
export interface ContradictionInfo {
  place: string;
  message: string;
}

/** Days for each turn, as in a game by mail. */
export interface DaysClock {
  kind: "days";
  days: number;
}

/** The request was carried out and stored. It cannot be lost. */
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

/** How a game ended that was not played to its last move. A record does not tell it. */
export interface Ending {
  reason: "resigned" | "time" | "draw";
  /** The place of each seat. */
  ranks: number[];
}

/** The request was refused and changed nothing. */
export interface ErrorMessage {
  type: "error";
  /** The request's number; null if it could not be read. */
  id: number | null;
  error: Fault;
}

/** Something that a move caused. */
export interface EventInfo {
  kind: string;
  seat: number;
  details: Json;
}

/** As the host: send a writer of the chat who has no seat away from this table, or let them back in. */
export interface ExcludeRequest {
  id: number;
  type: "exclude";
  author: string;
  excluded?: boolean;
}

/** Why the best move is better than another one. */
export interface Explanation {
  /** The move that the best one is compared with; null: there is no other. */
  other: string | null;
  /** How much greater the expected margin is after the best move than after the other. */
  gain: number | null;
  proved: boolean;
  lines: LineChange[];
  /** What the best move and the rest of its turn change at once. */
  at_once: PartChange[];
  /** If proved: what differs between the two ends of the game. */
  at_end: PartChange[];
  places: PlaceChange[];
  /** How many imagined games the shares of `places` come from. */
  games: number;
}

/** Everything that is stored about a player. */
export interface Export {
  kind: string;
  name: string;
  created: number;
  ratings: RatingInfo[];
  games: Json[];
  chat: Json[];
  bots: string[];
  mail: string | null;
  /** The push addresses of browsers that get messages. */
  browsers: string[];
  holidays: number[][];
  /** Writers of chat whom this player has muted. */
  muted: string[];
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

/** Something that a player used: a postcard, a bonus tile. */
export interface Favourite {
  group: string;
  thing: string;
  games: number;
}

/** The answer to `figures`. */
export interface FiguresMessage {
  type: "figures";
  id: number;
  ply: number;
  /** In the game's own form; empty if the game has none. */
  figures: Json;
}

/** Ask what the things at the table would bring this seat now. */
export interface FiguresRequest {
  id: number;
  seat: number;
  type: "figures";
  ply: number;
}

/** One position of a record, with the move that led to it. */
export interface Frame {
  ply: number;
  /** The seat that made the move; null at the start. */
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
  /** The names of the seats, in order, for the largest number of players. */
  seat_names: string[];
  options: OptionInfo[];
  score_lines: string[];
  levels: LevelInfo[];
  /** Whether the web client has a board for the game. Otherwise it shows a plain list. */
  has_client: boolean;
  /** The number of its puzzles. */
  puzzles: number;
  /** False while the rules of the game are being compiled. */
  ready: boolean;
}

/** The finished games of a player in one game with one number of players. */
export interface GameStatistics {
  game: string;
  seats: number;
  games: number;
  /** How often the player was first, second, … */
  places: number[];
  /** The mean. */
  points: number;
  best: number;
  /** The mean points of each scoring line. */
  lines: { [key: string]: number };
  favourites: Favourite[];
  opponents: Opponent[];
}

/** The state of the server. */
export interface Health {
  status: "ok" | "warming" | "stopping" | "failing";
  details: { [key: string]: string };
}

/** What the computer would play here. */
export interface Hint {
  seat: number;
  move: string;
  /** The points after this move. */
  lines: Score[];
  /** The expected lead over the best other seat at the end. */
  margin: number | null;
  proved: boolean;
  /** The rest of the turn, as far as no chance decides it. */
  then: string[];
  /** Why this move is better than the next one. */
  why: Explanation | null;
}

/** The answer to `hint`. */
export interface HintMessage {
  type: "hint";
  id: number;
  ply: number;
  hint: Hint;
}

/** Ask for a hint. This is possible only if no other person plays against you. */
export interface HintRequest {
  id: number;
  seat: number;
  type: "hint";
  ply: number;
}

/** One move of an analysed game. */
export interface JudgedMove {
  /** The number of the move, from 1. */
  ply: number;
  seat: string;
  player: string;
  move: string;
  /** The points of margin that the move gave away. */
  loss: number;
  mark: "?" | "??" | "!" | null;
  /** The best move; the same as `move` if nothing better was found. */
  best: string;
  /** The best move and those after it: the rest of its turn, or to the end if it is proved. */
  line: string[];
  proved: boolean;
  /** Whether no other move was legal. */
  forced: boolean;
  /** For each seat its expected lead over the best of the others after this move. */
  margins: number[];
  explanation: Explanation | null;
}

/** A line of the leaderboard. */
export interface Leader {
  place: number;
  name: string;
  rating: number;
  estimate: number;
  spread: number;
  games: number;
  provisional: boolean;
}

/** The best players of a game with a number of players. */
export interface Leaderboard {
  game: string;
  seats: number;
  leaders: Leader[];
}

/** Leave a seat. Before the game it is open again; later it waits for you. The host may also send a computer away from its seat before the game. */
export interface LeaveRequest {
  id: number;
  seat: number;
  type: "leave";
}

/** A level of the computer. */
export interface LevelInfo {
  level: number;
  name: string;
}

/** A scoring line of a seat at the end of the game, after the best move and after the other. */
export interface LineChange {
  seat: string;
  line: string;
  /** `best` minus `other`. */
  points: number;
  best: number;
  other: number;
}

/** One move, as far as the viewer may know it. */
export interface LogEntry {
  /** 1 for the first move of the game. */
  number: number;
  seat: number;
  /** The move in notation, without secret choices. */
  move: string;
  events: EventInfo[];
  /** milliseconds */
  at: number;
}

/** Sign in to an account. */
export interface Login {
  name: string;
  password: string;
  /** Whether the account takes over the games of this browser's guest. */
  take?: boolean;
}

/** A measurement of luck, and its progress. */
export interface Luck {
  id: string;
  state: "queued" | "running" | "done" | "failed";
  /** From 0 to 1. */
  progress: number;
  /** If it is queued: how many other analyses are not finished. */
  others: number;
  result: LuckResult | null;
  error: string | null;
}

/** How much of the result of a game came from the shuffle. */
export interface LuckResult {
  game: string;
  level: number;
  /** So many games did computers of this level play with the same shuffle. */
  games: number;
  sure: number;
  seats: number;
  /** One for each seat. */
  summaries: SeatLuck[];
}

/** What a link in an e-mail did. */
export interface MailDone {
  done: string;
  address: string;
}

/** The secret of a link in an e-mail. */
export interface MailToken {
  token: string;
}

/** The player of this browser. */
export interface Me {
  kind: "guest" | "account" | "bot";
  name: string;
  ratings: RatingInfo[];
  /** Whether this player reads what others report. */
  operator: boolean;
}

/** Minutes for the whole game, and seconds for each turn. */
export interface MinutesClock {
  kind: "minutes";
  minutes: number;
  /** Seconds for each turn. */
  increment?: number;
  /** How these seconds are given: added after the turn, given back after it as far as the turn took them, or waited for at the start of the turn. */
  mode?: "fischer" | "bronstein" | "delay";
}

/** The points before and after a move or a line of moves, as far as the seat can know. */
export interface MovePreview {
  move: string;
  before: Score[];
  after: Score[];
  /** False if the points depend on something hidden. */
  certain: boolean;
  /** The events of one move; empty for a line. */
  events: EventInfo[];
  /** If `then` was asked for: the legal moves afterwards, if the same seat moves next. */
  then: string[];
  /** What the move leads to, in the game's own form; empty if it depends on something hidden. */
  offer: Json;
}

/** Play a legal move in the position that `ply` names. */
export interface MoveRequest {
  id: number;
  seat: number;
  type: "move";
  ply: number;
  move: string;
}

/** As the host: mute a writer of the chat at this table, for everybody, or let them write again. */
export interface MuteRequest {
  id: number;
  type: "mute";
  author: string;
  muted: boolean;
}

/** Whose chat this player does not want to read. */
export interface Muted {
  /** Whether the server keeps the list. The list of a guest stays in the browser. */
  kept: boolean;
  muted: string[];
}

/** The host has muted a writer of the chat or sent one away, or takes this back. */
export interface MutedMessage {
  type: "muted";
  /** All whom the host has muted at this table. */
  muted: string[];
  /** All whom the host has sent away. */
  excluded: string[];
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

/** Start the analysis of a whole game. */
export interface NewAnalysis {
  record?: Json | null;
  table?: string | null;
  /** 1: quick, 2: thorough, 3: overnight. More than 1 needs an account. */
  effort?: number;
}

/** Register a bot. */
export interface NewBot {
  name: string;
}

/** A holiday from now on; 0 days end it. */
export interface NewHoliday {
  days: number;
}

/** Measure how much of the result of a finished game came from the shuffle. */
export interface NewLuck {
  record?: Json | null;
  table?: string | null;
}

/** An e-mail address for notices. It must be confirmed by the link that is sent there. */
export interface NewMail {
  address: string;
  language?: string;
}

/** Change the password. All other devices are signed out. */
export interface NewPassword {
  password: string;
  new_password: string;
}

/** A push subscription of this browser. */
export interface NewPush {
  endpoint: string;
  keys: PushKeys;
  language?: string;
}

/** Open a table. */
export interface NewTable {
  game: string;
  seats: SeatWish[];
  options?: Json;
  clock?: NoClock | MinutesClock | DaysClock;
  /** Whether the table is in the public list. Otherwise only people with the link find it. */
  listed?: boolean;
  /** Whether the game changes the ratings. Then every player needs an account. */
  rated?: boolean;
  /** With three or four players: the level of the computer that plays on for somebody who resigns or whose time is up. */
  plays_on?: number;
  /** Two games of two players, with the same shuffle and swapped seats. Their sum counts. */
  duplicate?: boolean;
  /** The players' own component file, instead of the components of the server. */
  component_file?: string | null;
}

/** There is no time limit. */
export interface NoClock {
  kind: "none";
}

/** How this player is told about tables. */
export interface Notifications {
  /** The key with which a browser subscribes. */
  push_key: string;
  /** How many browsers of this player get messages. */
  browsers: number;
  /** Whether this server sends e-mails. */
  offers_mail: boolean;
  /** The e-mail address, if there is one. */
  mail: string | null;
  confirmed: boolean;
  /** When the present holiday ends. */
  holiday: number | null;
  /** How many days of holiday are left this year. */
  holiday_left: number;
}

/** Somebody with whom a player played. */
export interface Opponent {
  name: string | null;
  /** The level of a computer. */
  level: number | null;
  games: number;
  won: number;
  drawn: number;
  lost: number;
}

/** An option of a game, chosen before it begins. */
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
  /** The place of each seat. Equal seats share the better place. */
  ranks: number[];
  scores: Score[];
}

/** How the board may look at the end. */
export interface Outlook {
  games: number;
  /** By space (`c5`) or by district and value (`montmartre:8`). */
  places: { [key: string]: Prospect };
}

/** One of the two games of a duplicate match. */
export interface PairInfo {
  game: 1 | 2;
  /** At the second game: the table of the first. */
  first: string | null;
  /** At the second game: what the player on each seat had in the first. */
  points: number[];
}

/** The result of a duplicate match, in the order of the seats of this game. */
export interface PairResult {
  ranks: number[];
  /** The points in the first game. */
  first: number[];
  second: number[];
  sums: number[];
}

/** How a duplicate match stands at one of its games. */
export interface PairState {
  /** At the first game, when it is over: the table of the second. */
  second: string | null;
  /** The result of the match, when it is over. */
  result: PairResult | null;
}

/** Whether somebody was found. */
export interface Pairing {
  table: string | null;
  /** How many people look for this game now, you included. */
  looking: number;
}

/** A part of a scoring line of a seat: with the best move, and without it. */
export interface PartChange {
  seat: string;
  line: string;
  /** Tells the parts of one line apart: a building, a piece. */
  thing: string;
  /** `after` minus `before`. */
  points: number;
  before: number;
  after: number;
  /** What the points are for, in notation; those of before if the part is gone. */
  values: { [key: string]: string | number | string[] };
  /** The values of before; null if the part is new. */
  old_values: { [key: string]: string | number | string[] } | null;
  /** The same as an English phrase. */
  text: string;
}

/** The answer to `past`. The last position is the present one. */
export interface PastMessage {
  type: "past";
  id: number;
  ply: number;
  /** The number of moves before the first position. It may be larger than you asked for. */
  first: number;
  positions: PastPosition[];
}

/** A position that lies behind, as a viewer saw it then. */
export interface PastPosition {
  position: Json;
  scores: Score[];
  to_move: number | null;
}

/** Ask for the last positions of this game again, as `seat` sees them (null: a watcher). */
export interface PastRequest {
  id: number;
  type: "past";
  seat: number | null;
  /** The number of moves before the first of these positions. */
  first: number;
}

/** Check the connection. */
export interface PingRequest {
  id: number;
  type: "ping";
}

/** A place at the end: for each seat the share of the games in which it holds the place. */
export interface PlaceChange {
  place: string;
  best: number[];
  other: number[];
}

/** A player's profile. */
export interface PlayerInfo {
  name: string;
  ratings: RatingInfo[];
  history: RatingPoint[];
  statistics: GameStatistics[];
  since: number;
}

/** The answer to `ping`. */
export interface PongMessage {
  type: "pong";
  id: number;
}

/** Who is connected. */
export interface PresenceMessage {
  type: "presence";
  /** Seats of connected players and of computers. */
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

/** Ask for the scores after some legal moves, each alone, or after lines of moves. */
export interface PreviewRequest {
  id: number;
  seat: number;
  type: "preview";
  ply: number;
  moves: string[];
  /** Whether to list the legal moves afterwards too. */
  then?: boolean;
}

/** The password again, for actions that cannot be undone. */
export interface Proof {
  password: string;
}

/** One place of the board at the end, over many imagined games. */
export interface Prospect {
  /** For each seat, the share of these games in which it holds the place. */
  owners: number[];
  /** The average number of streetlights that reach it; null in a game without light. */
  light: number | null;
}

/** A push subscription that is to end. Who knows its secret address may end it. */
export interface PushEndpoint {
  endpoint: string;
}

/** The keys of a push subscription. */
export interface PushKeys {
  p256dh: string;
  auth: string;
}

/** A puzzle with everything that is needed to solve it without the server. */
export interface PuzzleBody {
  info: PuzzleInfo;
  components: string;
  view: SeatView;
  previews: MovePreview[];
  /** Every legal move, the best first. */
  tries: PuzzleTry[];
  /** Best play to the end. Its first move is the best move. */
  line: PuzzleStep[];
}

/** A puzzle in a list. */
export interface PuzzleInfo {
  id: string;
  /** The seat to move. */
  seat: number;
  grade: "easy" | "medium" | "hard";
  /** The levels of the computer that find the best move. */
  levels: number[];
  /** The proved lead of the seat at the end after the best move. */
  value: number;
  /** The same after the second-best move. */
  second: number;
}

/** All puzzles of a game. The order is fixed: the puzzle of the day is counted from it. */
export interface PuzzleList {
  game: string;
  components: string;
  puzzles: PuzzleInfo[];
}

/** A move that a reader tries in a puzzle. */
export interface PuzzleMove {
  move: string;
}

/** One move of the solution, and the position after it. */
export interface PuzzleStep {
  seat: number;
  move: string;
  to_move: number | null;
  position: Json;
  scores: Score[];
}

/** The proved end of the game after one move. */
export interface PuzzleTry {
  move: string;
  /** The lead of the seat at the end. */
  margin: number;
  /** The points of each seat at the end. */
  scores: Score[];
}

/** A player's rating in one game with one number of players. */
export interface RatingInfo {
  game: string;
  seats: number;
  /** A cautious estimate. It starts low and rises with the number of games. */
  rating: number;
  /** The most likely strength. */
  estimate: number;
  /** The strength is this far from the estimate, or nearer, with a probability of 95 %. */
  spread: number;
  games: number;
  provisional: boolean;
}

/** A player's rating after one rated game. */
export interface RatingPoint {
  table: string;
  game: string;
  seats: number;
  estimate: number;
  spread: number;
  /** milliseconds */
  at: number;
}

/** The score of a real table (docs/formats.md), or everything that is impossible about it. */
export interface RealScore {
  game: string | null;
  seats: number;
  seat_names: string[];
  /** For each seat its points by scoring line. */
  scores: { [key: string]: number }[];
  totals: number[];
  ranks: number[];
  details: ScoreDetail[];
  tie_breaks: TieBreak[];
  faults: TableFault[];
}

/** A real table, described by a text (docs/notation.md, "A real table"). */
export interface RealTable {
  text: string;
}

/** A record to check, to share or to replay. */
export interface RecordUpload {
  /** a record file (docs/notation.md) */
  record: Json;
}

/** Read the list with `GET /api/tables` now. The next messages tell what changes after that. */
export interface ReloadMessage {
  type: "reload";
}

/** Offer another game. The loser starts if the game has that option. */
export interface RematchRequest {
  id: number;
  seat: number;
  type: "rematch";
  /** The hash of what you will contribute to the seed of that game. */
  promise?: string | null;
}

/** The name of a guest at tables. */
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

/** The positions of a record, in order. */
export interface Replay {
  game: string;
  rules_version: number;
  components: string;
  /** What the players' own component file says, if the record has one. */
  own_components: Json | null;
  options: Json;
  players: string[];
  seats: number;
  moves: string[];
  ranks: number[] | null;
  /** For a table whose game ended before its last move: how it ended. */
  ending: Ending | null;
  frames: Frame[];
}

/** Ask for positions of a record. */
export interface ReplayRequest {
  record?: Json | null;
  table?: string | null;
  first?: number;
  last?: number;
  /** The view of this seat; null shows everything. */
  seat?: number | null;
  /** Moves that are made after the first `first` moves, instead of those of the record: the answer has the positions of this line. */
  instead?: string[];
}

/** Report a line of chat to the operator of the server. */
export interface ReportRequest {
  id: number;
  type: "report";
  line: number;
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

/** Ask for everything again. */
export interface ResyncRequest {
  id: number;
  type: "resync";
}

/** Take your seat back from the computer that plays for you while you are absent. */
export interface ReturnRequest {
  id: number;
  seat: number;
  type: "return";
}

/** Reveal the share that you promised. */
export interface RevealBody {
  share: string;
}

/** Reveal the share that you promised. This is possible when everybody sits. */
export interface RevealRequest {
  id: number;
  seat: number;
  type: "reveal";
  share: string;
}

/** The points of one seat, line by line, as far as the viewer may know them. */
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

/** A seat and its player. */
export interface SeatInfo {
  seat: number;
  /** The name of the seat in the game. */
  colour: string;
  kind: "open" | "person" | "computer" | "bot";
  name: string | null;
  /** The level of a computer. */
  level: number | null;
  /** No account stands behind the name: anybody may have chosen it. */
  guest: boolean;
  online: boolean;
  yours: boolean;
  rating: number | null;
  /** A hash of what the seat contributes to the seed of the shuffle: the promise, if the player made one. The record of the finished game shows the share itself. */
  share: string | null;
  /** The seat gave up or its time was up. If the game continues, a computer plays for it. */
  resigned: boolean;
  /** A computer plays for you while you are absent: `return` gives you the seat back. */
  may_return: boolean;
}

/** A secret that opens a seat on another device. */
export interface SeatKey {
  key: string;
}

/** The luck of one seat. A margin is its points minus the mean of the other seats. */
export interface SeatLuck {
  seat: string;
  player: string;
  /** What it really was. */
  margin: number;
  /** What equally strong players win on this seat with this shuffle, on average. */
  luck: number;
  low: number;
  /** The luck lies between these, with the probability `sure`. */
  high: number;
  /** The margin without the luck. */
  adjusted: number;
}

/** A request for one seat. */
export interface SeatRequest {
  id: number;
  seat: number;
}

/** The play of one seat in an analysed game. */
export interface SeatSummary {
  seat: string;
  player: string;
  /** How many moves were judged. */
  decisions: number;
  mean_loss: number;
  /** The ply of the costliest move. */
  worst: number | null;
}

/** Everything that one seat may see, or a watcher (`seat: null`). */
export interface SeatView {
  seat: number | null;
  /** See docs/notation.md. Hidden values are null. */
  position: Json;
  /** All legal moves in notation if this seat is to move; otherwise empty. */
  legal: string[];
  /** The points of each seat if the game ended now. */
  scores: Score[];
  /** Keep this many entries of your log, and append `log`. */
  log_from: number;
  log: LogEntry[];
  /** Whether this seat can take back a step or ask for it. */
  may_undo: boolean;
}

/** Who takes a seat of a new table. */
export interface SeatWish {
  kind: "me" | "open" | "computer";
  level?: number | null;
  /** For `me`: the name at the table. Several people may share one device. */
  name?: string | null;
  /** For `me`: what you contribute to the seed of the shuffle. */
  share?: string | null;
  /** For `me`, better, instead of the share: its hash. You reveal the share when `drawing` is set. */
  promise?: string | null;
}

/** Look for somebody to play with. */
export interface Seek {
  game: string;
  rated?: boolean;
  /** The name of a guest at the table. */
  name?: string | null;
  /** The hash of what you contribute to the seed of the shuffle. It stays the same as long as you look. You reveal the share at the table when `drawing` is set. */
  promise?: string | null;
}

/** Close a report, and with it all reports about the same line. */
export interface Settle {
  /** Whether the line of chat is deleted, too. */
  remove?: boolean;
}

/** The id and the link of a shared record. */
export interface SharedRecord {
  id: string;
  link: string;
}

/** Take a seat. */
export interface SitBody {
  name?: string | null;
  /** What you contribute to the seed of the shuffle. The server draws one if you send none. */
  share?: string | null;
  /** Better, instead of the share: its hash. You reveal the share when `drawing` is set. */
  promise?: string | null;
}

/** Take an open seat. */
export interface SitRequest {
  id: number;
  seat: number;
  type: "sit";
  name?: string | null;
  /** What you contribute to the seed of the shuffle. The server draws one if you send none. */
  share?: string | null;
  /** Better, instead of the share: its hash. You reveal the share when `drawing` is set. */
  promise?: string | null;
}

/** Begin the game when every seat is taken. Only the host may. */
export interface StartRequest {
  id: number;
  type: "start";
}

/** The table has changed. This is sent after the change is stored. */
export interface StateMessage {
  type: "state";
  state: TableState;
}

/** Let two seats change places. Only the host may, before the game. */
export interface SwapRequest {
  id: number;
  seat: number;
  type: "swap";
  other: number;
}

/** A table and its links. */
export interface TableBody {
  table: TableSummary;
  address: Address;
}

/** One thing that is impossible about a real table. */
export interface TableFault {
  /** Stable, for programs and translations. `text`: the text could not be read. */
  code: string;
  /** The rules that forbid it, for example `L5.1, L7.3`; may be empty. */
  rule: string;
  /** An English sentence with the line of the text and the rule. */
  message: string;
  /** The values in the sentence, in notation. */
  values: { [key: string]: string | number | string[] };
}

/** What never changes at a table. */
export interface TableInfo {
  id: string;
  game: string;
  title: string;
  /** The version of the rules at this table. Newer tables may use another version. */
  rules_version: number;
  /** The digest of the components at this table. */
  components: string;
  /** Whether the players use their own component file. Then ask for `Components` of the table. */
  own_components: boolean;
  options: Json;
  clock: NoClock | MinutesClock | DaysClock;
  listed: boolean;
  rated: boolean;
  /** milliseconds */
  created: number;
  /** Hash of the server's part of the shuffle, published before anybody sits down. */
  commitment: string;
  /** The digest of the record from which this table continues, if any. */
  branch_of: string | null;
  /** The number of moves of that record that are already made. */
  first_ply: number;
  /** The level of the computer that plays on for a seat that gave up. */
  plays_on: number;
  /** Set if this is a game of a duplicate match. */
  pair: PairInfo | null;
  /** The table whose players play again here, if any. */
  rematch_of: string | null;
}

/** Tables, the latest first. */
export interface TableList {
  tables: TableSummary[];
  unopened: UnopenedTable[];
  more: boolean;
}

/** Everything that changes at a table. */
export interface TableState {
  /** Increases with each move and each takeback. A move names the ply that it answers. */
  ply: number;
  phase: "waiting" | "playing" | "over" | "closed";
  /** Everybody sits, and the game begins when all promised shares are revealed: send `reveal` for your seats. Shares that are not revealed within 15 seconds are replaced by their promises. */
  drawing: boolean;
  to_move: number | null;
  /** The computer to move waits: somebody plays a rated game in the same position now. It goes on when that game is over or has moved on. */
  halted: boolean;
  seats: SeatInfo[];
  /** Whether you are the host: before the game you may arrange, start and close the table. */
  host: boolean;
  watchers: number;
  clock: ClockState;
  ask: AskState | null;
  outcome: Outcome | null;
  /** The id of the rematch, after all have agreed. */
  next_table: string | null;
  /** Set if this is a game of a duplicate match. */
  pair: PairState | null;
  /** One view for each of your seats; for a watcher the public view. There is none before the game begins: the shuffle is drawn then. */
  views: SeatView[];
}

/** A table in a list. */
export interface TableSummary {
  table: TableInfo;
  phase: "waiting" | "playing" | "over" | "closed";
  /** See `TableState`. */
  drawing: boolean;
  seats: SeatInfo[];
  to_move: number | null;
  moves: number;
  updated: number;
  ranks: number[] | null;
  /** In lists of your own games: what you may see of the table, for a small picture. There is none before the game begins. */
  position: Json | null;
}

/** Public tables that are new or have changed, and tables that have left the list. */
export interface TablesMessage {
  type: "tables";
  tables: TableSummary[];
  /** The ids of tables that were closed, or whose game is over. */
  gone: string[];
}

/** A tie-break: values that decide between equal totals. */
export interface TieBreak {
  name: string;
  values: number[];
}

/** A position of a record, for a hint or an outlook. */
export interface TryMove {
  record?: Json | null;
  table?: string | null;
  ply: number;
}

/** Take back the last step of this seat, at once or after the others agree. */
export interface UndoRequest {
  id: number;
  seat: number;
  type: "undo";
}

/** A table in a list that this server cannot open. It stays unchanged. */
export interface UnopenedTable {
  id: string;
  game: string;
  phase: string;
  updated: number;
  /** Why: `unknown-game`, `broken-game`, `unknown-rules`, `unknown-components` or `damaged`. */
  fault: Fault;
}

/** Whether seed, moves and result of a record are valid. */
export interface Verdict {
  valid: boolean;
  fault: string | null;
  scores: Score[] | null;
  ranks: number[] | null;
}

/** How long the pages of this server wait, in milliseconds. */
export interface Waits {
  /** Who looks for a person so long is offered a computer. */
  pairing: number;
  /** Who is away so long may be replaced by a computer. */
  absent: number;
}

/** Everything about the table: the first message, and the answer to `resync`. */
export interface Welcome {
  type: "welcome";
  protocol: number;
  table: TableInfo;
  state: TableState;
  chat: ChatLine[];
  /** You, as a writer of the chat. */
  author: string;
  /** The writers whom the host has muted at this table. */
  muted: string[];
  /** The writers whom the host has sent away. */
  excluded: string[];
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
  | ReportRequest
  | MuteRequest
  | ExcludeRequest
  | PreviewRequest
  | FiguresRequest
  | HintRequest
  | PastRequest
  | SitRequest
  | RevealRequest
  | LeaveRequest
  | ComputerRequest
  | SwapRequest
  | StartRequest
  | CloseRequest
  | ReturnRequest
  | ResyncRequest
  | PingRequest;

export type ServerMessage =
  | Welcome
  | StateMessage
  | ChatMessage
  | MutedMessage
  | PresenceMessage
  | DoneMessage
  | ErrorMessage
  | PreviewMessage
  | FiguresMessage
  | HintMessage
  | PastMessage
  | PongMessage
  | ByeMessage;

export type ListMessage =
  | ReloadMessage
  | TablesMessage
  | PongMessage
  | ByeMessage;
