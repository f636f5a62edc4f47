import type { RunDocument } from '../../../../src/schema/view/run-document.ts';
import { type SampleFilter, sortNames } from '../../data/filter-samples.ts';
import { Button } from '../../ui/button.tsx';
import { SearchField, SelectField } from '../../ui/fields.tsx';
import { formatCount } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { copyText } from '../../ui/toast.tsx';
import { saveRows } from './save-rows.ts';

interface FilterBarProps {
  readonly document: RunDocument;
  readonly filter: SampleFilter;
  readonly rows: readonly number[];
  readonly setFilter: (change: SampleFilter) => void;
}

const chips = ['outcome', 'cause', 'domain', 'lib', 'flag'] as const;

export function FilterBar({ document, filter, rows, setFilter }: FilterBarProps) {
  const total = document.samples.task.length;
  const active = chips.flatMap((key) => (filter[key] === undefined ? [] : [{ key, value: filter[key] }]));
  const hasHard = document.tasks.hard.some(Boolean);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="mr-1 font-semibold text-base">
          Samples{' '}
          <output className="ml-1 font-normal text-small text-soft">
            {formatCount(rows.length)}
            {rows.length !== total && ` of ${formatCount(total)}`}
          </output>
        </h2>
        <SearchField
          label="Filter samples"
          onChange={(q) => setFilter({ q: q === '' ? undefined : q })}
          placeholder="Task, title, library, test or message"
          value={filter.q ?? ''}
        />
        <SelectField
          label="Order"
          onChange={(sort) => setFilter({ sort: sort === 'worst' ? undefined : sort })}
          options={Object.entries(sortNames).map(([value, label]) => ({ value, label }))}
          value={filter.sort ?? 'worst'}
        />
        {hasHard && (
          <Button
            aria-pressed={filter.hard === '1'}
            look={filter.hard === '1' ? 'primary' : 'plain'}
            onClick={() => setFilter({ hard: filter.hard === '1' ? undefined : '1' })}
          >
            Hard only
          </Button>
        )}
        <Button
          icon="copy"
          look="quiet"
          onClick={() => void copyText(`--select ${nameTasks(document, rows).join(',')}`, 'Selection')}
        >
          As --select
        </Button>
        <Button look="quiet" onClick={() => saveRows(document, rows, 'csv')}>
          CSV
        </Button>
        <Button look="quiet" onClick={() => saveRows(document, rows, 'json')}>
          JSON
        </Button>
      </div>
      {active.length > 0 && (
        <ul aria-label="Filters" className="flex flex-wrap gap-2">
          {active.map(({ key, value }) => (
            <li key={key}>
              <button
                aria-label={`Drop the filter ${key} ${value}`}
                className="inline-flex items-center gap-1.5 rounded-full bg-accent-soft py-0.5 pr-2 pl-3 text-accent text-small"
                onClick={() => setFilter({ [key]: undefined })}
                type="button"
              >
                <span className="max-w-80 truncate">
                  {key} <strong className="font-semibold">{value}</strong>
                </span>
                <Icon name="close" size={11} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The tasks of these rows as `--select` takes them. */
function nameTasks(document: RunDocument, rows: readonly number[]): string[] {
  const ids = new Set(rows.map((row) => document.tasks.ids[document.samples.task[row] ?? 0] ?? ''));
  return [...ids].map((id) => id.replace(/^BigCodeBench\//, ''));
}
