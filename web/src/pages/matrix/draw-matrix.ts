import type { MatrixLayout } from './matrix-layout.ts';

type Rgb = readonly [number, number, number];

/** Paints one pixel per cell and stretches that over the canvas: cells stay crisp at any zoom. */
export function drawMatrix(canvas: HTMLCanvasElement, layout: MatrixLayout): void {
  const { rows, columns } = layout;
  const context = canvas.getContext('2d');
  if (context === null || rows.length === 0 || columns.length === 0) return;
  const colors = readColors();
  const image = new ImageData(columns.length, rows.length);
  for (let row = 0; row < rows.length; row++) {
    for (let column = 0; column < columns.length; column++) {
      const [red, green, blue] = colorOf(layout, colors, row, column);
      image.data.set([red, green, blue, 255], 4 * (row * columns.length + column));
    }
  }
  const small = document.createElement('canvas');
  small.width = columns.length;
  small.height = rows.length;
  small.getContext('2d')?.putImageData(image, 0, 0);
  context.imageSmoothingEnabled = false;
  context.drawImage(small, 0, 0, canvas.width, canvas.height);
}

interface Colors {
  readonly pass: Rgb;
  readonly fail: Rgb;
  readonly unsolved: Rgb;
  readonly absent: Rgb;
}

function colorOf(layout: MatrixLayout, colors: Colors, row: number, column: number): Rgb {
  const share = layout.shareAt(row, column);
  if (share === undefined) return colors.absent;
  if (layout.isUnsolved(column)) return colors.unsolved;
  return mix(colors.fail, colors.pass, share);
}

function readColors(): Colors {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string): Rgb => parseHex(style.getPropertyValue(name).trim());
  return {
    pass: read('--pass'),
    fail: read('--fail-soft'),
    unsolved: mix(read('--card'), read('--fail'), 0.75),
    absent: read('--sunken'),
  };
}

function parseHex(hex: string): Rgb {
  const digits = hex.slice(1);
  const value = Number.parseInt(digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits, 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const part = (at: 0 | 1 | 2) => Math.round(from[at] + (to[at] - from[at]) * share);
  return [part(0), part(1), part(2)];
}
