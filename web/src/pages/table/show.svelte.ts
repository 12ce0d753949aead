/** What happens at a table, as this screen shows it: moves of the others with a beat, travelling
 * pieces, announcements, the count at the end. */
import { flushSync } from 'svelte';
import type { Chair, GameParts, LogEntry, News, SeatView } from '$/games/plugin';
import { moves } from '$/lib/motion';
import type { TableState } from '$/lib/protocol';
import { settings } from '$/lib/settings.svelte';
import { play } from '$/lib/sound';
import type { TableClient } from '$/lib/tableClient.svelte';
import { Count, countSteps } from '$/table/count.svelte';
import { startNews } from '$/table/news';
import { beatOf, lastMoves, lastsAfter } from '$/table/pace';
import type { Pace } from '$/table/pace';
import { Stage } from '$/table/stage.svelte';
import type { Scene } from '$/table/stage.svelte';
import { Travel } from '$/table/travel';

/** What a screen knows beside the scene. */
interface Screen {
  parts(): GameParts | null;
  /** The seat whose view is shown. */
  seat(): number | null;
  chairs(): readonly Chair[];
  /** The count begins: the page opens the sheet. */
  oncount(): void;
}

/** A piece is heard when it has gone this share of its time: it slows down before it lies still. */
const TOUCHES = 0.8;
/** The board rests for a moment before the count. */
const BEFORE_COUNT = 900;

export class Show {
  news = $state.raw<readonly News[]>([]);
  readonly count = new Count();
  readonly stage: Stage;
  readonly #travel = new Travel();
  #timers: ReturnType<typeof setTimeout>[] = [];
  /** What waits until the pieces of the current scene land. */
  #landing: { deed: () => void; later: number }[] = [];

  constructor(
    private readonly client: TableClient,
    private readonly screen: Screen,
  ) {
    this.stage = new Stage({
      present: (scene, before) => this.#present(scene, before),
      lasts: (scene, before) => this.#lasts(scene, before),
      between: (before, scene) => this.#past(before.moves + 1, scene.moves - 1, scene),
    });
    client.ontake = (state) => this.stage.take(this.#sceneOf(state));
  }

  #sceneOf({ ply, phase, to_move, outcome, views }: TableState): Scene {
    const moves = views[0] ? this.client.logOf(views[0]).length : 0;
    return { ply, phase, to_move, outcome, views, moves };
  }

