/* The service worker. It caches the built files of one version, so that the start page, lessons and
 * rules work without a network. */
const VERSION = '__VERSION__';
const FILES = '__FILES__';
const HOME = '__HOME__';
const CACHE = `lutetia-${VERSION}`;
const PUZZLES = '/api/puzzles/';

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  const old = (names) => names.filter((name) => name.startsWith('lutetia-') && name !== CACHE);
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(old(names).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

/* Pages come from the network while there is one, so that a new version is seen at once; named
 * build files never change and come from the cache. Of the server's own answers only puzzles are
 * kept: they are the same for everybody. */
self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (event.request.mode === 'navigate') {
    event.respondWith(fetch(event.request).catch(() => caches.match(HOME)));
  } else if (url.pathname.startsWith(PUZZLES)) {
    event.respondWith(keptPuzzle(event.request));
  } else if (FILES.includes(url.pathname)) {
    event.respondWith(caches.match(url.pathname).then((kept) => kept ?? fetch(event.request)));
  }
});

async function keptPuzzle(request) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match(request);
    if (kept) return kept;
    throw error;
  }
}

/* A message of the server: it is somebody's turn. A tap opens the table; the button stops all
 * further messages. */
self.addEventListener('push', (event) => {
  const { title, text, link, table, stop } = event.data?.json() ?? {};
  if (!title) return;
  event.waitUntil(
    self.registration.showNotification(title, {
      body: text,
      tag: table,
      data: { link },
      actions: [{ action: 'stop', title: stop }],
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { link } = event.notification.data ?? {};
  event.waitUntil(event.action === 'stop' ? stopMessages() : openTable(link));
});

async function stopMessages() {
  const subscription = await self.registration.pushManager.getSubscription();
  if (!subscription) return;
  await fetch('/api/push/stop', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ endpoint: subscription.endpoint }),
  });
  await subscription.unsubscribe();
}

async function openTable(link) {
  const open = await self.clients.matchAll({ type: 'window' });
  const there = open.find((client) => client.url === link);
  return there ? there.focus() : self.clients.openWindow(link);
}
