import type { RunSummary } from '../../../src/schema/view/run-document.ts';
import { classNames } from './class-names.ts';
import { ProgressBar } from './progress-bar.tsx';

const looks: Record<RunSummary['state'], string> = {
  running: 'bg-accent-soft text-accent',
  stopped: 'bg-warn-soft text-warn',
  finished: 'text-soft',
};

/** Finished, stopped, or how far it is. */
export function RunState({ run }: { readonly run: RunSummary }) {
  const { state, verdicts, total } = run;
  return (
    <span className="inline-flex items-center gap-2">
      <span
        className={classNames(
          'whitespace-nowrap rounded-full text-small',
          looks[state],
          state !== 'finished' && 'px-2 font-medium',
        )}
      >
        {state === 'running' && <span aria-hidden="true">● </span>}
        {state}
      </span>
      {state !== 'finished' && total > 0 && (
        <ProgressBar className="h-1.5 w-20" done={verdicts} label="Verdicts" total={total} />
      )}
    </span>
  );
}
