import type { SampleDocument } from '../../../../src/schema/view/sample-document.ts';
import { formatDuration, formatMegabytes } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';

/** What was measured, and what identifies the execution. */
export function FactsTab({ sample }: { readonly sample: SampleDocument }) {
  const { verdict, answer, runId, taskId, index } = sample;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['outcome', verdict.outcome],
    ['in the original’s words', verdict.status],
    ['reason', verdict.reason],
    ['wall time', verdict.wallMs > 0 ? formatDuration(verdict.wallMs) : undefined],
    ['CPU time', verdict.cpuMs > 0 ? formatDuration(verdict.cpuMs) : undefined],
    ['CPU time of the tests', verdict.testCpuMs > 0 ? formatDuration(verdict.testCpuMs) : undefined],
    ['memory at most', verdict.peakMb > 0 ? formatMegabytes(verdict.peakMb) : undefined],
    ['exit status', verdict.exit === undefined ? undefined : String(verdict.exit)],
    ['signal', verdict.signal],
    ['chance', verdict.chance && `${verdict.chance.passed} of ${verdict.chance.runs} seeds pass`],
    ['taken from the cache', verdict.cached ? 'yes' : undefined],
    ['flags', verdict.flags.length > 0 ? verdict.flags.join(', ') : undefined],
    ['input tokens', answer.usage?.inputTokens?.toString()],
    ['output tokens', answer.usage?.outputTokens?.toString()],
    ['of them reasoning', answer.usage?.reasoningTokens?.toString()],
    ['run', runId],
    ['sample', `${taskId} #${index}`],
    ['job', verdict.jobHash === '' ? undefined : verdict.jobHash],
  ];
  return (
    <Panel>
      <dl className="grid gap-x-8 gap-y-1 pt-3 text-small sm:grid-cols-[max-content_1fr]">
        {facts.map(
          ([name, value]) =>
            value !== undefined && (
              <div className="contents" key={name}>
                <dt className="text-faint">{name}</dt>
                <dd className="break-all">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </Panel>
  );
}
