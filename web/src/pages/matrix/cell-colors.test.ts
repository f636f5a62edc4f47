import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const styles = readFileSync(join(import.meta.dirname, '..', '..', 'styles.css'), 'utf8');

/** The colors of a theme: the first block is light, the last one dark. */
const themes = { light: styles.split('}')[0] ?? '', dark: styles.split(':root[data-theme="dark"]')[1] ?? '' };

function luminance(theme: string, name: string): number {
  const hex = new RegExp(`--cell-${name}: #([0-9a-f]{6})`).exec(theme)?.[1] ?? '';
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(theme: string, a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(theme, a), luminance(theme, b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

describe.each(Object.entries(themes))('cells in %s', (_, theme) => {
  it.each([
    ['fails', 'absent', 3],
    ['fails', 'pass', 1.6],
    ['lags', 'fails', 2],
    ['unsolved', 'absent', 1.8],
    ['pass', 'absent', 1.5],
    ['unsolved', 'pass', 1.2],
    ['fails', 'unsolved', 1.6],
  ])('%s and %s can be told apart without their hue', (a, b, least) => {
    expect(contrast(theme, a, b)).toBeGreaterThanOrEqual(least);
  });

  it('a failure that only this run has stands out most', () => {
    const others = ['pass', 'fails', 'unsolved'].map((name) => contrast(theme, name, 'absent'));
    expect(contrast(theme, 'lags', 'absent')).toBeGreaterThan(Math.max(...others));
  });
});
