/** Shares a link: by the phone's own menu, by the clipboard, or by showing it. */

export type Handed = 'shared' | 'copied' | 'dropped' | 'refused';

/** The browser's ways to share. Old browsers and pages without TLS lack some of them. */
export interface Hands {
  share?: ((what: { title: string; url: string }) => Promise<void>) | undefined;
  copy?: ((text: string) => Promise<void>) | undefined;
}

export function browserHands(): Hands {
  // With a mouse the link goes to the clipboard: people want to paste it.
  const byFinger = matchMedia('(pointer: coarse)').matches;
  const { share, clipboard } = navigator as Partial<Navigator>;
  return {
    share: byFinger && share ? (what) => share.call(navigator, what) : undefined,
    copy: clipboard ? (text) => clipboard.writeText(text) : undefined,
  };
}

/** `refused`: the page must show the link. `dropped`: the reader closed the menu. */
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

/** Whether another machine can open a link. A link to `localhost` leads nobody here. */
export function reachesOthers(link: string): boolean {
  const { hostname } = new URL(link);
  return !(
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    /^127(\.\d+){3}$/.test(hostname) ||
    hostname === '[::1]'
  );
}
