import type { RunHeader } from '../../schema/run-record.ts';
import type { SubmittedRun } from '../../schema/submission.ts';

/** The names of a run's files in a bundle: those the original gives, which its board looks for. */
export function nameBundleFiles(run: SubmittedRun['run'], hasRecipe: boolean): SubmittedRun['files'] {
  const { model, split, dataset } = run;
  const set = dataset.name.replace(/^bigcodebench-?/, '');
  const temperature = model.parameters?.temperature;
  const settings = `${temperature || '0'}-${model.nSamples ?? 1}-sanitized_calibrated`;
  const benchmark = `bigcodebench${set === '' ? '' : `-${set}`}-${split}`;
  const stem = [prefixOf(model), benchmark, `${model.provider ?? 'file'}-${settings}`].join('--');
  return {
    samples: `samples/${stem}.jsonl`,
    raw: `raw/${stem}.jsonl`,
    eval_results: `results/${stem}_eval_results.json`,
    pass_at_k: `results/${stem}_pass_at_k.json`,
    verdicts: `verdicts/${stem}.parquet`,
    ...(hasRecipe && { recipe: `recipes/${stem}.json` }),
  };
}

/** Hub id and revision, as the original joins them. */
export function prefixOf({ name, modelId, revision }: RunHeader['model']): string {
  const hubId = (modelId ?? name).replace(/^[a-z-]+:/, '');
  const id = hubId.replaceAll('/', '--').replaceAll(/[^\w.@+-]+/g, '-');
  const suffix = `--${revision ?? 'main'}`;
  return id.endsWith(suffix) ? id : `${id}${suffix}`;
}

/**
 * Whether the original's board would find a results file: calibrated for chat models, plain for base models, greedy, one
 * sample, and nothing else in the name that looks like the benchmark's.
 */
export function isFoundByBoard(name: string, { split, isChat }: { split: string; isChat: boolean }): boolean {
  const parts = name.split('--bigcodebench-');
  const ending = isChat ? '-0-1-sanitized.*calibrated_eval_results\\.json$' : '-0-1-sanitized.*_eval_results\\.json$';
  return parts.length === 2 && new RegExp(`^(?:hard-)?${split}.*${ending}`).test(parts[1] ?? '');
}
