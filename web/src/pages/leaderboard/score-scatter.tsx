import { AxisBottom, AxisLeft } from '@visx/axis';
import { scaleLinear, scaleLog, scaleUtc } from '@visx/scale';
import type { BoardModel, Leaderboard } from '../../../../src/schema/leaderboard.ts';
import { SelectField } from '../../ui/fields.tsx';
import { formatDate, formatDollars, formatTokens } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { useWidth } from '../../ui/use-width.ts';

const height = 300;
const space = { left: 44, right: 24, top: 16, bottom: 32 };

interface Axis {
  readonly id: string;
  readonly title: string;
  readonly valueOf: (model: BoardModel) => number | undefined;
  readonly format: (value: number) => string;
  readonly isTime?: boolean;
}

const axes: readonly Axis[] = [
  {
    id: 'size',
    title: 'billions of parameters',
    valueOf: ({ size }) => size ?? undefined,
    format: (value) => `${value}B`,
  },
  {
    id: 'date',
    title: 'release date',
    valueOf: ({ date }) => (date === null ? undefined : Date.parse(date)),
    format: (value) => formatDate(new Date(value).toISOString(), 'day'),
    isTime: true,
  },
  { id: 'cost', title: 'cost of the run', valueOf: ({ cost_usd: cost }) => cost ?? undefined, format: formatDollars },
  {
    id: 'tokens',
    title: 'tokens written',
    valueOf: ({ output_tokens: tokens }) => tokens ?? undefined,
    format: formatTokens,
  },
];

const tick = { fill: 'currentColor', fontSize: 11, fontFamily: 'inherit' };

interface ScoreScatterProps {
  readonly board: Leaderboard;
  readonly models: readonly BoardModel[];
  /** The chosen axis. */
  readonly by: string | undefined;
  readonly onBy: (by: string) => void;
}

/** Scores by what is known of at least two models; those that nothing left of them beats are named. */
export function ScoreScatter({ board, models, by, onBy }: ScoreScatterProps) {
  const known = axes.filter((axis) => pointsOf(board, models, axis).length >= 2);
  const axis = known.find(({ id }) => id === by) ?? known[0];
  const [box, width] = useWidth(800);
  if (axis === undefined) return null;
  const points = pointsOf(board, models, axis);
  const x = scaleOf(axis, points, width);
  const scores = points.flatMap(({ low, high }) => [low, high]);
  const y = scaleLinear<number>({
    domain: [Math.max(0, Math.min(...scores) - 5), Math.min(100, Math.max(...scores) + 5)],
    range: [height - space.bottom, space.top],
    nice: true,
  });
  const title = `Score by ${axis.title}`;
  return (
    <Panel
      actions={
        known.length > 1 && (
          <SelectField
            label="Axis of the chart"
            onChange={onBy}
            options={known.map(({ id, title: label }) => ({ value: id, label }))}
            value={axis.id}
          />
        )
      }
      title={title}
    >
      <div ref={box}>
        <svg aria-label={title} className="overflow-visible" height={height} role="img" width={width}>
          {y.ticks(5).map((value) => (
            <line
              className="stroke-line"
              key={value}
              x1={space.left}
              x2={width - space.right}
              y1={y(value)}
              y2={y(value)}
            />
          ))}
          <AxisBottom
            axisClassName="text-faint"
            numTicks={width < 500 ? 3 : 6}
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
            hideTicks
            left={space.left}
            numTicks={5}
            scale={y}
            tickFormat={(value) => `${Number(value)}%`}
            tickLabelProps={{ ...tick, textAnchor: 'end', dx: -4, dy: 4 }}
          />
          {markBest(points).map((point) => (
            <g className={point.isBest ? 'text-accent' : 'text-faint'} key={point.model}>
              <line
                className="stroke-current"
                strokeOpacity={0.35}
                strokeWidth={point.isBest ? 4 : 2}
                x1={x(point.x)}
                x2={x(point.x)}
                y1={y(point.low)}
                y2={y(point.high)}
              />
              <circle className="fill-current" cx={x(point.x)} cy={y(point.y)} r={point.isBest ? 4.5 : 3}>
                <title>{`${point.model}: ${point.y.toFixed(1)}%, ${axis.format(point.x)}`}</title>
              </circle>
              {point.isBest && (
                <text
                  className="fill-soft"
                  fontSize={11}
                  textAnchor={x(point.x) > width / 2 ? 'end' : 'start'}
                  x={x(point.x) + (x(point.x) > width / 2 ? -8 : 8)}
                  y={y(point.y) - 6}
                >
                  {point.model}
                </text>
              )}
            </g>
          ))}
        </svg>
      </div>
    </Panel>
  );
}

interface Point {
  readonly model: string;
  readonly x: number;
  readonly y: number;
  readonly low: number;
  readonly high: number;
}

function pointsOf({ ranked_by: rankedBy }: Leaderboard, models: readonly BoardModel[], axis: Axis): Point[] {
  return models.flatMap((model) => {
    const x = axis.valueOf(model);
    const y = model[rankedBy];
    if (x === undefined || x <= 0 || y === null) return [];
    const [low, high] = model.interval ?? [y, y];
    return [{ model: model.model, x, y, low, high }];
  });
}

/** Best is what scores higher than everything that is smaller, earlier or cheaper. */
function markBest(points: readonly Point[]): (Point & { readonly isBest: boolean })[] {
  let best = Number.NEGATIVE_INFINITY;
  return points
    .toSorted((a, b) => a.x - b.x || b.y - a.y)
    .map((point) => {
      const isBest = point.y > best;
      best = Math.max(best, point.y);
      return { ...point, isBest };
    });
}

function scaleOf({ isTime }: Axis, points: readonly Point[], width: number) {
  const values = points.map(({ x }) => x);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const range: [number, number] = [space.left, width - space.right];
  if (!isTime) return scaleLog<number>({ domain: [low / 1.3, high * 1.3], range });
  const edge = Math.max(86_400_000, (high - low) / 40);
  return scaleUtc<number>({ domain: [low - edge, high + edge], range });
}
