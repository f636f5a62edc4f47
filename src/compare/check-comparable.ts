import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { Mismatch } from '../schema/comparison.ts';
import { stableStringify } from '../util/hash.ts';
import type { Result, ResultConditions } from './result.ts';

/** A caveat is checked on its own: one side having none is a difference too. */
const fields: Record<Exclude<keyof ResultConditions, 'caveat'>, string> = {
  split: 'split',
  subset: 'subset',
  dataset: 'dataset',
  datasetHash: 'dataset hash',
  rules: 'rules',
  fingerprint: 'environment fingerprint',
  isolation: 'isolation',
  engine: 'engine',
};

const fieldKeys = Object.keys(fields) as (keyof typeof fields)[];

/** The fields that both results know and in which they differ; rules one by one. */
export function findMismatches(a: ResultConditions, b: ResultConditions): Mismatch[] {
  const caveat = { field: 'caveat', a: a.caveat ?? 'none', b: b.caveat ?? 'none' };
  const hasCaveat = a.caveat !== undefined || b.caveat !== undefined;
  const differing = fieldKeys.flatMap((key) => {
    const [one, other] = [a[key], b[key]];
    if (one === undefined || other === undefined) return [];
    if (typeof one === 'object' && typeof other === 'object') return compareRules(one, other);
    return one === other ? [] : [{ field: fields[key], a: String(one), b: String(other) }];
  });
  return hasCaveat ? [...differing, caveat] : differing;
}

function compareRules(a: object, b: object): Mismatch[] {
  const [one, other] = [new Map<string, unknown>(Object.entries(a)), new Map<string, unknown>(Object.entries(b))];
  return [...new Set([...one.keys(), ...other.keys()])].flatMap((key) => {
    const [first, second] = [stableStringify([one.get(key)]), stableStringify([other.get(key)])];
    return first === second ? [] : [{ field: `rules.${key}`, a: first.slice(1, -1), b: second.slice(1, -1) }];
  });
}

/** What a result does not say of itself, so that nobody can check it. */
export function describeUnknown({ conditions, source }: Result): string[] {
  const unknown = fieldKeys.filter((key) => conditions[key] === undefined).map((key) => fields[key]);
  return unknown.length === 0 ? [] : [`${source} does not say its ${unknown.join(', ')}: not checked.`];
}

export function refuseMismatches(a: Result, b: Result, mismatches: readonly Mismatch[]): void {
  if (mismatches.length === 0) return;
  const differing = mismatches.map(({ field, a: one, b: other }) => `${field} (${one} / ${other})`).join(', ');
  throw new BigCodeBenchError(
    'BAD_INPUT',
    `${a.source} and ${b.source} are not comparable: they differ in ${differing}. Use --allow-mismatch to compare them anyway.`,
    { data: { mismatches } },
  );
}
