import { z } from 'zod';
import { evaluationDocumentSchema } from '../../evaluate/results/documents.ts';
import { RequestFault, toRequestFault } from '../http/request-fault.ts';
import type { Evaluation, EvaluationOffice } from './evaluation-office.ts';

export const evaluationStatusSchema = z.object({
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

export async function describeEvaluation(evaluation: Evaluation): Promise<z.infer<typeof evaluationStatusSchema>> {
  const { id, state, progress } = evaluation;
  const told = { id, state, ...progress };
  if (state === 'waiting' || state === 'running') return told;
  try {
    const result = await evaluation.over;
    return result.kind === 'scored' ? { ...told, result: result.document } : told;
  } catch (error) {
    return state === 'cancelled' ? told : { ...told, error: toRequestFault(error).message };
  }
}

export function requireEvaluation(office: EvaluationOffice, id: string): Evaluation {
  const evaluation = office.get(id);
  if (evaluation !== undefined) return evaluation;
  throw new RequestFault(404, 'No such evaluation since this server started: send its samples again to resume it.');
}
