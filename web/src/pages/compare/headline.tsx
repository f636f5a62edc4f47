import type { Comparison } from '../../../../src/schema/comparison.ts';
import type { CompareDocument } from '../../../../src/schema/view/overview-document.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatDollars, formatP, formatPoints, formatShare, plural } from '../../ui/format.ts';

const significance = 0.05;

type Gate = NonNullable<Comparison['gate']>;

interface HeadlineProps {
  readonly document: CompareDocument;
  readonly names: readonly [string, string];
}

/** The answer in one sentence, and what it rests on. */
export function Headline({ document, names: [nameA, nameB] }: HeadlineProps) {
  const { comparison } = document;
  const { delta, interval, p, tasks, smallest_gap: gap, likely_gap: likely } = comparison;
  const isReal = p < significance;
  const better = delta > 0 ? nameB : nameA;
  const remarks = listRemarks(comparison);
  return (
    <section aria-label="Result" className="rounded-lg border border-line bg-card px-5 py-4">
      <div className="flex flex-wrap items-baseline gap-x-10 gap-y-3">
        <Score name={`A · ${nameA}`} score={comparison.a.score} />
        <Score name={`B · ${nameB}`} score={comparison.b.score} />
        <div>
          <p className="font-semibold text-hero tabular-nums">
            {formatPoints(delta)}
            <span className="ml-2 font-normal text-faint text-title">points</span>
          </p>
          <p className="text-small text-soft">
            B − A, {formatPoints(interval[0])} to {formatPoints(interval[1])} with 95% confidence
          </p>
        </div>
      </div>
      <p className="mt-4 font-medium text-base">
        {isReal
          ? `${better} is better: a difference this large would rarely be chance (${formatP(p)}).`
          : `Nobody can tell from ${tasks} tasks: the difference may be chance (${formatP(p)}).`}
      </p>
      <p className="mt-1 text-small text-soft">
        {comparison.test === 'mcnemar' ? 'Exact McNemar test' : 'Sign-flip permutation test'} over {tasks} common tasks.
        Under {gap.toFixed(1)} points no difference could have been significant here; a true difference of{' '}
        {likely.toFixed(1)} would be found four times out of five.
      </p>
      {comparison.gate !== undefined && (
        <p className={classNames('mt-2 font-medium text-small', comparison.gate.passed ? 'text-pass' : 'text-fail')}>
          {describeGate(comparison.gate, nameB)}
        </p>
      )}
      {remarks.length > 0 && (
        <details className="mt-2 text-small text-soft">
          <summary>{plural(remarks.length, 'remark')}</summary>
          <ul className="mt-1 list-disc pl-5">
            {remarks.map((note) => (
              <li className="break-words" key={note}>
                {note}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function describeGate({ margin, alpha, worst_loss: loss, passed }: Gate, nameB: string): string {
  const sure = `${Math.round(100 * (1 - alpha))}% confidence`;
  const bound = `with ${sure} ${nameB} is at most ${loss.toFixed(1)} points worse`;
  return passed ? `Gate passed: ${bound}.` : `Gate failed: ${bound}, and ${margin} was the limit.`;
}

/** What a careful reader wants to know beside the result. */
function listRemarks({ a, b, noise, excluded, notes }: Comparison): string[] {
  const costs = [a, b].flatMap(({ name, cost_per_solved: cost }) =>
    cost === undefined || cost === 0 ? [] : [`${name}: ${formatDollars(cost)} for each solved task.`],
  );
  return [
    ...(noise === undefined
      ? []
      : [
          `Of ±${noise.total.toFixed(2)} points of noise, ±${noise.tasks.toFixed(2)} come from the tasks and ±${noise.sampling.toFixed(2)} from sampling: ${noise.hint} would help.`,
        ]),
    ...costs,
    ...excluded.map(
      ({ reason, task_ids: ids }) => `Not compared: ${plural(ids.length, 'task')} ${reason} (${ids.join(', ')}).`,
    ),
    ...notes,
  ];
}

function Score({ name, score }: { readonly name: string; readonly score: number }) {
  return (
    <div className="min-w-0 max-w-80">
      <p className="font-semibold text-hero tabular-nums">{formatShare(score / 100)}</p>
      <p className="truncate text-small text-soft" title={name}>
        {name}
      </p>
    </div>
  );
}
