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
import type { ResolvedOptions } from './resolve-options.ts';

/** Options that a request only holds where somebody gave them: what the config file or a task pack says is better than our default. */
const onlyIfGiven: readonly string[] = [...parameterKeys, 'memoryMb', 'requestTimeoutS'];

type Resolved = Pick<ResolvedOptions, 'options' | 'origins' | 'sections'>;

/** What the command line, variables and config file ask for, as one request. */
export function toRunRequest(resolved: Resolved): RunRequest {
  return parse(runRequestSchema, { ...gather(resolved), model: resolved.options.model ?? [] });
}

/** The same for commands that judge answers which exist already. */
export function toJudgingRequest(resolved: Resolved): JudgingRequest {
  return parse(judgingRequestSchema, gather(resolved));
}

function gather({ options, origins, sections }: Resolved): Record<string, unknown> {
  const { splits, split, passK, model: _, ...rest } = options;
  const isTyped = (key: string) => ['flag', 'environment'].includes(origins.get(key as keyof typeof options) ?? '');
  const isParameter = (key: string) => (parameterKeys as readonly string[]).includes(key);
  const known = Object.entries(rest).filter(([key, value]) => value !== undefined && key in runRequestSchema.shape);
  const given = known.filter(([key]) => {
    if (!onlyIfGiven.includes(key)) return true;
    return isParameter(key) ? isTyped(key) : origins.get(key as keyof typeof options) !== 'default';
  });
  const defaults = known.filter(([key]) => isParameter(key) && !isTyped(key));
  return {
    ...Object.fromEntries(given),
    defaults: Object.fromEntries(defaults),
    ...((splits ?? split)
      ? { split: splits?.flatMap((word) => (word === 'both' ? splitSchema.options : [word])) ?? [split] }
      : {}),
    ...(passK === undefined ? {} : { passK: passK.map(Number) }),
    ...(sections.models === undefined ? {} : { models: sections.models }),
    ...(sections.prices === undefined ? {} : { prices: sections.prices }),
  };
}

function parse<Request>(schema: ZodType<Request>, value: unknown): Request {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const sentences = parsed.error.issues.map((issue) => {
    const [key] = issue.path;
    if (key === 'model') return issue.message;
    const what = issue.code === 'invalid_value' ? `choose from ${issue.values.join(', ')}` : issue.message;
    return `--${toKebabCase(String(key))}: ${what}`;
  });
  throw new BigCodeBenchError('USAGE', `${[...new Set(sentences)].join('; ')}.`, { cause: parsed.error });
}
