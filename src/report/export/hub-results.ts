import { fillAsset } from '../../util/read-asset.ts';
import { type ExportedFile, type ExportedRun, hubDatasetOf } from './exported-run.ts';

/** `.eval_results/…yaml` of a model's repository on the Hugging Face hub: one file for each split and subset. */
export function exportHubResults({ record }: ExportedRun): ExportedFile {
  const subset = record.subset === 'full' ? '' : `_${record.subset.replaceAll(/[^\w-]+/g, '-')}`;
  const name = `bigcodebench${subset}_${record.split}`;
  const { split, result, dataset, rules, startedAt } = record;
  const score = result?.score.passAt1;
  const value = (100 * (score?.value ?? 0)).toFixed(1);
  const [low, high] = score?.interval ?? [0, 1];
  const notes = `pass@1 of ${result?.score.tasks ?? 0} tasks, 95% interval ${(100 * low).toFixed(1)} to ${(100 * high).toFixed(1)}, ${dataset.version}${rules.calibrated ? ', calibrated' : ''}`;
  const content = fillAsset('exports/hub-results.yaml', {
    ...{ id: hubDatasetOf(record), split, value },
    date: (result?.finishedAt ?? startedAt).slice(0, 10),
    // A JSON string is a YAML string, too.
    notes: JSON.stringify(notes),
  });
  return { path: `.eval_results/${name}.yaml`, content };
}
