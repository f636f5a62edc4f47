import type { CellKind, MatrixLayout } from './matrix-layout.ts';

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
      const kind = layout.kindAt(row, column);
      const [red, green, blue] =
        kind === 'partly' ? mix(colors.fails, colors.pass, layout.shareAt(row, column) ?? 0) : colors[kind];
      image.data.set([red, green, blue, 255], 4 * (row * columns.length + column));
    }
  }
  const small = document.createElement('canvas');
  small.width = columns.length;
  small.height = rows.length;
  small.getContext('2d')?.putImageData(image, 0, 0);
  context.imageSmoothingEnabled = false;
  context.drawImage(small, 0, 0, canvas.width, canvas.height);
  drawLines(context, canvas, layout);
}

/** Lines between cells that are wide enough for them. */
function drawLines(
  context: CanvasRenderingContext2D,
  { width, height }: HTMLCanvasElement,
  layout: MatrixLayout,
): void {
  const [across, down] = [width / layout.columns.length, height / layout.rows.length];
  if (across < 8 || down < 16) return;
  context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--card');
  for (let column = 1; column < layout.columns.length; column++) context.fillRect(column * across, 0, 1, height);
  for (let row = 1; row < layout.rows.length; row++) context.fillRect(0, row * down, width, 1);
}

function readColors(): Record<Exclude<CellKind, 'partly'>, Rgb> {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string): Rgb => parseHex(style.getPropertyValue(`--cell-${name}`).trim());
  return {
    pass: read('pass'),
    fails: read('fails'),
    lags: read('lags'),
    unsolved: read('unsolved'),
    absent: read('absent'),
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
