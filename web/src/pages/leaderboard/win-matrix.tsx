import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { Panel } from '../../ui/panel.tsx';
import { RunLabel } from '../../ui/run-label.tsx';
import { useThemeVersion } from '../../ui/use-theme-version.ts';

interface WinMatrixProps {
  /** Best first. */
  readonly models: readonly string[];
  /** How many tasks the model of a row solves and that of a column does not, row after row. */
  readonly wins: readonly number[];
}

interface Duel {
  readonly row: number;
  readonly column: number;
}

const widest = 1100;
/** With more models the rows are too low for names. */
const mostNamed = 30;

/** Who beats whom: a cell for each pair; what the pointer or the arrow keys are on is told in words. */
export function WinMatrix({ models, wins }: WinMatrixProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [duel, setDuel] = useState<Duel | undefined>();
  const theme = useThemeVersion();
  const count = models.length;
  const cell = Math.max(3, Math.min(24, Math.floor(widest / Math.max(1, count))));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colors
  useEffect(() => {
    if (canvas.current !== null) drawWins(canvas.current, { count, wins, cell });
  }, [count, wins, cell, theme]);
  if (count < 2) return null;
  const clamp = (value: number) => Math.max(0, Math.min(count - 1, value));
  const point = ({ nativeEvent: { offsetX, offsetY }, currentTarget }: MouseEvent<HTMLCanvasElement>) => {
    const scale = currentTarget.width / currentTarget.clientWidth / cell;
    setDuel({ row: clamp(Math.floor(offsetY * scale)), column: clamp(Math.floor(offsetX * scale)) });
  };
  const step = (event: KeyboardEvent) => {
    const move = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (move === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const { row, column } = duel ?? { row: 0, column: 0 };
    setDuel({ row: clamp(row + (move[0] ?? 0)), column: clamp(column + (move[1] ?? 0)) });
  };
  return (
    <Panel
      hint="of the tasks that exactly one of the two solves, the share that the model of the row solves"
      title="Who beats whom"
    >
      <div className="flex items-start gap-2">
        {count <= mostNamed && (
          <ol aria-hidden="true" className="min-w-0 max-w-[50%] text-small text-soft">
            {models.map((model) => (
              <li key={model} style={{ height: cell, lineHeight: `${cell}px` }}>
                <RunLabel name={model} />
              </li>
            ))}
          </ol>
        )}
        <canvas
          aria-label="Matrix of wins; use the arrow keys to read it"
          className="min-w-0 max-w-full cursor-crosshair"
          height={count * cell}
          onKeyDown={step}
          onMouseMove={point}
          ref={canvas}
          role="img"
          tabIndex={0}
          width={count * cell}
        />
      </div>
      <p aria-live="polite" className="mt-2 min-h-5 text-small text-soft">
        {duel === undefined ? 'Rows and columns are ordered by rank.' : describeDuel(models, wins, duel)}
      </p>
    </Panel>
  );
}

function describeDuel(models: readonly string[], wins: readonly number[], { row, column }: Duel): string {
  const [one = '', other = ''] = [models[row], models[column]];
  if (row === column) return one;
  const [won, lost] = [wins[row * models.length + column] ?? 0, wins[column * models.length + row] ?? 0];
  const share = won + lost === 0 ? 50 : (100 * won) / (won + lost);
  return `${one} wins ${won} and loses ${lost} tasks against ${other} (${share.toFixed(0)}%).`;
}

interface Drawn {
  readonly count: number;
  readonly wins: readonly number[];
  readonly cell: number;
}

function drawWins(canvas: HTMLCanvasElement, { count, wins, cell }: Drawn): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  const style = getComputedStyle(document.documentElement);
  const color = (name: string) => style.getPropertyValue(name).trim();
  const [paper, better, worse] = [color('--sunken'), color('--pass'), color('--fail')];
  context.fillStyle = paper;
  context.fillRect(0, 0, canvas.width, canvas.height);
  for (let row = 0; row < count; row++) {
    for (let column = 0; column < count; column++) {
      const [won, lost] = [wins[row * count + column] ?? 0, wins[column * count + row] ?? 0];
      const share = won + lost === 0 ? 0.5 : won / (won + lost);
      context.globalAlpha = row === column ? 0 : Math.min(1, 2 * Math.abs(share - 0.5) + 0.05);
      context.fillStyle = share >= 0.5 ? better : worse;
      context.fillRect(column * cell, row * cell, cell, cell);
    }
  }
  context.globalAlpha = 1;
}
