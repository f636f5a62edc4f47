import type { UseMutationResult } from '@tanstack/react-query';
import type { ExecDocument, ExecRequestDocument, SampleDocument } from '../../../../src/schema/view/sample-document.ts';
import { LongText } from '../../code/long-text.tsx';
import { formatDuration, formatMegabytes } from '../../ui/format.ts';
import { OutcomeBadge, OutcomeSign } from '../../ui/outcome-mark.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Empty, Loading, Problem } from '../../ui/states.tsx';
import { Ending } from '../sample/ending.tsx';
import { explainTests, renumberFrames } from '../sample/explain-tests.ts';

interface ExecResultProps {
  readonly execution: UseMutationResult<ExecDocument, Error, ExecRequestDocument>;
  readonly before: SampleDocument | undefined;
}

/** What running it gave, test by test, beside the verdict of the sample it came from. */
export function ExecResult({ execution, before }: ExecResultProps) {
  const { data, error, isPending } = execution;
  return (
    <div aria-live="polite" className="flex min-w-0 flex-col gap-3">
      <Panel isFlush title="Result">
        {isPending && <Loading />}
        {!isPending && error !== null && <Problem error={error} />}
        {!isPending && error === null && data === undefined && (
          <Empty title="Not run yet">It runs in the sandbox, against the tests of the task.</Empty>
        )}
        {!isPending && data !== undefined && <Executions before={before} document={data} />}
      </Panel>
    </div>
  );
}

function Executions({
  document,
  before,
}: {
  readonly document: ExecDocument;
  readonly before: SampleDocument | undefined;
}) {
  const { executions, isolation, program, calibrationLines } = document;
  const [first] = executions;
  if (first === undefined) return null;
  const passed = executions.filter(({ outcome }) => outcome === 'pass').length;
  const earlier = new Map(before?.tests.map(({ name, outcome }) => [name, outcome]));
  const explained = { tests: first.tests, verdict: first, program, calibrationLines };
  const { explanation } = explainTests(explained);
  const output = [first.stdout, first.stderr].filter(Boolean).join('\n');
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 pb-3">
        {executions.length === 1 ? (
          <OutcomeBadge outcome={first.outcome} />
        ) : (
          <>
            <p className="font-semibold">
              {passed} of {executions.length} executions pass
              {passed > 0 && passed < executions.length && <span className="text-warn">: flaky</span>}
            </p>
            <span className="flex flex-wrap gap-1">
              {executions.map(({ outcome }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: repetitions have no other name
                <OutcomeSign key={at} label={`execution ${at + 1}: ${outcome}`} outcome={outcome} />
              ))}
            </span>
          </>
        )}
        <span className="text-faint text-small tabular-nums">
          {formatDuration(first.cpuMs)} CPU · {formatMegabytes(first.peakMb)} · isolation {isolation}
        </span>
      </div>
      <div className="px-4 pb-3 empty:hidden">
        <Ending explained={explained} explanation={explanation} pane="Solution" />
      </div>
      <ul aria-label="Tests">
        {first.tests.map((test) => {
          const was = earlier.get(test.name);
          return (
            <li className="border-line border-t" key={test.name}>
              <div className="flex items-center gap-2.5 px-4 py-1.5">
                <OutcomeSign outcome={test.outcome} />
                <span className="min-w-0 flex-1 break-words font-mono text-small">{test.name}</span>
                {was !== undefined && was !== test.outcome && <span className="text-small text-warn">was {was}</span>}
                <span className="text-faint text-small tabular-nums">{formatDuration(test.ms)}</span>
              </div>
              {test.message !== undefined && (
                <LongText
                  className="max-h-60 bg-sunken"
                  keeps="end"
                  label={`What ${test.name} says`}
                  text={renumberFrames(test.message, explained, 'Solution')}
                />
              )}
            </li>
          );
        })}
      </ul>
      {output !== '' && (
        <details className="border-line border-t">
          <summary className="px-4 py-2 text-small text-soft">Output</summary>
          <LongText className="max-h-80" keeps="end" label="Output" text={output} />
        </details>
      )}
    </>
  );
}
