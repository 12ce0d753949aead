/**
 * Pieces travel from where they were to where they go. Every element with `data-piece` and `data-lies`
 * takes part, in HTML and in SVG; `data-spot` and `data-place` name other places. An element with
 * `data-with` belongs to a piece, for example the lamp on a tile: it is hidden until the piece arrives.
 *
 * A copy of the piece travels on a layer above the page, by transform and opacity alone. So nothing
 * below it is drawn again, no frame cuts it off, and it can be ended at any moment. The copies start when
 * the browser has drawn the changed table.
 */
import { changeFor, comeIntoSight } from './appear';
import { whenCalm } from './calm';
import { flightsOf } from './journeys';
import type { Flight, Journey, Seen } from './journeys';

const EASING = 'cubic-bezier(.22,.8,.24,1)';
/** How small a piece is at a spot that does not show it. */
const SMALL = 0.35;

interface Thing {
  element: Element;
  /** Null if it is hidden. */
  rect: DOMRect | null;
  /** The box of a part of an SVG, in its own coordinates. */
  box: DOMRect | null;
  /** The class that gives the piece its owner's colours. */
  livery: string;
}

interface Picture {
  things: Seen<Thing>[];
  spots: Map<string, DOMRect>;
}

const visible = (rect: DOMRect): DOMRect | null => (rect.width || rect.height ? rect : null);

/** The same piece may be drawn twice, for wide screens and for phones. The hidden one is left out. */
function onlyShown(things: readonly Seen<Thing>[]): Seen<Thing>[] {
  const shown = new Set(
    things.filter(({ thing }) => thing.rect).map(({ piece, at }) => `${piece}@${at}`),
  );
  return things.filter(({ piece, at, thing }) => thing.rect || !shown.has(`${piece}@${at}`));
}

export function picture(root: ParentNode): Picture {
  const things = [...root.querySelectorAll('[data-piece]')].map((element) => {
    const rect = visible(element.getBoundingClientRect());
    const part = element instanceof SVGGraphicsElement && element.ownerSVGElement !== null;
    return {
      piece: element.getAttribute('data-piece') ?? '',
      at: element.getAttribute('data-lies') ?? '',
      thing: {
        element,
        rect,
        box: rect && part ? element.getBBox() : null,
        livery: element.closest('[class*="livery-"]')?.getAttribute('class') ?? '',
      },
    };
  });
  const spots = new Map<string, DOMRect>();
  for (const element of root.querySelectorAll('[data-spot],[data-place]')) {
    const rect = visible(element.getBoundingClientRect());
    const name = element.getAttribute('data-spot') ?? element.getAttribute('data-place') ?? '';
    if (rect) spots.set(name, rect);
  }
  return { things: onlyShown(things), spots };
}

/** A copy of a piece that looks like it, in a box of the same size on the screen. */
function copyOf({ element, rect, box, livery }: Thing, zoom: number): HTMLElement {
  const flyer = document.createElement('div');
  flyer.className = `flyer ${/livery-\w+/.exec(livery)?.[0] ?? ''}`;
  if (rect)
    Object.assign(flyer.style, {
      left: `${rect.left / zoom}px`,
      top: `${rect.top / zoom}px`,
      width: `${rect.width / zoom}px`,
      height: `${rect.height / zoom}px`,
    });
  const copy = element.cloneNode(true) as HTMLElement | SVGElement;
  for (const one of [copy, ...copy.querySelectorAll('[data-piece],[data-place],[id]')])
    for (const name of ['id', 'data-piece', 'data-place', 'data-building', 'data-card'])
      one.removeAttribute(name);
  copy.style.visibility = 'visible';
  if (!box) {
    copy.style.width = '100%';
    copy.style.height = '100%';
    flyer.append(copy);
    return flyer;
  }
  copy.removeAttribute('transform');
  copy.style.transform = 'none';
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', `${box.x} ${box.y} ${box.width} ${box.height}`);
  svg.append(copy);
  flyer.append(svg);
  return flyer;
}

interface Trip {
  /** The spot of the player who moved. */
  mover: string;
  journeys: readonly Journey[];
  /** Milliseconds. */
  lasts: number;
  /** Whether it is a move of this screen. A piece with `data-settles` does not travel then. */
  own: boolean;
  /** Called when the pieces start, or at once if none travels. */
  onstart?: () => void;
}

interface End {
  rect: DOMRect;
  /** Whether it is only a spot, where the piece itself is not shown. */
  spot: boolean;
}

