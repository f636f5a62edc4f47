import { AxisBottom, AxisLeft } from '@visx/axis';
import { scaleLinear, scaleLog } from '@visx/scale';
import type { RunDocument } from '../../../../src/schema/view/run-document.ts';
import { formatCount } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { useWidth } from '../../ui/use-width.ts';

type Decision = NonNullable<RunDocument['decision']>;

const height = 180;
const margin = { left: 56, right: 12, top: 12, bottom: 28 };
const text = { fill: 'currentColor', fontSize: 11, fontFamily: 'inherit' };
const axis = { axisClassName: 'text-faint', stroke: 'currentColor', tickLength: 4, tickStroke: 'currentColor' };
const lines = [
  { key: 'better', color: 'text-pass' },
  { key: 'worse', color: 'text-fail' },
  { key: 'equivalent', color: 'text-soft' },
] as const;

/** The e-values of a run that was to stop when it had decided, after each block of tasks. */
export function DecisionPanel({ decision }: { readonly decision: Decision }) {
  const [box, width] = useWidth(600);
  const { verdict, against, tasksUsed, tasksTotal, alpha, steps } = decision;
  const threshold = 1 / alpha;
  const last = steps.at(-1)?.tasks ?? 1;
  // Less than a thousandth says no more than a thousandth.
  const clip = (value: number) => Math.max(0.001, value);
  const most = Math.max(
    threshold * 2,
    ...steps.map(({ better, worse, equivalent = 0 }) => Math.max(better, worse, equivalent)),
  );
  const x = scaleLinear<number>({ domain: [0, last], range: [margin.left, Math.max(120, width - margin.right)] });
  const y = scaleLog<number>({ domain: [0.001, most], range: [height - margin.bottom, margin.top] });
  const pathOf = (key: (typeof lines)[number]['key']) =>
    [{ tasks: 0, [key]: 0.5 }, ...steps]
      .map((step) => `${x(step.tasks)},${y(clip(Number(step[key as keyof typeof step] ?? 0)))}`)
      .join(' ');
  const shown = lines.filter(({ key }) => steps.some((step) => step[key] !== undefined));
  const label = `E-values after each of ${formatCount(last)} tasks; ${threshold} decides`;
  return (
    <Panel
      hint={`against ${against}, after ${formatCount(tasksUsed)} of ${formatCount(tasksTotal)} tasks`}
      title={`Decision: ${verdict}`}
    >
      <div className="min-w-0" ref={box}>
        <svg aria-label={label} height={height} role="img" width={width}>
          <line
            className="text-faint"
            stroke="currentColor"
            strokeDasharray="4 4"
            x1={x(0)}
            x2={x(last)}
            y1={y(threshold)}
            y2={y(threshold)}
          />
          {shown.map(({ key, color }) => (
            <polyline
              className={color}
              fill="none"
              key={key}
              points={pathOf(key)}
              stroke="currentColor"
              strokeWidth={2}
            />
          ))}
          <AxisLeft
            {...axis}
            left={margin.left}
            scale={y}
            tickValues={[0.001, 0.01, 0.1, 1, threshold]}
            tickFormat={String}
            tickLabelProps={{ ...text, textAnchor: 'end', dx: -4, dy: 4 }}
          />
          <AxisBottom
            {...axis}
            numTicks={6}
            scale={x}
            tickLabelProps={{ ...text, textAnchor: 'middle' }}
            top={height - margin.bottom}
          />
        </svg>
      </div>
      <p className="mt-2 flex flex-wrap gap-4 text-small text-soft">
        {shown.map(({ key, color }) => (
          <span key={key}>
            <span className={color}>■</span> e-value for {key}
          </span>
        ))}
        <span>– – {threshold} decides</span>
      </p>
    </Panel>
  );
}