  /** While the last moves are shown again they take their time, whatever the setting says. */
  get #pace(): Pace {
    return this.stage.repeating && settings.pace === 'instant' ? 'brisk' : settings.pace;
  }

  #viewOf(scene: Scene): SeatView | undefined {
    return scene.views.find(({ seat }) => seat === this.screen.seat()) ?? scene.views[0];
  }

  #fresh(scene: Scene, before: Scene | null): readonly LogEntry[] {
    const view = this.#viewOf(scene);
    return view && before ? this.client.logOf(view).slice(before.moves, scene.moves) : [];
  }

  #lasts(scene: Scene, before: Scene | null): number {
    const beat = beatOf(this.#pace);
    if (document.hidden || beat.travel === 0) return 0;
    const entry = this.#fresh(scene, before).at(-1);
    if (entry && this.screen.parts()?.isQuiet(entry.move)) return 1;
    const own = entry?.seat === this.screen.seat() && !this.stage.repeating;
    return lastsAfter(beat, own, this.news.length > 0);
  }

  #present(scene: Scene, before: Scene | null): void {
    this.#land(0);
    const [parts, entries] = [this.screen.parts(), this.#fresh(scene, before)];
    const entry = entries.at(-1);
    const ends = Boolean(before && !before.outcome && before.phase === 'playing' && scene.outcome);
    const change = (): void => {
      this.stage.shown = scene;
      if (!this.stage.repeating) this.#announce(scene, entries, before);
      if (ends) this.#prepareCount(scene);
      flushSync();
    };
    const root = document.querySelector('.table-page');
    const { travel } = beatOf(this.#pace);
    if (!parts || !root || !entry || !travel || !moves() || document.hidden) {
      this.#travel.finish();
      change();
      this.#land(0);
    } else {
      const own = entry.seat === this.screen.seat() && !this.stage.repeating;
      const lasts = own ? Math.min(300, travel) : travel;
      this.#travel.along(root, change, {
        mover: `seat:${entry.seat}`,
        journeys: parts.journeys(entry),
        lasts,
        own,
        onstart: () => this.#land(lasts * TOUCHES),
      });
    }
    if (ends) this.#startCount();
  }

  /** What the new scene is about. Without a beat an announcement stays until the next input. */
  #announce(scene: Scene, entries: readonly LogEntry[], before: Scene | null): void {
    const [view, parts, { info }] = [this.#viewOf(scene), this.screen.parts(), this.client];
    if (!view || !parts || !info || !parts.reads(view.position)) return;
    const [chairs, you] = [this.screen.chairs(), this.screen.seat()];
    /* A first move that was taken back does not begin the game again. */
    const begins = scene.moves === 0 && scene.phase === 'playing' && !before?.moves;
    const news =
      begins && scene.to_move !== null
        ? startNews(info, scene.to_move, chairs, you)
        : entries.length && !scene.outcome
          ? parts.news(entries, view.position, chairs, you)
          : [];
    if (news.length) {
      this.news = news;
      this.#later(() => play('news'), 200);
    } else if (entries.length && this.#pace !== 'instant') this.news = [];
  }

  /** The first scene is shown before the game is loaded. The page calls this when it is. */
  opened(): void {
    const { shown } = this.stage;
    if (shown && this.news.length === 0) this.#announce(shown, [], null);
  }

  #prepareCount({ outcome, views }: Scene): void {
    const [parts, view] = [this.screen.parts(), views[0]];
    const counts = outcome?.reason === 'played' && parts && view;
    this.count.prepare(
      counts ? countSteps(outcome.scores, (line) => parts.counted(line, view.position)) : [],
    );
    this.news = [];
  }

  #startCount(): void {
    const scene = moves() && settings.pace !== 'instant' && !document.hidden;
    if (!scene) {
      this.count.skip();
      this.screen.oncount();
      return;
    }
    this.#later(() => {
      this.screen.oncount();
      this.count.start(settings.pace === 'calm' ? 1.6 : 1, (done) => play(done ? 'end' : 'count'));
    }, BEFORE_COUNT);
  }

  /** Does something when the pieces of the scene that is shown now land, and `later` milliseconds after it. */
  atLanding(deed: () => void, later = 0): void {
    this.#landing.push({ deed, later });
  }

  #land(after: number): void {
    for (const { deed, later } of this.#landing) this.#later(deed, after + later);
    this.#landing = [];
  }

  #later(deed: () => void, milliseconds: number): void {
    this.#timers.push(setTimeout(deed, milliseconds));
  }

  /** The scenes after the moves number `first` to `last`. */
  async #past(first: number, last: number, now: Scene): Promise<readonly Scene[]> {
    const seats = now.views.map(({ seat }) => seat);
    const answers = await Promise.all(seats.map((seat) => this.client.past(seat, first)));
    const found: Scene[] = [];
    for (let moves = Math.max(first, answers[0]?.first ?? first); moves <= last; moves++) {
      const shots = answers.map((answer) => answer.positions[moves - answer.first]);
      const shot = shots[0];
      if (!shot) break;
      found.push({
        ply: now.ply,
        phase: 'playing',
        to_move: shot.to_move,
        outcome: null,
        moves,
        views: now.views.map((view, index) => ({
          ...view,
          position: shots[index]?.position ?? view.position,
          scores: shots[index]?.scores ?? view.scores,
          legal: [],
          may_undo: false,
        })),
      });
    }
    return found;
  }

  /** The moves that can be shown again. */
  lastMoves(): { from: number; to: number } {
    const { shown } = this.stage;
    const view = shown && this.#viewOf(shown);
    const seat = view?.seat ?? null;
    return lastMoves(view ? this.client.logOf(view).slice(0, shown.moves) : [], seat);
  }

  /** Shows the last moves of the others again, since the last turn of this seat. */
  async again(): Promise<void> {
    this.finish();
    const { shown } = this.stage;
    const { from, to } = this.lastMoves();
    if (!shown || from === to) return;
    /* The newest scene shows its own move. */
    const scenes = await this.#past(from, Math.min(to, shown.moves - 1), shown).catch(() => []);
    if (this.stage.shown === shown) this.stage.repeat(scenes);
  }

  /** Whether something moves or waits that an input ends. */
  get running(): boolean {
    return this.stage.busy || this.#travel.running || !this.count.done;
  }

  /** An input: everything is shown at once. */
  finish(): void {
    this.news = [];
    this.stage.finish();
    this.land();
    if (this.count.done) return;
    this.count.skip();
    this.screen.oncount();
    play('end');
  }

  /** The page scrolls: travelling pieces would miss their places. */
  land(): void {
    this.#travel.finish();
    this.#land(0);
  }

  close(): void {
    this.stage.close();
    this.#travel.finish();
    this.count.skip();
    this.#timers.forEach(clearTimeout);
  }
}
