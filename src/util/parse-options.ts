import type { ZodObject } from 'zod';
import { usageError } from '../error/bigcodebench-error.ts';
import { findNearest } from './find-nearest.ts';

/** Checks options against their schema. One error names every mistake, each with its option as `spell` writes it. */
export function parseOptions<Schema extends ZodObject>(schema: Schema, value: unknown, spell = (key: string) => key) {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const sentences = parsed.error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => describeUnknown(key, schema));
    const what = issue.code === 'invalid_value' ? `use one of ${issue.values.join(', ')}` : issue.message;
    return `${spell(String(issue.path[0]))}: ${what}`;
  });
  throw usageError(`${[...new Set(sentences)].join('; ')}.`);
}

function describeUnknown(key: string, { shape }: ZodObject): string {
  const nearest = findNearest(key, Object.keys(shape));
  return `${key} is not an option${nearest === undefined ? '' : `: did you mean ${nearest}?`}`;
}
