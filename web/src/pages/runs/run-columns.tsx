import { Link } from '@tanstack/react-router';
import type { RunSummary } from '../../../../src/schema/view/run-document.ts';
import { zoomTo } from '../../charts/zoom.ts';
import type { TableColumn } from '../../ui/data-table.tsx';
import { EstimateBar } from '../../ui/estimate.tsx';
import {
  formatCount,
  formatDate,
  formatDollars,
  formatDuration,
  formatInterval,
  formatShare,
  formatTokens,
  plural,
  shortDataset,
  shortSubset,
} from '../../ui/format.ts';
import { nameRun } from '../../ui/run-name.ts';
import { RunState } from '../../ui/run-state.tsx';

/** The columns that at least one run has something to say in. */
export function createRunColumns(runs: readonly RunSummary[]): TableColumn<RunSummary>[] {
  const domain = zoomTo(runs.flatMap(({ passAt1 }) => (passAt1 ? [passAt1.interval] : [])));
  return listColumns(domain).filter(({ value }) => runs.some((run) => value?.(run) !== undefined));
}

const listColumns = (domain: readonly [number, number]): readonly TableColumn<RunSummary>[] => [
  {
    id: 'model',
    title: 'model',
    isTitle: true,
    value: ({ name, model }) => name ?? model,
    className: 'max-w-[14rem] xl:max-w-[24rem]',
    cell: ({ id, model, name, labels, state, split, subset, dataset, tasks }) => (
      <span className="flex min-w-0 flex-col">
        <Link
          className="truncate font-medium hover:underline"
          params={{ runId: id }}
          title={name ?? model}
          to={state === 'running' ? '/runs/$runId/live' : '/runs/$runId'}
        >
          {nameRun({ name, model })}
        </Link>
        <span className="truncate text-faint text-small">
          {[
            ...new Set([
              split,
              ...nameTasks(subset, dataset),
              plural(tasks, 'task'),
              ...(labels?.tags ?? []),
              labels?.note,
            ]),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
    ),
  },
  {
    id: 'score',
    title: 'pass@1',
    align: 'right',
    value: ({ passAt1 }) => passAt1?.value,
    className: 'w-72 max-lg:w-auto',
    cell: ({ passAt1 }) =>
      passAt1 && (
        <span className="flex items-center gap-3">
          <span className="w-28 max-lg:hidden">
            <EstimateBar domain={domain} estimate={passAt1} />
          </span>
          <span className="ml-auto font-semibold">{formatShare(passAt1.value)}</span>
          <span className="w-20 text-left text-faint text-small max-lg:order-first max-lg:text-right">
            {formatInterval(passAt1.interval)}
          </span>
        </span>
      ),
  },
  {
    id: 'hard',
    title: 'hard',
    align: 'right',
    value: ({ hard }) => hard?.passAt1.value,
    cell: ({ hard }) => hard && formatShare(hard.passAt1.value),
  },
  {
    id: 'samples',
    title: 'samples',
    align: 'right',
    value: ({ verdicts }) => verdicts,
    cell: (run) => formatCount(run.verdicts),
  },
  { id: 'state', title: 'state', value: ({ state }) => state, cell: (run) => <RunState run={run} /> },
  {
    id: 'started',
    title: 'started',
    value: ({ startedAt }) => startedAt,
    className: 'whitespace-nowrap text-soft',
    cell: ({ startedAt }) => startedAt && formatDate(startedAt),
  },
  {
    id: 'duration',
    title: 'took',
    align: 'right',
    value: ({ durationMs }) => durationMs,
    className: 'whitespace-nowrap text-soft',
    cell: ({ durationMs }) => durationMs !== undefined && formatDuration(durationMs),
    isWideOnly: true,
  },
  {
    id: 'tokens',
    title: 'tokens',
    align: 'right',
    value: ({ usage }) => usage?.outputTokens,
    className: 'whitespace-nowrap text-soft',
    cell: ({ usage }) => (usage?.outputTokens ? formatTokens(usage.outputTokens) : '–'),
    isWideOnly: true,
  },
  {
    id: 'cost',
    title: 'cost',
    align: 'right',
    value: ({ costUsd }) => costUsd,
    className: 'whitespace-nowrap text-soft',
    cell: ({ costUsd }) => (costUsd ? formatDollars(costUsd) : '–'),
    isWideOnly: true,
  },
];

/** The subset and the dataset, once where one names the other. */
function nameTasks(subset: string, dataset: string): string[] {
  const [part, whole] = [shortSubset(subset), shortDataset(dataset)];
  if (whole.startsWith(part)) return [whole];
  return part.startsWith(whole) ? [part] : [part, whole];
}
