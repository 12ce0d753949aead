/** Messages of this browser while the page is closed (Web Push). */
import { api } from './api';
import { spoken } from './i18n.svelte';

/** Whether this browser can get messages. It needs a secure address and a service worker. */
export function canPush(): boolean {
  return (
    'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
  );
}

async function present(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/** Whether this browser gets messages now. */
export async function isPushed(): Promise<boolean> {
  return canPush() && Notification.permission === 'granted' && (await present()) !== null;
}

/** Asks for the permission and subscribes; false if the reader or the browser refuses. */
export async function startPush(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const { push_key: key } = await api.notifications();
  const worker = await navigator.serviceWorker.ready;
  const found = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  const { endpoint, keys } = found.toJSON();
  await api.push({
    endpoint: endpoint ?? '',
    keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
    language: spoken(),
  });
  return true;
}

export async function stopPush(): Promise<void> {
  const found = await present();
  if (!found) return;
  await api.stopPush(found.endpoint);
  await found.unsubscribe();
}
