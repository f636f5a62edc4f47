import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { SampleDocument } from '../../../../src/schema/view/sample-document.ts';
import { filterKeys, filterSamples, type SampleFilter, sampleAt } from '../../data/filter-samples.ts';
import { useData } from '../../data/use-data.ts';
import { useKeys } from '../../keys/use-keys.ts';
import { Button } from '../../ui/button.tsx';
import { formatCount } from '../../ui/format.ts';

interface SamplePagerProps {
  readonly sample: SampleDocument;
  readonly search: SampleFilter & { readonly tab?: string | undefined };
}

/** Previous and next within the list this sample was opened from. */
export function SamplePager({ sample, search }: SamplePagerProps) {
  const { queries } = useData();
  const navigate = useNavigate();
  const document = useQuery(queries.run(sample.runId)).data;
  const filterText = JSON.stringify(filterKeys.map((key) => search[key]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the filter, which is new each time
  const rows = useMemo(() => (document ? filterSamples(document, search) : []), [document, filterText]);
  const at = document
    ? rows.findIndex((row) => {
        const { taskId, index } = sampleAt(document, row);
        return taskId === sample.taskId && index === sample.index;
      })
    : -1;
  const go = (position: number) => {
    const row = rows[position];
    if (!document || row === undefined) return;
    const { taskId, index } = sampleAt(document, row);
    void navigate({
      to: '/runs/$runId/s/$index/$',
      params: { runId: sample.runId, index: String(index), _splat: taskId },
      search: { ...Object.fromEntries(filterKeys.map((key) => [key, search[key]])), tab: search.tab },
    });
  };
  const goFailing = (step: number) => {
    for (let position = at + step; document && position >= 0 && position < rows.length; position += step) {
      if (sampleAt(document, rows[position] ?? 0).outcome !== 'pass') return go(position);
    }
  };
  useKeys({
    ArrowRight: () => go(at + 1),
    ArrowLeft: () => go(at - 1),
    ']': () => goFailing(1),
    '[': () => goFailing(-1),
  });
  return (
    <span className="flex items-center gap-1">
      <Button aria-label="Previous sample" disabled={at <= 0} icon="left" onClick={() => go(at - 1)} />
      <output className="min-w-20 text-center text-small text-soft tabular-nums">
        {at < 0 ? '–' : `${formatCount(at + 1)} / ${formatCount(rows.length)}`}
      </output>
      <Button
        aria-label="Next sample"
        disabled={at < 0 || at + 1 >= rows.length}
        icon="right"
        onClick={() => go(at + 1)}
      />
    </span>
  );
}
