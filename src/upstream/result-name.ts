import { type Split, splitSchema } from '../schema/split.ts';

/** What the original's file names reveal about a result. */
export interface ResultName {
  readonly model: string;
  readonly revision?: string;
  readonly subset?: string;
  readonly split?: Split;
}

/**
 * Reads `[model]--[revision]--bigcodebench[-subset]-[split]--[backend]-[temp]-[n]-…`. Of a file with another name the
 * model is what precedes `eval_results`, and nothing else is known.
 */
export function parseResultName(file: string): ResultName {
  const plain = file.replace(/\.gz$/, '').replace(/\.jsonl?$/, '');
  const stem = plain.replace(/[._-]?eval_results$/, '');
  const named = /^(.+?)--bigcodebench-(?:([a-z0-9]+)-)?(complete|instruct)(?:--|$)/.exec(stem);
  if (!named) {
    const split = splitSchema.options.find((option) => new RegExp(`--${option}\\b`).test(stem));
    return { model: stem === '' ? 'unknown' : stem, ...(split ? { split } : {}) };
  }
  const [, before = '', subset = 'full', split] = named;
  const cut = before.lastIndexOf('--');
  return {
    model: cut < 0 ? before : before.slice(0, cut),
    ...(cut < 0 ? {} : { revision: before.slice(cut + 2) }),
    subset,
    split: splitSchema.parse(split),
  };
}
