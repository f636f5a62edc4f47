import { Link, useNavigate } from '@tanstack/react-router';
import type { RunDocument } from '../../../../src/schema/view/run-document.ts';
import { showAll } from '../../code/visible-text.ts';
import { filterKeys, type SampleFilter, sampleAt } from '../../data/filter-samples.ts';
import { Button } from '../../ui/button.tsx';
import { formatCount, formatDuration, formatMegabytes } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { OutcomeBadge } from '../../ui/outcome-mark.tsx';
import { Empty } from '../../ui/states.tsx';
import { type VirtualColumn, VirtualTable } from '../../ui/virtual-table.tsx';

interface SampleListProps {
  readonly document: RunDocument;
  readonly filter: SampleFilter;
  readonly rows: readonly number[];
  readonly setFilter: (change: SampleFilter) => void;
}

const columns: readonly VirtualColumn[] = [
  { id: 'outcome', title: 'outcome', width: '8rem' },
  { id: 'task', title: 'task', width: 'minmax(14rem,1fr)' },
  { id: 'cause', title: 'first failing test, and what it says', width: 'minmax(8rem,1.4fr)', isCardLine: true },
  { id: 'tests', title: 'tests pass', width: '5.5rem', align: 'right', isWideOnly: true },
  { id: 'cpu', title: 'CPU', width: '5rem', align: 'right', isWideOnly: true },
  { id: 'memory', title: 'memory', width: '5rem', align: 'right', isWideOnly: true },
  { id: 'others', title: 'others solve', width: '7rem', align: 'right', isWideOnly: true },
];

/** The samples that match the filter. */
export function SampleList({ document, filter, rows, setFilter }: SampleListProps) {
  const navigate = useNavigate();
  const flagged = new Set(document.samples.flagged.map(({ row }) => row));
  const linkOf = (row: number) => {
    const { taskId, index } = sampleAt(document, row);
    return {
      to: '/runs/$runId/s/$index/$' as const,
      params: { runId: document.run.id, index: String(index), _splat: taskId },
      search: filter,
    };
  };
  const renderCell = (at: number, column: string) => {
    const row = rows[at] ?? 0;
    const sample = sampleAt(document, row);
    switch (column) {
      case 'outcome':
        return <OutcomeBadge outcome={sample.outcome} />;
      case 'task':
        return (
          <>
            <Link className="font-medium hover:underline" {...linkOf(row)}>
              {sample.taskId}
            </Link>
            {document.run.nSamples > 1 && <span className="ml-1.5 text-faint text-small">#{sample.index}</span>}{' '}
            <span className="ml-1 text-small text-soft" title={sample.title}>
              {sample.title}
            </span>
          </>
        );
      case 'cause':
        return (
          <span className="flex items-center gap-2 text-soft">
            <Cause {...sample} />
            {flagged.has(row) && <Flag />}
          </span>
        );
      case 'tests':
        return sample.tests === 0 ? null : (
          <>
            {sample.tests - sample.testsFailed}
            <span className="text-faint">/{sample.tests}</span>
          </>
        );
      case 'cpu':
        return <span className="text-soft">{sample.cpuMs > 0 && formatDuration(sample.cpuMs)}</span>;
      case 'memory':
        return <span className="text-soft">{sample.peakMb > 0 && formatMegabytes(sample.peakMb)}</span>;
      default:
        return (
          <span className="text-soft">
            {sample.others > 0 ? `${formatCount(sample.othersPassed)} of ${formatCount(sample.others)}` : '–'}
          </span>
        );
    }
  };
  return (
    <VirtualTable
      columns={columns}
      count={rows.length}
      empty={<NoneMatch document={document} filter={filter} setFilter={setFilter} />}
      label="Samples"
      name={`samples:${document.run.id}:${JSON.stringify(filter)}`}
      onOpen={(at) => void navigate(linkOf(rows[at] ?? 0))}
      renderCell={renderCell}
    />
  );
}

/** What the first failing test says; for a list that has no messages, the kind of failure. */
function Cause({ cause, test, message }: { readonly cause: string; readonly test: string; readonly message: string }) {
  return (
    <span className="truncate" title={[test, message].filter(Boolean).join('\n')}>
      {test !== '' && <span className="mr-2 font-mono text-faint text-small">{test}</span>}
      {message === '' ? cause : showAll(message)}
    </span>
  );
}

function Flag() {
  return (
    <span className="text-warn" title="The safety scan or the integrity checks found something">
      <Icon name="flag" size={12} />
      <span className="sr-only">flagged</span>
    </span>
  );
}

function NoneMatch({ document, filter, setFilter }: Omit<SampleListProps, 'rows'>) {
  const dropped = filterKeys.filter((key) => key !== 'sort' && filter[key] !== undefined);
  const total = document.samples.task.length;
  if (total === 0) return <Empty title="There are no verdicts yet">They appear here as they are given.</Empty>;
  return (
    <Empty title={`0 of ${formatCount(total)} samples match`}>
      <span className="mt-2 flex flex-wrap justify-center gap-2">
        {dropped.map((key) => (
          <Button key={key} onClick={() => setFilter({ [key]: undefined })}>
            Drop {key === 'q' ? 'the search' : `${key} ${filter[key]}`}
          </Button>
        ))}
      </span>
    </Empty>
  );
}
