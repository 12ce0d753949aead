import { describe, expect, it } from 'vitest';
import { keepChoice, lastChoice } from '$/lib/lastChoice';

function storage(content: string | null = null): Storage {
  let kept = content;
  return {
    getItem: () => kept,
    setItem: (_: string, value: string) => (kept = value),
  } as unknown as Storage;
}

describe('the last choice of the start page', () => {
  it('is the game and the level that were played', () => {
    const kept = storage();
    expect(lastChoice(kept)).toBeNull();
    keepChoice({ game: 'belle_epoque', level: 6 }, kept);
    expect(lastChoice(kept)).toEqual({ game: 'belle_epoque', level: 6 });
  });

  it('is nothing if somebody else wrote there', () => {
    for (const content of ['', '{', '7', '{"game": 3, "level": 2}', '{"game": "x", "level": "y"}'])
      expect(lastChoice(storage(content))).toBeNull();
    expect(lastChoice(storage('{"game": "x", "level": 99}'))?.level).toBe(9);
  });
});
