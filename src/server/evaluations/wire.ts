/** What `/v1/evaluations` takes and answers. */
import { z } from 'zod';
import { evaluationDocumentSchema } from '../../evaluate/results/documents.ts';
import { integrityModeSchema } from '../../schema/proof.ts';
import { defaultPassK } from '../../schema/score.ts';
import { splitSchema } from '../../schema/split.ts';
import { toRequestFault } from '../http/request-fault.ts';
import type { EvaluationArguments } from './evaluation-plan.ts';
import type { Evaluation } from './evaluations.ts';

const list = z
  .union([z.array(z.union([z.string(), z.number()])).max(10_000), z.string(), z.number()])
  .transform((value) =>
    (Array.isArray(value) ? value.map(String) : String(value).split(',')).map((word) => word.trim()).filter(Boolean),
  );
const flag = z.union([z.boolean(), z.stringbool()]);

/** How samples are judged. In a query, where they are the body, everything is text. */
export const argumentsSchema = z.object({
  split: splitSchema.default('complete'),
  subset: z
    .string()
    .default('full')
    .describe('`hard` for the hard part of what is served; every other word means all of it.'),
  select: list.prefault([]).describe('Task ids, `BigCodeBench/` left out or not; all where there are none.'),
  pass_k: list
    .transform((words) => words.map(Number))
    .pipe(z.array(z.number().int().positive()).max(100))
    .prefault([...defaultPassK]),
  calibrated: flag.default(true),
  min_time_limit: z.coerce.number().nonnegative().default(1).describe('Seconds that any program may take at least.'),
  no_gt: flag.default(false).describe('Leave out the check of the reference solutions.'),
  missing: z.enum(['fail', 'skip', 'zero']).default('fail').describe('What to do about tasks without a sample.'),
  integrity: integrityModeSchema
    .optional()
    .describe('Which passes must hold under the separate judge; as the server was started where nothing is said.'),
  model: z
    .string()
    .regex(/^[\w.@ +-]{1,150}$/)
    .default('samples')
    .describe('Who answered: names the files of the result.'),
});

export type WireArguments = z.infer<typeof argumentsSchema>;

const sampleSchema = z.looseObject({
  task_id: z.string().min(1),
  solution: z.string().optional(),
  completion: z.string().optional(),
});

/** The body as JSON: the arguments and the samples together. More samples are sent as lines. */
export const evaluationRequestSchema = argumentsSchema.extend({ samples: z.array(sampleSchema).min(1).max(20_000) });

export function toArguments(request: Omit<WireArguments, 'model'>): EvaluationArguments {
  const { pass_k: passK, min_time_limit: minTimeLimitS, no_gt: isUnchecked, ...others } = request;
  return { ...others, passK, minTimeLimitS, groundTruth: isUnchecked ? 'skipped' : 'checked' };
}

export const statusSchema = z.object({
  id: z.string(),
  state: z.enum(['waiting', 'running', 'finished', 'failed', 'cancelled']),
  /** Verdicts so far, those of an earlier process included. */
  done: z.number().int(),
  total: z.number().int(),
  passed: z.number().int(),
  /** Why it failed. */
  error: z.string().optional(),
  /** What it came to: the fields of `bcb evaluate --json`. */
  result: evaluationDocumentSchema.optional(),
});

export async function describeEvaluation(evaluation: Evaluation): Promise<z.infer<typeof statusSchema>> {
  const { id, state, progress } = evaluation;
  const status = { id, state, ...progress };
  if (state === 'waiting' || state === 'running') return status;
  try {
    const result = await evaluation.over;
    return result.kind === 'scored' ? { ...status, result: result.document } : status;
  } catch (error) {
    return state === 'cancelled' ? status : { ...status, error: toRequestFault(error).message };
  }
}
