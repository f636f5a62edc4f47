import type { ZodType } from 'zod';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import {
  type JudgingRequest,
  judgingRequestSchema,
  parameterKeys,
  type RunRequest,
  runRequestSchema,
} from '../schema/run-request.ts';
import { splitSchema } from '../schema/split.ts';
import { toKebabCase } from '../util/letter-case.ts';
import { type OptionKey, optionTable } from './option-table.ts';
import type { ResolvedOptions } from './resolve-options.ts';

/** Included only if given: what a task pack or a provider says is better than our default. */
const onlyIfGiven: readonly string[] = ['memoryMb', 'maxOutputMb', 'requestTimeoutS'];

type Resolved = Pick<ResolvedOptions, 'options' | 'origins' | 'sections'>;

/** What flags, variables and config file ask for, as one request. */
export function toRunRequest(resolved: Resolved): RunRequest {
  return parse(runRequestSchema, { ...gather(resolved), model: resolved.options.model ?? [] });
}

/** The same for commands that judge existing answers. */
export function toJudgingRequest(resolved: Resolved): JudgingRequest {
  return parse(judgingRequestSchema, gather(resolved));
}

function gather({ options, origins, sections }: Resolved): Record<string, unknown> {
  const isTyped = (key: OptionKey) => ['flag', 'environment'].includes(origins.get(key) ?? '');
  const given: Record<string, unknown> = {};
  const defaults: Record<string, unknown> = {};
  // Only the keys of a request are considered.
  for (const key of Object.keys(judgingRequestSchema.shape).filter(isOptionKey)) {
    const value = options[key];
    if (value === undefined) continue;
    if (isParameter(key)) (isTyped(key) ? given : defaults)[key] = value;
    else if (!onlyIfGiven.includes(key) || origins.get(key) !== 'default') given[key] = value;
  }
  const splits = options.splits?.flatMap((word) => (word === 'both' ? splitSchema.options : [word]));
  return {
    ...given,
    defaults,
    ...(splits ? { split: splits } : given.split ? { split: [given.split] } : {}),
    ...(given.passK ? { passK: options.passK.map(Number) } : {}),
    ...(sections.models === undefined ? {} : { models: sections.models }),
    ...(sections.prices === undefined ? {} : { prices: sections.prices }),
  };
}

function isOptionKey(key: string): key is OptionKey {
  return Object.hasOwn(optionTable, key);
}

function isParameter(key: string): boolean {
  return (parameterKeys as readonly string[]).includes(key);
}

function parse<Request>(schema: ZodType<Request>, value: unknown): Request {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const sentences = parsed.error.issues.map((issue) => {
    const [key] = issue.path;
    if (key === 'model') return issue.message;
    const what = issue.code === 'invalid_value' ? `use one of ${issue.values.join(', ')}` : issue.message;
    return `--${toKebabCase(String(key))}: ${what}`;
  });
  throw new BigCodeBenchError('USAGE', `${[...new Set(sentences)].join('; ')}.`, { cause: parsed.error });
}
