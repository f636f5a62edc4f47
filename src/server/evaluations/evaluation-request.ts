import { z } from 'zod';
import { splitSchema } from '../../schema/split.ts';
import type { EvaluationArguments } from './evaluation-plan.ts';

const list = z
  .union([z.array(z.union([z.string(), z.number()])), z.string(), z.number()])
  .transform((value) =>
    (Array.isArray(value) ? value.map(String) : String(value).split(',')).map((word) => word.trim()).filter(Boolean),
  );
const flag = z.union([z.boolean(), z.stringbool()]);

/** How samples are judged. In a query, where they are the body, everything is text. */
export const argumentsSchema = z.object({
  split: splitSchema.default('complete'),
  /** `hard` for the hard part of what is served. */
  subset: z.string().default('full'),
  /** Task ids; all where there are none. */
  select: list.prefault([]),
  pass_k: list
    .transform((words) => words.map(Number))
    .pipe(z.array(z.number().int().positive()))
    .prefault([1, 5, 10]),
  calibrated: flag.default(true),
  min_time_limit: z.coerce.number().nonnegative().default(1),
  /** Leave out the check of the reference solutions. */
  no_gt: flag.default(false),
  /** What to do about tasks without a sample. */
  missing: z.enum(['fail', 'skip', 'zero']).default('fail'),
  /** Who answered: names the files of the result. */
  model: z
    .string()
    .regex(/^[\w.@ +-]{1,150}$/)
    .default('samples'),
});

export const sampleSchema = z.looseObject({
  task_id: z.string().min(1),
  solution: z.string().optional(),
  completion: z.string().optional(),
});

/** The body as JSON: the arguments and the samples together. */
export const evaluationRequestSchema = argumentsSchema.extend({ samples: z.array(sampleSchema).min(1) });

export function toArguments(request: z.infer<typeof argumentsSchema>): EvaluationArguments {
  const { split, subset, select, pass_k, calibrated, min_time_limit, no_gt, missing } = request;
  return {
    split,
    subset,
    select,
    passK: pass_k,
    calibrated,
    minTimeLimitS: min_time_limit,
    groundTruth: no_gt ? 'skipped' : 'checked',
    missing,
  };
}
