/** Dragging a piece from a panel onto the board, with mouse, pen or finger. */
import type { Attachment } from 'svelte/attachments';
import type { Placement } from './placement.svelte';

export interface DragTarget {
  /** The drag began: the piece is picked up. */
  start(): void;
  /** The pointer moved to this point, in screen pixels. */
  move(x: number, y: number, type: string): void;
  /** The pointer was released at this point, in screen pixels. */
  drop(x: number, y: number, type: string): void;
}

const FAR_ENOUGH = 7;

export function draggable(target: DragTarget | null): Attachment<HTMLElement> {
  return (element) => {
    if (!target) return;
    let from: PointerEvent | null = null;
    let dragging = false;

    const move = (event: PointerEvent): void => {
      if (!from || event.pointerId !== from.pointerId) return;
      if (
        !dragging &&
        Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > FAR_ENOUGH
      ) {
        dragging = true;
        target.start();
      }
      if (dragging) target.move(event.clientX, event.clientY, event.pointerType);
    };
    const end = (event: PointerEvent): void => {
      if (!from || event.pointerId !== from.pointerId) return;
      from = null;
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
      if (dragging) target.drop(event.clientX, event.clientY, event.pointerType);
    };
    const begin = (event: PointerEvent): void => {
      if (event.button !== 0) return;
      from = event;
      dragging = false;
      if (element.hasPointerCapture(event.pointerId))
        element.releasePointerCapture(event.pointerId);
      addEventListener('pointermove', move);
      addEventListener('pointerup', end);
      addEventListener('pointercancel', end);
    };
    // A browser sends a click after a drag. It must not pick anything.
    const click = (event: MouseEvent): void => {
      if (!dragging) return;
      dragging = false;
      event.stopImmediatePropagation();
      event.preventDefault();
    };
    element.addEventListener('pointerdown', begin);
    element.addEventListener('click', click, { capture: true });
    return () => {
      element.removeEventListener('pointerdown', begin);
      element.removeEventListener('click', click, { capture: true });
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
    };
  };
}

/** The board as the target of a drag. Its input layer says where the pointer is. */
export function boardTarget(
  placement: Placement,
  layer: () => SVGSVGElement | undefined,
): DragTarget {
  const place = (x: number, y: number, type: string): [number, number] | null => {
    const box = layer()?.getBoundingClientRect();
    if (!box || x < box.left || x > box.right || y < box.top || y > box.bottom) return null;
    const unit = 868 / box.width;
    return [
      ((x - box.left) * unit - 34) / 100,
      ((y - box.top) * unit - 34) / 100 - (type === 'touch' ? 0.9 : 0),
    ];
  };
  return {
    start: () => undefined,
    move: (x, y, type) => {
      const at = place(x, y, type);
      placement.lift();
      if (at) placement.drag(...at);
      else placement.leave();
    },
    drop: (x, y, type) => {
      const at = place(x, y, type);
      if (at) placement.drop(...at);
      else placement.leave();
    },
  };
}
