/** The parts of a browser that modules of the client need when they are loaded. */
import { vi } from 'vitest';

export function stubBrowser(): void {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal('location', { pathname: '/', hash: '' });
  vi.stubGlobal('document', {
    documentElement: { dataset: {} },
    addEventListener: () => undefined,
  });
}
