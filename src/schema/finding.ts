import { z } from 'zod';
import { outcomeSchema } from './execution.ts';

/**
 * How much a finding weighs: `proof` shows that the task judges wrongly, `doubt` that it may, `hint` only orders tasks,
 * `none` says that the witness found nothing, `unheard` that it could not be asked.
 */
export const strengthSchema = z.enum(['none', 'unheard', 'hint', 'doubt', 'proof']);

export type Strength = z.infer<typeof strengthSchema>;

/** One program that was run, by the name under which its witness builds it again, and how it ended. */
export const evidenceSchema = z.object({
  trial: z.string(),
  outcome: outcomeSchema,
  /** What differs from the reference solution, or what was changed around it. */
  change: z.string().optional(),
  /** What its first failing test said, or what the function returned. */
  said: z.string().optional(),
});

export type Evidence = z.infer<typeof evidenceSchema>;

const findingSchema = z.object({
  taskId: z.string(),
  witness: z.string(),
  /** What the witness speaks about. */
  kind: z.enum(['reference', 'dissent', 'chance', 'too-weak', 'too-strict']),
  strength: strengthSchema,
  /** One sentence; empty if nothing was found. */
  sentence: z.string(),
  evidence: z.array(evidenceSchema),
  runs: z.number().int(),
  /** Of mutants: how many there were, how many the tests noticed, and how many change nothing that a test could see. */
  mutants: z.object({ tried: z.number(), killed: z.number(), unseen: z.number() }).optional(),
});

export type Finding = z.infer<typeof findingSchema>;
export type WitnessKind = Finding['kind'];

/** What an audit was asked for besides its tasks, as its options are called; `runs`: where results of models are. */
const request = z.object({ mutants: z.number().int(), deep: z.boolean(), runs: z.array(z.string()) });

/** A line of the audit's log. A finding's key is a hash of all that it depends on; `audited` names those that count. */
export const auditEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('finding'), key: z.string(), finding: findingSchema }),
  z.object({ type: z.literal('audited'), taskId: z.string(), keys: z.array(z.string()), request }),
]);

export type AuditEvent = z.infer<typeof auditEventSchema>;
export type TaskAudited = Extract<AuditEvent, { type: 'audited' }>;
