/** A long press explains a thing; a tap does not, however late the page hears of its end. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { holds } from '../src/lib/explain';

const page = new EventTarget();

beforeEach(() => {
  vi.useFakeTimers();
  /* A frame every 16 milliseconds. */
  vi.stubGlobal('requestAnimationFrame', (then: () => void) => setTimeout(then, 16));
  vi.stubGlobal('cancelAnimationFrame', clearTimeout);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function pressed(): { told: () => number } {
  let told = 0;
  holds({ clientX: 100, clientY: 100 } as PointerEvent, () => (told += 1));
  return { told: () => told };
}
const happens = (type: string, x = 100): boolean =>
  page.dispatchEvent(Object.assign(new Event(type), { clientX: x, clientY: 100 }));

test('a finger that rests on a thing is told about it once', () => {
  const { told } = pressed();
  happens('pointermove', 104);
  vi.advanceTimersByTime(540);
  expect(told()).toBe(0);
  vi.advanceTimersByTime(1000);
  happens('pointerup');
  expect(told()).toBe(1);
});

test.each(['pointerup', 'pointercancel', 'pointerdown'])('%s ends the press', (type) => {
  const { told } = pressed();
  vi.advanceTimersByTime(300);
  happens(type);
  vi.advanceTimersByTime(1000);
  expect(told()).toBe(0);
});

test('a finger that moves on does not press', () => {
  const { told } = pressed();
  happens('pointermove', 130);
  vi.advanceTimersByTime(1000);
  expect(told()).toBe(0);
});

test('a tap whose end a busy page hears after the time of a press is still a tap', () => {
  const { told } = pressed();
  vi.advanceTimersByTime(550); // the page was busy until now, and the end of the tap waits behind
  happens('pointerup');
  vi.advanceTimersByTime(1000);
  expect(told()).toBe(0);
});
