import { AxisBottom, AxisLeft } from '@visx/axis';
import { scaleLinear, scaleLog } from '@visx/scale';
import { useEffect, useRef, useState } from 'react';
import type { BoardModel, Leaderboard } from '../../../../src/schema/leaderboard.ts';
import { formatDollars, formatTokens, shortModelName } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';

const height = 280;
const space = { left: 44, right: 16, top: 12, bottom: 32 };
const labeled = 12;

interface Axis {
  readonly field: 'cost_usd' | 'output_tokens' | 'size';
  readonly title: string;
  readonly format: (value: number) => string;
}

const axes: readonly Axis[] = [
  { field: 'cost_usd', title: 'cost of the run', format: formatDollars },
  { field: 'output_tokens', title: 'tokens written', format: formatTokens },
  { field: 'size', title: 'billions of parameters', format: (value) => `${value}B` },
];

const tick = { fill: 'currentColor', fontSize: 11, fontFamily: 'inherit' };

/** Score by cost, tokens or size, whichever is known of at least two models. */
export function ScoreScatter({ board }: { readonly board: Leaderboard }) {
  const axis = axes.find(({ field }) => pointsOf(board, field).length >= 2);
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(800);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  if (axis === undefined) return null;
  const points = pointsOf(board, axis.field);
  const values = points.map(({ x }) => x);
  const x = scaleLog<number>({
    domain: [Math.min(...values) / 1.4, Math.max(...values) * 1.4],
    range: [space.left, width - space.right],
  });
  const scores = points.map(({ y }) => y);
  const y = scaleLinear<number>({
    domain: [Math.max(0, Math.min(...scores) - 8), Math.min(100, Math.max(...scores) + 8)],
    range: [height - space.bottom, space.top],
  });
  return (
    <Panel title={`Score by ${axis.title}`}>
      <div ref={box}>
        <svg aria-label={`Score by ${axis.title}`} height={height} role="img" width={width}>
          <AxisBottom
            axisClassName="text-faint"
            numTicks={4}
            scale={x}
            stroke="currentColor"
            tickFormat={(value) => axis.format(Number(value))}
            tickLabelProps={{ ...tick, textAnchor: 'middle' }}
            tickStroke="currentColor"
            top={height - space.bottom}
          />
          <AxisLeft
            axisClassName="text-faint"
            hideAxisLine
            left={space.left}
            numTicks={5}
            scale={y}
            stroke="currentColor"
            tickFormat={(value) => `${Number(value)}%`}
            tickLabelProps={{ ...tick, textAnchor: 'end', dx: -4, dy: 4 }}
            tickStroke="currentColor"
          />
          {points.map((point, at) => (
            <g className="text-accent" key={point.model}>
              <line
                className="stroke-current"
                strokeOpacity={0.35}
                strokeWidth={4}
                x1={x(point.x)}
                x2={x(point.x)}
                y1={y(point.low)}
                y2={y(point.high)}
              />
              <circle className="fill-current" cx={x(point.x)} cy={y(point.y)} r={4.5}>
                <title>{`${point.model}: ${point.y.toFixed(1)}%, ${axis.format(point.x)}`}</title>
              </circle>
              {at < labeled && (
                <text className="fill-soft" fontSize={11} x={x(point.x) + 8} y={y(point.y) + 4}>
                  {shortModelName(point.model)}
                </text>
              )}
            </g>
          ))}
        </svg>
      </div>
    </Panel>
  );
}

function pointsOf({ models, ranked_by: rankedBy }: Leaderboard, field: Axis['field']) {
  return models.flatMap((model: BoardModel) => {
    const x = model[field];
    const y = model[rankedBy];
    if (x === null || x <= 0 || y === null) return [];
    const [low, high] = model.interval ?? [y, y];
    return [{ model: model.model, x, y, low, high }];
  });
}
