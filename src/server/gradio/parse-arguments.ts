import { z } from 'zod';
import { type GradioParameter, gradioParameters } from '../../upstream/gradio-wire.ts';
import type { EvaluationArguments } from '../evaluations/evaluation-plan.ts';
import { argumentsSchema, toArguments } from '../evaluations/wire.ts';
import { parseShape } from '../http/read-request.ts';
import { RequestFault } from '../http/request-fault.ts';

/** The original's command line makes numbers and lists of what the app's text boxes would hold. */
const words = z
  .union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.union([z.string(), z.number()]))])
  .transform((value): string[] => {
    if (value === null || typeof value === 'boolean') return [];
    const text = Array.isArray(value) ? value.join(',') : String(value);
    // A list may also come as the text of one: "[0, 1]".
    return text.split(/[\s,[\]()'"]+/).filter((word) => word !== '');
  });

const valuesSchema = argumentsSchema
  .pick({ split: true, subset: true, min_time_limit: true, calibrated: true, no_gt: true })
  .extend({
    samples: z.looseObject({ path: z.string() }).nullable(),
    pass_k: words,
    check_gt_only: z.boolean(),
    selective_evaluate: words,
  });

export interface GradioCall {
  readonly given: EvaluationArguments;
  /** What the upload returned; null if the caller has no samples. */
  readonly samples: string | null;
}

/** The app's inputs in their order, or by name; what is left out has the Space's default. */
export function parseArguments(data: readonly unknown[] | Readonly<Record<string, unknown>>): GradioCall {
  const values = Object.fromEntries(
    gradioParameters.map(({ name, fallback }, index): [GradioParameter, unknown] => [
      name,
      (Array.isArray(data) ? data[index] : (data as Readonly<Record<string, unknown>>)[name]) ?? fallback ?? null,
    ]),
  );
  const { samples, selective_evaluate: select, check_gt_only: isOnly, ...parsed } = parseShape(values, valuesSchema);
  if (samples === null && !isOnly) throw new RequestFault(422, 'There are no samples.');
  const passK = parsed.pass_k.filter((word) => /^[1-9]\d*$/.test(word)).map(Number);
  const given = toArguments({ ...parsed, select, pass_k: passK, missing: 'fail' });
  return { samples: samples?.path ?? null, given: isOnly ? { ...given, groundTruth: 'only' } : given };
}
