import { Link } from '@tanstack/react-router';
import type { SampleDocument } from '../../../../src/schema/view/sample-document.ts';
import { classNames } from '../../ui/class-names.ts';
import { OutcomeSign } from '../../ui/outcome-mark.tsx';

const most = 40;

/** The other samples of the same task in the same run, as a strip of signs. */
export function Siblings({ sample, search }: { readonly sample: SampleDocument; readonly search: object }) {
  const { runId, taskId, index, siblings } = sample;
  const passed = siblings.filter((outcome) => outcome === 'pass').length;
  return (
    <span className="flex flex-wrap items-center gap-1 font-normal text-small text-soft">
      <span className="mr-1">
        {passed} of {siblings.length} samples pass
      </span>
      {siblings.slice(0, most).map((outcome, at) => (
        <Link
          className={classNames('rounded p-0.5', at === index && 'bg-accent-soft ring-1 ring-accent')}
          // biome-ignore lint/suspicious/noArrayIndexKey: a sample is its index
          key={at}
          params={{ runId, index: String(at), _splat: taskId }}
          search={search}
          to="/runs/$runId/s/$index/$"
        >
          <OutcomeSign label={`sample ${at}: ${outcome}`} outcome={outcome} />
        </Link>
      ))}
      {siblings.length > most && <span>and {siblings.length - most} more</span>}
    </span>
  );
}
