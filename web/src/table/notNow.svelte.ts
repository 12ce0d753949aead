/** The note that says why a touched thing is not possible now: asked, announced and put away. */
import type { TableProps } from '$/games/plugin';
import { warn } from '$/lib/announce.svelte';
import { t } from '$/lib/i18n.svelte';
import type { Reason } from '$/lib/refusal';
import { isOurTurn } from './turn';

/** Whether the table is only looked at: by a watcher, on a replay, after the end, beside a solved task. */
export function looksOn(table: TableProps): boolean {
  const { seat, jump, outcome, toMove } = table;
  const solved = toMove === seat && !isOurTurn(table);
  return seat === null || Boolean(jump) || Boolean(outcome) || toMove === null || solved;
}

/** A button that opens the help on the thing that a note is about. */
export interface About {
  text: string;
  open: () => void;
}

export class NotNow {
  shown = $state.raw<(Reason & { at: string }) | null>(null);
  /** Counts the questions and what made them needless: an answer that comes later is not shown. */
  private newest = 0;

  /** `plain`: a sentence of the game without its marks. */
  constructor(private readonly plain: (text: string) => string) {}

  /** The choice has changed: takes the note away, also one that would come later. */
  clear(): void {
    this.newest += 1;
    this.shown = null;
  }

  /**
   * Says why `thing` is not possible. While another player has to move, that is the reason, with the
   * rule `order`; otherwise `ask` knows it. It finds null if the question failed, or if the move that
   * it guessed is possible: then the help on `topic` is opened, because no touch goes without an answer.
   */
  async tell(
    thing: string,
    table: TableProps,
    { order, topic }: { order: string; topic: string },
    ask: () => Reason | Promise<Reason | null>,
  ): Promise<void> {
    this.clear();
    const own = this.newest;
    const found = isOurTurn(table)
      ? await ask()
      : {
          text: t('ask.theirs', { name: table.chairs[table.toMove ?? 0]?.title ?? '' }),
          rule: order,
        };
    if (own !== this.newest) return;
    if (!found) return table.help(topic);
    this.shown = { ...found, at: thing };
    warn([this.plain(found.text), found.rule ? `(${found.rule})` : ''].join(' '));
  }
}
