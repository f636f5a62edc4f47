import { AxisBottom } from '@visx/axis';
import { scaleLinear } from '@visx/scale';
import type { ReactNode } from 'react';
import { useMedia } from '../ui/use-media.ts';
import { useWidth } from '../ui/use-width.ts';

export interface IntervalRow {
  readonly key: string;
  readonly label: ReactNode;
  readonly value: number;
  readonly interval: readonly [number, number];
  readonly text: string;
  /** A class that gives the mark its color. */
  readonly color?: string;
}

interface IntervalPlotProps {
  readonly rows: readonly IntervalRow[];
  readonly label: string;
  readonly domain: readonly [number, number];
  readonly format: (value: number) => string;
  /** A line that values are read against, such as no difference. */
  readonly reference?: number;
  readonly onSelect?: (key: string) => void;
}

/** On a narrow screen names and numbers stand above their bar. */
const wideRow = { height: 28, middle: 14 };
const narrowRow = { height: 48, middle: 34 };
const axisHeight = 24;
/** Room for half a label at both ends. */
const edge = 24;

/** Estimates as dots with their intervals as bars, one below the other on one scale. */
export function IntervalPlot({ rows, label, domain, format, reference, onSelect }: IntervalPlotProps) {
  const [box, width] = useWidth(400);
  const isNarrow = useMedia('(width < 40rem)');
  const { height: rowHeight, middle } = isNarrow ? narrowRow : wideRow;
  const scale = scaleLinear<number>({ domain: [...domain], range: [edge, Math.max(60, width - edge)] });
  const height = rows.length * rowHeight;
  const names = (
    <ul className="min-w-0">
      {rows.map(({ key, label: name }) => (
        <li className="flex items-center truncate max-sm:items-start" key={key} style={{ height: rowHeight }}>
          {onSelect === undefined ? (
            name
          ) : (
            <button className="truncate hover:underline" onClick={() => onSelect(key)} type="button">
              {name}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
  const numbers = (
    <ul className="text-right tabular-nums">
      {rows.map(({ key, text }) => (
        <li
          className="flex items-center justify-end whitespace-nowrap text-soft max-sm:items-start"
          key={key}
          style={{ height: rowHeight }}
        >
          {text}
        </li>
      ))}
    </ul>
  );
  return (
    <div className="relative grid grid-cols-[minmax(6rem,max-content)_minmax(8rem,1fr)_max-content] gap-x-4 text-small max-sm:grid-cols-1">
      {isNarrow ? (
        <div className="absolute inset-x-0 top-0 grid grid-cols-[minmax(0,1fr)_max-content] gap-x-4">
          {names}
          {numbers}
        </div>
      ) : (
        names
      )}
      <div className="min-w-0" ref={box}>
        <svg aria-label={label} height={height + axisHeight} role="img" width={width}>
          {reference !== undefined && (
            <line
              className="stroke-line-strong"
              strokeDasharray="3 3"
              x1={scale(reference)}
              x2={scale(reference)}
              y1={0}
              y2={height}
            />
          )}
          {rows.map(({ key, value, interval: [low, high], color = 'text-accent' }, at) => (
            <g className={color} key={key} transform={`translate(0 ${at * rowHeight + middle})`}>
              <line
                className="stroke-current"
                strokeLinecap="round"
                strokeOpacity={0.35}
                strokeWidth={6}
                x1={scale(clamp(low, domain))}
                x2={scale(clamp(high, domain))}
              />
              <circle className="fill-current" cx={scale(clamp(value, domain))} r={4.5} />
            </g>
          ))}
          <AxisBottom
            axisClassName="text-faint"
            hideAxisLine
            numTicks={Math.max(2, Math.floor(width / 80))}
            scale={scale}
            stroke="currentColor"
            tickFormat={(value) => format(Number(value))}
            tickLabelProps={{ fill: 'currentColor', fontSize: 11, fontFamily: 'inherit', textAnchor: 'middle' }}
            tickLength={4}
            tickStroke="currentColor"
            top={height}
          />
        </svg>
      </div>
      {!isNarrow && numbers}
    </div>
  );
}

function clamp(value: number, [low, high]: readonly [number, number]): number {
  return Math.min(high, Math.max(low, value));
}
