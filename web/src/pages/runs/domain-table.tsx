import type { RunSummary } from '../../../../src/schema/view/run-document.ts';
import { formatInterval, formatShare } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { nameWithSplit } from '../../ui/run-name.ts';

/** The scores of runs by domain, a row each; on a narrow screen a card each. */
export function DomainTable({ runs: all }: { readonly runs: readonly RunSummary[] }) {
  const runs = all.filter(({ byDomain = [] }) => byDomain.length > 0);
  const domains = [...new Set(runs.flatMap(({ byDomain = [] }) => byDomain.map(({ name }) => name)))].sort();
  if (domains.length === 0) return null;
  return (
    <Panel hint="pass@1; a task may count in several" isFlush title="By domain">
      <table aria-label="By domain" className="mb-2 w-full text-small tabular-nums max-lg:block" role="table">
        <thead className="max-lg:sr-only" role="rowgroup">
          <tr className="text-faint" role="row">
            <th className="px-4 py-1.5 text-left font-medium" role="columnheader" scope="col">
              run
            </th>
            {domains.map((domain) => (
              <th className="px-2 text-right font-medium last:pr-4" key={domain} role="columnheader" scope="col">
                {domain}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-lg:block" role="rowgroup">
          {runs.map((run) => (
            <tr
              className="border-line border-t max-lg:grid max-lg:grid-cols-1 max-lg:gap-x-12 max-lg:px-4 max-lg:py-2 sm:max-lg:grid-cols-2"
              key={run.id}
              role="row"
            >
              <th
                className="max-w-[20rem] truncate px-4 py-1.5 text-left font-normal max-lg:col-span-full max-lg:block max-lg:max-w-none max-lg:px-0 max-lg:font-medium"
                role="rowheader"
                scope="row"
                title={run.model}
              >
                {nameWithSplit(run)}
              </th>
              {domains.map((domain) => (
                <DomainCell domain={domain} key={domain} run={run} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function DomainCell({ run, domain }: { readonly run: RunSummary; readonly domain: string }) {
  const group = run.byDomain?.find(({ name }) => name === domain);
  return (
    <td className="px-2 text-right last:pr-4 max-lg:flex max-lg:justify-between max-lg:px-0! max-lg:py-0.5" role="cell">
      <span className="text-faint lg:hidden">{domain}</span>
      {group && (
        <span title={`${formatInterval(group.passAt1.interval)}, ${group.tasks} tasks`}>
          {formatShare(group.passAt1.value)}
          <span className="ml-1.5 text-faint text-tiny">
            {' '}
            <span className="sr-only">of </span>
            {group.tasks}
          </span>
        </span>
      )}
    </td>
  );
}
