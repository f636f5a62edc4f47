/** What `bcb audit --json` prints. */
import { z } from 'zod';
import { publishedSolveRate } from '../dataset/public-tasks.ts';
import type { TaskAudit } from '../schema/audit-rule.ts';
import { evidenceSchema, type Finding, type Strength, strengthSchema, type WitnessKind } from '../schema/finding.ts';

const count = z.number().int().nonnegative();

/** What one witness says against a task, or why it could not be asked. */
const heardWitnessSchema = z.object({
  kind: z.enum(['dissent', 'chance', 'weak', 'strict']),
  /** From 0 to 1: a proof is 1, a doubt 0.5, a hint 0.25; a witness that could not be asked has 0. */
  strength: z.number().min(0).max(1),
  says: z.string(),
  evidence: z.object({ runs: count, trials: z.array(evidenceSchema) }),
  /** Its name: `bcb audit show ID` asks it again. */
  witness: z.string(),
  grade: strengthSchema,
});

const auditedTaskSchema = z.object({
  task_id: z.string(),
  verdict: z.enum(['sound', 'suspect', 'broken']),
  /** From 1, the most doubtful task first. */
  rank: z.number().int().positive(),
  /** The strongest first; one that found nothing is left out. */
  witnesses: z.array(heardWitnessSchema),
  /** Planted faults that change what the function returns: noticed by a test or not; `unseen` ones change nothing. */
  mutants: z.object({ killed: count, survived: count, unseen: count }).optional(),
  /** The share of published models that solve it, for public tasks. */
  solve_rate: z.number().optional(),
  runs: count,
  /** Of `audit show`: what the audit on disk says. */
  recorded: z.array(heardWitnessSchema).optional(),
});

export const auditDocumentSchema = z.object({
  date: z.iso.datetime(),
  /** The edition that was audited. */
  dataset: z.string(),
  version: z.string(),
  hash: z.string(),
  /** The journal of all findings. */
  path: z.string(),
  sound: count,
  suspect: count,
  broken: count,
  tasks: z.array(auditedTaskSchema),
});

export type AuditedTask = z.infer<typeof auditedTaskSchema>;

const strengths: Record<Strength, number> = { none: 0, unheard: 0, hint: 0.25, doubt: 0.5, proof: 1 };

const kinds: Record<Exclude<WitnessKind, 'reference'>, z.infer<typeof heardWitnessSchema>['kind']> = {
  dissent: 'dissent',
  chance: 'chance',
  'too-weak': 'weak',
  'too-strict': 'strict',
};

/** Tasks in the order of their ranks. */
export function describeAudits(ranked: readonly TaskAudit[]): AuditedTask[] {
  return ranked.map(({ taskId, verdict, findings }, at) => {
    const { tried = 0, killed = 0, unseen = 0 } = findings.find(({ mutants }) => mutants)?.mutants ?? {};
    return {
      task_id: taskId,
      verdict,
      rank: at + 1,
      witnesses: describeFindings(findings),
      mutants: tried > 0 ? { killed, survived: tried - unseen - killed, unseen } : undefined,
      solve_rate: publishedSolveRate(taskId),
      runs: findings.reduce((sum, { runs }) => sum + runs, 0),
    };
  });
}

export function describeFindings(findings: readonly Finding[]): AuditedTask['witnesses'] {
  return findings
    .filter(({ strength }) => strength !== 'none')
    .map((finding) => ({
      kind: kindOf(finding),
      strength: strengths[finding.strength],
      says: finding.sentence,
      evidence: { runs: finding.runs, trials: finding.evidence },
      witness: finding.witness,
      grade: finding.strength,
    }));
}

/** Tests that reject the reference solution each time are too strict; if they do so now and then, that is chance. */
function kindOf({ kind, strength }: Finding) {
  if (kind === 'reference') return strength === 'proof' ? 'strict' : 'chance';
  return kinds[kind];
}
