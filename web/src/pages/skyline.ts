/** The roofs of Paris behind the start page. They look the same on every visit. */

export interface Row {
  houses: string;
  windows: string;
}

/** A small generator of random numbers with a fixed seed. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const f = (n: number): number => Number(n.toFixed(1));

/** One row of houses with mansards, chimneys and lit windows. */
export function row(
  seed: number,
  foot: number,
  roofs: readonly [number, number],
  widths: readonly [number, number],
  lit: number,
): Row {
  const roll = dice(seed);
  const between = ([low, high]: readonly [number, number]): number => low + roll() * (high - low);
  let [houses, windows] = ['', ''];
  for (let x = -20; x < 1300;) {
    const [width, eaves] = [between(widths), between(roofs)];
    const [slope, height] = [width / 10, width / 4 + 5];
    houses += `M${f(x)} ${foot}V${f(eaves)}l${f(slope)} ${f(-height)}h${f(width - 2 * slope)}l${f(slope)} ${f(height)}V${foot}Z`;
    for (let i = 0; i < 2; i++)
      houses += `M${f(x + slope + roll() * (width - 4 * slope))} ${f(eaves - height + 2)}v-${f(9 + roll() * 7)}h${f(9 + roll() * 5)}v20Z`;
    for (let y = eaves + 10; y < foot - 20; y += 22)
      for (let at = x + 9; at < x + width - 12; at += 17)
        if (roll() < lit) windows += `M${f(at)} ${f(y)}h7v11h-7Z`;
    x += width + (roll() < 0.3 ? roll() * 12 : 0);
  }
  return { houses, windows };
}

export function stars(
  seed: number,
  count: number,
): { x: number; y: number; r: number; opacity: number }[] {
  const roll = dice(seed);
  return Array.from({ length: count }, () => ({
    x: f(roll() * 1280),
    y: f(roll() * 340),
    r: f(0.6 + roll() * 0.8),
    opacity: f(0.3 + roll() * 0.5),
  }));
}

export function ripples(seed: number, count: number): string {
  const roll = dice(seed);
  return Array.from(
    { length: count },
    () => `M${f(roll() * 1240)} ${f(734 + roll() * 62)}h${f(10 + roll() * 50)}`,
  ).join('');
}
