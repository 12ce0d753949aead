/** On a phone: what is picked in a tray stays in sight when the prompt takes room from the tray. */
import type { Attachment } from 'svelte/attachments';

/** Pixels between the picked thing and the edge of its tray. */
const ROOM = 8;

export const keepsPicked: Attachment<HTMLElement> = (tray) => {
  const look = (): void => {
    const picked = tray.querySelector('[aria-pressed=true]');
    if (!picked || tray.scrollHeight <= tray.clientHeight) return;
    const [own, frame] = [picked.getBoundingClientRect(), tray.getBoundingClientRect()];
    if (own.bottom > frame.bottom) tray.scrollTop += own.bottom - frame.bottom + ROOM;
    else if (own.top < frame.top) tray.scrollTop -= frame.top - own.top + ROOM;
  };
  const sizes = new ResizeObserver(look);
  sizes.observe(tray);
  const picks = new MutationObserver(look);
  picks.observe(tray, { subtree: true, attributes: true, attributeFilter: ['aria-pressed'] });
  return () => {
    sizes.disconnect();
    picks.disconnect();
  };
};
