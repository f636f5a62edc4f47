/**
 * The protocol between the original's client and its evaluation Space over Gradio. Versions 4 to 6 differ little: since 5
 * the routes are below `api_prefix`, since 6 the endpoint has the function's name.
 */
import { z } from 'zod';
import { serverInfoSchema } from '../schema/server-info.ts';
import { evalResultsSchema } from './eval-results.ts';

/** The original's default address. */
export const defaultGradioEndpoint = 'https://bigcode-bigcodebench-evaluator.hf.space/';

/** The evaluation endpoint's name up to Gradio 5, and since Gradio 6. */
export const gradioApiNames = ['predict', 'evaluate'] as const;

/** What it calls our limits, in MB. */
export const gradioLimits = [
  { name: 'max_as_limit', fallback: 30 * 1024, limit: 'addressMb' },
  { name: 'max_data_limit', fallback: 30 * 1024, limit: 'dataMb' },
  { name: 'max_stack_limit', fallback: 10, limit: 'stackMb' },
] as const;

/** The evaluation's inputs in order, with the Space's defaults. */
export const gradioParameters = [
  { name: 'split', fallback: undefined },
  { name: 'subset', fallback: undefined },
  { name: 'samples', fallback: undefined },
  { name: 'pass_k', fallback: '1,5,10' },
  { name: 'parallel', fallback: -1 },
  { name: 'min_time_limit', fallback: 1 },
  ...gradioLimits,
  { name: 'calibrated', fallback: true },
  { name: 'check_gt_only', fallback: false },
  { name: 'no_gt', fallback: false },
  /** Bare numbers joined by commas: the Space puts `BigCodeBench/` before each. */
  { name: 'selective_evaluate', fallback: '' },
] as const;

export type GradioParameter = (typeof gradioParameters)[number]['name'];

/** Where our own server runs programs; a stock Gradio server does not say. */
export const gradioFactsSchema = serverInfoSchema.shape.executor
  .pick({ fingerprint: true, level: true, engine: true, python: true })
  .extend({ version: z.string() });

/** What a client needs from `GET config`. */
export const gradioConfigSchema = z.looseObject({
  version: z.string(),
  api_prefix: z.string().nullish(),
  dependencies: z.array(
    z.looseObject({ id: z.number().int().optional(), api_name: z.union([z.string(), z.boolean()]).nullish() }),
  ),
  bigcodebench: gradioFactsSchema.optional(),
});

const parameterSchema = z.looseObject({
  parameter_name: z.string().nullish(),
  parameter_has_default: z.boolean().optional(),
  parameter_default: z.unknown().optional(),
});

/** What a client needs from `GET info`. */
export const gradioInfoSchema = z.looseObject({
  named_endpoints: z.record(z.string(), z.looseObject({ parameters: z.array(parameterSchema) })),
});

/** The event stream messages that matter to a client; others are ignored. */
export const gradioMessageSchema = z.discriminatedUnion('msg', [
  z.looseObject({ msg: z.literal('estimation'), rank: z.number().nullish(), queue_size: z.number().nullish() }),
  z.looseObject({ msg: z.enum(['process_starts', 'progress', 'heartbeat', 'server_stopped', 'close_stream']) }),
  z.looseObject({
    msg: z.literal('process_completed'),
    event_id: z.string().nullish(),
    success: z.boolean(),
    output: z.looseObject({ data: z.array(z.unknown()).optional(), error: z.unknown().optional() }),
  }),
  z.looseObject({ msg: z.literal('unexpected_error'), message: z.string().nullish() }),
]);

export type GradioMessage = z.infer<typeof gradioMessageSchema>;

/** What the evaluation returns; the second output is the content of `…_pass_at_k.json`. */
export const gradioOutputSchema = z.tuple([evalResultsSchema, z.looseObject({})]).rest(z.unknown());
