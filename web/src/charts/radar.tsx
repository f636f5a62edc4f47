import { classNames } from '../ui/class-names.ts';
import { placeOnRadar, type RadarSeries } from './radar-points.ts';

interface RadarProps {
  readonly label: string;
  readonly axes: readonly string[];
  readonly series: readonly RadarSeries[];
}

const radius = 120;
const rings = [25, 50, 75, 100];
/** Color and dashes, so that lines differ without color, too. */
const looks = [
  { color: 'text-accent', dashes: '' },
  { color: 'text-pass', dashes: '6 3' },
  { color: 'text-fail', dashes: '2 3' },
  { color: 'text-warn', dashes: '9 3 2 3' },
  { color: 'text-soft', dashes: '1 4' },
] as const;
const lookOf = (at: number) => looks[at % looks.length] ?? looks[0];

/** Percentages along axes that leave from one center, one closed line for each series. */
export function Radar({ label, axes, series }: RadarProps) {
  const pathOf = (values: readonly number[]) => placeOnRadar(values, radius).join(' ');
  const even = (value: number) => axes.map(() => value);
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 text-small">
      <svg aria-label={label} className="max-w-full" height={310} role="img" viewBox="-210 -155 420 310" width={420}>
        {rings.map((ring) => (
          <g key={ring}>
            <polygon className="fill-none stroke-line" points={pathOf(even(ring))} />
            <text className="fill-faint" fontSize={10} x={3} y={-(radius * ring) / 100 - 2}>
              {ring}
            </text>
          </g>
        ))}
        {placeOnRadar(even(100), radius).map(([x, y], at) => (
          <g key={axes[at]}>
            <line className="stroke-line" x2={x} y2={y} />
            <text
              className="fill-soft"
              dominantBaseline="middle"
              fontSize={11}
              textAnchor={Math.abs(x) < 1 ? 'middle' : x > 0 ? 'start' : 'end'}
              x={x * 1.08}
              y={y * 1.14}
            >
              {axes[at]}
            </text>
          </g>
        ))}
        {series.map(({ name, values }, at) => (
          <polygon
            className={classNames('stroke-current fill-current', lookOf(at).color)}
            fillOpacity={0.06}
            key={name}
            points={pathOf(values)}
            strokeDasharray={lookOf(at).dashes}
            strokeWidth={2}
          />
        ))}
      </svg>
      <ul aria-label="Lines" className="flex flex-col gap-1">
        {series.map(({ name }, at) => (
          <li className="flex items-center gap-2" key={name}>
            <svg aria-hidden="true" className={lookOf(at).color} height={8} width={28}>
              <line
                className="stroke-current"
                strokeDasharray={lookOf(at).dashes}
                strokeWidth={2}
                x2={28}
                y1={4}
                y2={4}
              />
            </svg>
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}
