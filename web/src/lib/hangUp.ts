/** The part of a socket that is used here. */
type Line = Pick<WebSocket, 'onopen' | 'onmessage' | 'close' | 'readyState'>;

const CONNECTING = 0;

/**
 * Closes a socket that nobody needs any more. A browser warns about a socket that is closed before it is
 * open, so one that still connects is closed as soon as it is open.
 */
export function hangUp(socket: Line): void {
  socket.onmessage = null;
  if (socket.readyState === CONNECTING) socket.onopen = () => socket.close();
  else socket.close();
}