/** The way from one box to another, for an element that is laid out in the box `own`. */
export function way(own: DOMRect, end: End, zoom: number): Keyframe {
  const x = end.rect.left + end.rect.width / 2 - own.left - own.width / 2;
  const y = end.rect.top + end.rect.height / 2 - own.top - own.height / 2;
  const size = end.spot
    ? SMALL
    : Math.sqrt((end.rect.width * end.rect.height) / Math.max(1, own.width * own.height));
  return {
    transform: `translate(${(x / zoom).toFixed(1)}px,${(y / zoom).toFixed(1)}px) scale(${size.toFixed(3)})`,
    opacity: end.spot ? 0.25 : 1,
  };
}

interface Layer {
  layer: HTMLElement;
  /** How large a pixel of the layer is on the screen. */
  zoom: number;
}

function open(): Layer {
  const layer = document.createElement('div');
  layer.className = 'travel-layer';
  layer.setAttribute('aria-hidden', 'true');
  document.body.append(layer);
  return { layer, zoom: layer.getBoundingClientRect().width / Math.max(1, layer.offsetWidth) };
}

export class Travel {
  #layer: Layer | null = null;
  #animations: Animation[] = [];
  #hidden: (HTMLElement | SVGElement)[] = [];
  #drop = (): void => undefined;

  get running(): boolean {
    return this.#layer !== null;
  }

  /** Changes the table and lets its pieces travel. Returns how many pieces travel. */
  along(root: ParentNode, change: () => void, trip: Trip): number {
    const { mover, journeys, lasts, own, onstart } = trip;
    this.finish();
    const before = picture(root);
    changeFor(own ? 'own' : 'others', change);
    const after = picture(root);
    const spots = new Map([...before.spots, ...after.spots]);
    for (const flight of flightsOf(before.things, after.things, journeys, mover)) {
      /* The ghost of an own piece lay there already. */
      const laid = own && 'thing' in flight.to && flight.to.thing.element.matches('[data-settles]');
      if (!laid) this.#prepare(root, flight, spots, mover, lasts);
    }
    if (this.#animations.length)
      this.#drop = whenCalm(() => {
        for (const animation of this.#animations) animation.play();
        onstart?.();
      });
    else onstart?.();
    return this.#animations.length;
  }

  /** Lays a copy where the piece was. */
  #prepare(
    root: ParentNode,
    { piece, from, to }: Flight<Thing>,
    spots: ReadonlyMap<string, DOMRect>,
    mover: string,
    lasts: number,
  ): void {
    const end = (place: Flight<Thing>['from']): End | null => {
      const own = 'thing' in place ? place.thing.rect : spots.get(place.spot);
      if (own) return { rect: own, spot: !('thing' in place) };
      const rect = spots.get(mover);
      return rect ? { rect, spot: true } : null;
    };
    const [start, goal] = [end(from), end(to)];
    /* The piece that is copied: where it goes if it is shown there, otherwise where it was. */
    const drawn =
      'thing' in to && to.thing.rect
        ? to.thing
        : 'thing' in from && from.thing.rect
          ? from.thing
          : null;
    if (!start || !goal || !drawn?.rect) return;
    const { layer, zoom } = (this.#layer ??= open());
    const flyer = copyOf(drawn, zoom);
    layer.append(flyer);
    if ('thing' in to && drawn === to.thing) {
      const parts = root.querySelectorAll<SVGElement>(`[data-with="${piece}"]`);
      for (const one of [to.thing.element as HTMLElement | SVGElement, ...parts]) {
        one.style.visibility = 'hidden';
        this.#hidden.push(one);
      }
    }
    const animation = flyer.animate([way(drawn.rect, start, zoom), way(drawn.rect, goal, zoom)], {
      duration: lasts,
      easing: EASING,
      fill: 'both',
      id: 'travel',
    });
    animation.pause();
    animation.onfinish = () => this.#landed(animation);
    this.#animations.push(animation);
  }

  #landed(animation: Animation): void {
    this.#animations = this.#animations.filter((other) => other !== animation);
    if (this.#animations.length) return;
    const parts = this.#hidden.filter((element) => element.matches('[data-with]'));
    this.finish();
    parts.forEach(comeIntoSight);
  }

  /** Ends everything at once: the pieces lie where they belong. */
  finish(): void {
    this.#drop();
    for (const animation of this.#animations) {
      animation.onfinish = null;
      animation.cancel();
    }
    this.#animations = [];
    for (const element of this.#hidden) element.style.visibility = '';
    this.#hidden = [];
    this.#layer?.layer.remove();
    this.#layer = null;
  }
}
