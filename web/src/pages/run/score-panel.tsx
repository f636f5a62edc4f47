import type { Estimate } from '../../../../src/schema/score.ts';
import type { RunDocument } from '../../../../src/schema/view/run-document.ts';
import { EstimateBar } from '../../ui/estimate.tsx';
import { formatCount, formatInterval, formatShare } from '../../ui/format.ts';

/** The number people come for, with how sure it is, and the numbers beside it. */
export function ScorePanel({ document }: { readonly document: RunDocument }) {
  const { run, score, groundTruth, decision } = document;
  const isPartial = decision !== undefined && decision.tasksJudged < decision.tasksTotal;
  const main = run.passAt1;
  const others = score?.byK.filter(({ k }) => k > 1) ?? [];
  return (
    <section
      aria-label="Score"
      className="grid gap-x-10 gap-y-5 rounded-lg border border-line bg-card px-5 py-4 md:grid-cols-[minmax(16rem,22rem)_1fr]"
    >
      <div>
        <p className="flex items-baseline gap-3">
          <span className="font-semibold text-hero tabular-nums tracking-tight">
            {main === undefined ? '–' : formatShare(main.value)}
          </span>
          <span className="text-soft">{isPartial ? 'partial pass@1' : 'pass@1'}</span>
        </p>
        {main !== undefined && (
          <>
            <div className="mt-2">
              <EstimateBar estimate={main} />
            </div>
            <p className="mt-1.5 text-small text-soft">
              {formatInterval(main.interval)} with 95% confidence, over {formatCount(score?.tasks ?? run.tasks)} tasks
              {run.state !== 'finished' && ' so far'}
            </p>
          </>
        )}
      </div>
      <dl className="flex flex-wrap content-center items-start gap-x-8 gap-y-3">
        <Figure label="samples pass" value={`${formatCount(run.passed)} of ${formatCount(run.verdicts)}`} />
        {score?.chance !== undefined && (
          <Figure
            label={`pass@1 by chance: other seeds change ${score.chance.changed} of ${score.chance.confirmed} re-run samples`}
            value={`${formatInterval(score.chance.range)}%`}
          />
        )}
        {run.hard !== undefined && (
          <Figure
            estimate={run.hard.passAt1}
            label={`on ${run.hard.tasks} hard tasks`}
            value={formatShare(run.hard.passAt1.value)}
          />
        )}
        {score?.valid !== undefined && score.valid.tasks !== score.tasks && (
          <Figure
            estimate={score.valid.passAt1}
            label={`on ${score.valid.tasks} tasks whose reference solution passes here`}
            value={formatShare(score.valid.passAt1.value)}
          />
        )}
        {others.map(({ k, passAtK, passHatK }) => (
          <Figure
            key={k}
            label={`pass@${k} · all of ${k} pass: ${formatShare(passHatK.value)}`}
            value={formatShare(passAtK.value)}
          />
        ))}
        {groundTruth !== undefined && (
          <Figure
            label={
              groundTruth.failed.length === 0
                ? 'reference solutions pass here'
                : `reference solutions pass here; ${groundTruth.failed.length} fail`
            }
            value={`${formatCount(groundTruth.passed)} of ${formatCount(groundTruth.tasks)}`}
          />
        )}
      </dl>
      {run.caveats.length > 0 && (
        <ul className="rounded-md bg-warn-soft px-3 py-2 text-small text-warn md:col-span-2">
          {run.caveats.map((caveat) => (
            <li key={caveat}>{caveat}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface FigureProps {
  readonly value: string;
  readonly label: string;
  readonly estimate?: Estimate;
}

function Figure({ value, label, estimate }: FigureProps) {
  return (
    <div className="flex max-w-60 flex-col-reverse">
      <dt className="text-faint text-small">{label}</dt>
      <dd className="font-semibold text-title tabular-nums">
        {value}
        {estimate !== undefined && (
          <span className="ml-2 font-normal text-faint text-small">{formatInterval(estimate.interval)}</span>
        )}
      </dd>
    </div>
  );
}
