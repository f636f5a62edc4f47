import { z } from 'zod';
import { upstreamStatusSchema } from '../schema/execution.ts';

/** Another word than the original's is a failure. */
const status = upstreamStatusSchema.catch('fail');

/** A sample in a results file of EvalPlus, told as the original does: it must pass the base tests and the added ones. */
export const evalPlusEntrySchema = z
  .object({ task_id: z.string(), solution: z.string(), base_status: status, plus_status: status.nullish() })
  .transform(({ task_id, solution, base_status: base, plus_status: plus }) => {
    const ended = base === 'pass' ? (plus ?? 'pass') : base;
    const cause = `${ended} in the ${base === 'pass' ? 'added' : 'base'} tests`;
    return { task_id, solution, status: ended, details: ended === 'pass' ? {} : { ALL: cause } };
  });
