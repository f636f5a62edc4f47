import type { CompareDocument } from '../../../../src/schema/view/overview-document.ts';
import { formatP, formatPoints, formatShare, shortModelName } from '../../ui/format.ts';

const significance = 0.05;

/** The answer in one sentence, and what it rests on. */
export function Headline({ document }: { readonly document: CompareDocument }) {
  const { comparison } = document;
  const [nameA, nameB] = [shortModelName(comparison.a.name), shortModelName(comparison.b.name)];
  const { delta, interval, p, tasks, smallest_gap: gap, likely_gap: likely } = comparison;
  const isReal = p < significance;
  const better = delta > 0 ? nameB : nameA;
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
      {comparison.notes.length > 0 && (
        <details className="mt-2 text-small text-soft">
          <summary>{comparison.notes.length === 1 ? 'One remark' : `${comparison.notes.length} remarks`}</summary>
          <ul className="mt-1 list-disc pl-5">
            {comparison.notes.map((note) => (
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
