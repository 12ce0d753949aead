/** Handing a link on: by what the phone offers, by the clipboard, or by showing it. */

export type Handed = 'shared' | 'copied' | 'dropped' | 'refused';

/** What of the browser can hand something on; old ones and pages without TLS lack some of it. */
export interface Hands {
  share?: ((what: { title: string; url: string }) => Promise<void>) | undefined;
  copy?: ((text: string) => Promise<void>) | undefined;
}

export function browserHands(): Hands {
  // Where a mouse points, a menu of other programs is in the way: there one wants to paste.
  const byFinger = matchMedia('(pointer: coarse)').matches;
  const { share, clipboard } = navigator as Partial<Navigator>;
  return {
    share: byFinger && share ? (what) => share.call(navigator, what) : undefined,
    copy: clipboard ? (text) => clipboard.writeText(text) : undefined,
  };
}

/** `refused` means that the reader must be shown the link; `dropped` that he thought better of it. */
export async function handOn(title: string, url: string, { share, copy }: Hands): Promise<Handed> {
  try {
    if (share) {
      await share({ title, url });
      return 'shared';
    }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return 'dropped';
  }
  try {
    if (!copy) return 'refused';
    await copy(url);
    return 'copied';
  } catch {
    return 'refused';
  }
}

/** Whether another machine can open a link: one that names this computer itself leads nobody here. */
export function reachesOthers(link: string): boolean {
  const { hostname } = new URL(link);
  return !(
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    /^127(\.\d+){3}$/.test(hostname) ||
    hostname === '[::1]'
  );
}
