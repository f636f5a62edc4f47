import { splitSchema } from '../schema/task.ts';

/**
 * Reads `[model]--[revision]--bigcodebench[-subset]-[split]--[backend]-[temp]-[n]-…`. Of a file with another name the
 * model is what precedes `eval_results` or the split at its end.
 */
export function parseResultName(file: string) {
  const plain = file.replace(/\.gz$/, '').replace(/\.jsonl?$/, '');
  const stem = plain.replace(/[._-]?eval_results$/, '');
  const named = /^(.+?)--bigcodebench-(?:([a-z0-9]+)-)?(complete|instruct)(?:--|$)/.exec(stem);
  if (!named) {
    const split = splitSchema.options.find((option) => new RegExp(`--${option}\\b`).test(stem));
    return { model: stem.replace(/--(?:complete|instruct)$/, '') || 'unknown', subset: undefined, split };
  }
  const [, before = '', subset = 'full', split] = named;
  const cut = before.lastIndexOf('--');
  return { model: cut < 0 ? before : before.slice(0, cut), subset, split: splitSchema.parse(split) };
}
