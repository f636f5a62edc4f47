/** What `evaluate --json` prints. */
import { z } from 'zod';
import type { ExecutorInfo } from '../../executor/executor.ts';
import type { RunReport } from '../../report/run-report.ts';
import { outcomeSchema } from '../../schema/execution.ts';
import type { GroundTruth } from '../../schema/ground-truth.ts';
import { provableSchema } from '../../schema/proof.ts';
import { auditSummarySchema, type GroundTruthSummary, groundTruthSummarySchema } from '../../schema/run-record.ts';
import { chanceScoreSchema, type GroupScore, verifiedScoreSchema } from '../../schema/score.ts';
import { passAtKFileSchema } from '../../upstream/eval-results.ts';

export const groundTruthDocumentSchema = z.object({
  tasks: z.number().int(),
  passed: z.number().int(),
  gt_pass_rate: z.number(),
  /** Tasks whose reference solution does not pass here, including those that need the network. */
  failed_tasks: z.array(z.string()),
  needs_network: z.array(z.string()),
  flaky: z.array(z.string()),
  /** By task id: how its reference solution is proven under the separate judge, or why it is not. */
  provable: z.record(z.string(), provableSchema).optional(),
  wall_s: z.number(),
  cpu_s: z.number(),
  fingerprint: z.string(),
  level: z.string(),
});

export type GroundTruthDocument = z.infer<typeof groundTruthDocumentSchema>;

export interface GroundTruthDocumentInput {
  readonly summary: GroundTruthSummary;
  readonly groundTruth: readonly GroundTruth[];
  readonly wallMs: number;
  readonly executor: ExecutorInfo;
}

export function buildGroundTruthDocument(input: GroundTruthDocumentInput): GroundTruthDocument {
  const { summary, groundTruth, wallMs, executor } = input;
  return {
    tasks: summary.tasks,
    passed: summary.passed,
    gt_pass_rate: summary.passRate,
    failed_tasks: [...summary.failed],
    needs_network: [...summary.needsNetwork],
    flaky: [...summary.flaky],
    ...(summary.provable && {
      provable: Object.fromEntries(
        groundTruth.flatMap(({ taskId, provable }) => (provable ? [[taskId, provable]] : [])),
      ),
    }),
    wall_s: roundSeconds(wallMs),
    cpu_s: roundSeconds(groundTruth.reduce((sum, { cpuMs }) => sum + cpuMs, 0)),
    fingerprint: executor.fingerprint,
    level: executor.level,
  };
}

const intervalSchema = z.tuple([z.number(), z.number()]);
const groupSchema = z.object({ tasks: z.number().int(), 'pass@1': z.number(), interval: intervalSchema });

export const evaluationDocumentSchema = passAtKFileSchema
  .extend({
    /** 95% interval of pass@1. */
    interval: intervalSchema,
    /** Only for the quick subset: an estimate of pass@1 over all public tasks. */
    full_estimate: z.object({ value: z.number(), interval: intervalSchema }).optional(),
    /** Only if samples were re-run with other seeds: what pass@1 could be by chance. */
    chance: chanceScoreSchema.optional(),
    /** Only if passes were audited. */
    audit: auditSummarySchema.optional(),
    /** How many tasks the separate judge can judge here, as far as that is known. */
    provable: groundTruthSummarySchema.shape.provable,
    /** pass@1 over the verified ones of the tasks, where the audit knows them. */
    verified: verifiedScoreSchema.optional(),
    outcomes: z.partialRecord(outcomeSchema, z.number().int()),
    /** `taskIds` is what version 0.1 called `task_ids`; the next one will not have it. */
    excluded: z.array(
      z.object({ reason: z.string(), task_ids: z.array(z.string()), taskIds: z.array(z.string()).optional() }),
    ),
    by_domain: z.record(z.string(), groupSchema),
    run_id: z.string(),
    files: z.array(z.string()),
  })
  .describe('Plus one `pass@k` field for each k that the samples allow');

export type EvaluationDocument = z.infer<typeof evaluationDocumentSchema>;

export function buildEvaluationDocument(report: RunReport, files: readonly string[]): EvaluationDocument {
  const { score, groundTruth } = report;
  const first = score.byK.find(({ k }) => k === 1)?.passAtK;
  return {
    ...Object.fromEntries(score.byK.map(({ k, passAtK }) => [`pass@${k}`, passAtK.value])),
    model: report.model,
    split: report.split,
    subset: report.subset,
    calibrated: report.calibrated,
    gt_pass_rate: groundTruth ? groundTruth.passed / Math.max(1, groundTruth.tasks) : null,
    failed_tasks: [...(groundTruth?.failed ?? [])],
    interval: first?.interval ?? [0, 1],
    ...(score.fullEstimate
      ? { full_estimate: { value: score.fullEstimate.value, interval: score.fullEstimate.interval } }
      : {}),
    ...(score.chance ? { chance: score.chance } : {}),
    ...(report.audit ? { audit: report.audit } : {}),
    ...(groundTruth?.provable ? { provable: groundTruth.provable } : {}),
    ...(report.verified ? { verified: describeVerified(report.verified) } : {}),
    outcomes: report.outcomes,
    excluded: report.excluded.map(({ reason, taskIds }) => {
      return { reason, task_ids: [...taskIds], taskIds: [...taskIds] };
    }),
    by_domain: Object.fromEntries(score.byDomain.map((group) => [group.name, describeGroup(group)])),
    run_id: report.runId,
    files: [...files],
  };
}

function describeVerified({ tasks, passAt1 }: GroupScore) {
  return { tasks, pass_at_1: passAt1.value, interval: passAt1.interval };
}

function describeGroup({ tasks, passAt1 }: GroupScore) {
  return { tasks, 'pass@1': passAt1.value, interval: passAt1.interval };
}

function roundSeconds(ms: number): number {
  return Math.round(ms) / 1000;
}
