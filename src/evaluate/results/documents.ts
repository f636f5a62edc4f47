/** What `evaluate --json` prints. */
import { z } from 'zod';
import type { ExecutorInfo } from '../../executor/executor.ts';
import type { RunReport } from '../../report/run-report.ts';
import { type Decision, decisionVerdicts } from '../../schema/decision.ts';
import { outcomeSchema } from '../../schema/execution.ts';
import { type GroundTruth, provableSchema } from '../../schema/proof.ts';
import { feedbackKindSchema, type RoundsSummary, roundsSummarySchema } from '../../schema/rounds.ts';
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

export function buildGroundTruthDocument(input: {
  readonly summary: GroundTruthSummary;
  readonly groundTruth: readonly GroundTruth[];
  readonly wallMs: number;
  readonly executor: ExecutorInfo;
}): z.infer<typeof groundTruthDocumentSchema> {
  const { summary, groundTruth, wallMs, executor } = input;
  const provable = groundTruth.flatMap(({ taskId, provable }) => (provable ? [[taskId, provable]] : []));
  return {
    tasks: summary.tasks,
    passed: summary.passed,
    gt_pass_rate: summary.passRate,
    failed_tasks: [...summary.failed],
    needs_network: [...summary.needsNetwork],
    flaky: [...summary.flaky],
    ...(summary.provable && { provable: Object.fromEntries(provable) }),
    wall_s: roundSeconds(wallMs),
    cpu_s: roundSeconds(groundTruth.reduce((sum, { cpuMs }) => sum + cpuMs, 0)),
    fingerprint: executor.fingerprint,
    level: executor.level,
  };
}

const intervalSchema = z.tuple([z.number(), z.number()]);
const groupSchema = z.object({ tasks: z.number().int(), 'pass@1': z.number(), interval: intervalSchema });

const freshDocument = z.object({
  /** For each task, so that they take as much; between two whole numbers, scores are a mix of both. */
  samples: z.number(),
  pass_at_k: z.number(),
  interval: intervalSchema,
  /** By how much repairs are better, paired by task. */
  gain: z.number(),
  gain_interval: intervalSchema,
  /** If each task is asked again until its visible tests pass, and what that takes on average. */
  picked_samples: z.number().optional(),
  picked: z.number(),
  picked_interval: intervalSchema,
  picked_gain: z.number(),
  picked_gain_interval: intervalSchema,
});

/** Only where answers were repaired; shares are from 0 to 1. */
const roundsDocument = z
  .object({
    rounds: z.array(
      z.object({
        round: z.number().int(),
        pass_at_1: z.number(),
        interval: intervalSchema,
        /** Against the first answers, paired by task. */
        gain: z.number().optional(),
        gain_interval: intervalSchema.optional(),
        asked: z.number().int(),
        tokens: z.number().nullable(),
        cost: z.number().nullable(),
        /** Of this round and all before it, for each sample that passes by then. */
        tokens_per_solved: z.number().optional(),
        cost_per_solved: z.number().optional(),
      }),
    ),
    feedback: feedbackKindSchema,
    ...roundsSummarySchema.pick({ repaired: true, broken: true, overfitted: true, recall: true, mrr: true }).shape,
    /** As many first answers as take the same tokens, one of which must pass; and as cost the same dollars. */
    fresh: freshDocument,
    fresh_by_cost: freshDocument,
    by_cause: roundsSummarySchema.shape.byCause,
  })
  .partial().shape;

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
    ...roundsDocument,
    /** Only of a run that was to stop when it had decided. */
    decision: z
      .object({
        verdict: z.enum(decisionVerdicts),
        against: z.string(),
        e_value: z.number(),
        alpha: z.number(),
        margin: z.number().optional(),
        tasks_used: z.number().int(),
        /** Judged by then, with what was under way. */
        tasks_judged: z.number().int(),
        tasks_total: z.number().int(),
        /** An estimate of pass@1 over all tasks, not a score. */
        estimate: z.number(),
        interval: intervalSchema,
        /** About what the tasks that were not asked would have cost. */
        saved: z.number().nullable(),
      })
      .optional(),
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
  const { score, groundTruth, model, split, subset, calibrated } = report;
  const first = score.byK.find(({ k }) => k === 1)?.passAtK;
  return {
    ...Object.fromEntries(score.byK.map(({ k, passAtK }) => [`pass@${k}`, passAtK.value])),
    model,
    split,
    subset,
    calibrated,
    gt_pass_rate: groundTruth ? groundTruth.passed / Math.max(1, groundTruth.tasks) : null,
    failed_tasks: [...(groundTruth?.failed ?? [])],
    interval: first?.interval ?? [0, 1],
    full_estimate: score.fullEstimate && { value: score.fullEstimate.value, interval: score.fullEstimate.interval },
    chance: score.chance,
    audit: report.audit,
    provable: groundTruth?.provable,
    verified: report.verified && describeVerified(report.verified),
    ...(report.rounds && describeRounds(report.rounds)),
    decision: report.decision && describeDecision(report.decision),
    outcomes: report.outcomes,
    excluded: report.excluded.map(({ reason, taskIds: ids }) => ({ reason, task_ids: [...ids], taskIds: [...ids] })),
    by_domain: Object.fromEntries(
      score.byDomain.map(({ name, tasks, passAt1: { value, interval } }) => [
        name,
        { tasks, 'pass@1': value, interval },
      ]),
    ),
    run_id: report.runId,
    files: [...files],
  };
}

function describeRounds(summary: RoundsSummary) {
  const { feedback, byRound, repaired, broken, overfitted, recall, mrr, fresh, freshByCost, byCause } = summary;
  return {
    rounds: byRound.map(({ round, passAt1, gain, asked, tokens, costUsd, perSolved }) => ({
      round,
      pass_at_1: passAt1.value,
      interval: passAt1.interval,
      gain: gain?.value,
      gain_interval: gain?.interval,
      asked,
      tokens: tokens ?? null,
      cost: costUsd ?? null,
      tokens_per_solved: perSolved?.tokens,
      cost_per_solved: perSolved?.costUsd,
    })),
    feedback,
    repaired,
    broken,
    overfitted,
    recall,
    mrr,
    fresh: fresh && describeFresh(fresh),
    fresh_by_cost: freshByCost && describeFresh(freshByCost),
    by_cause: byCause,
  };
}

function describeFresh({ passAtK, gain, picked, pickedGain, ...taken }: NonNullable<RoundsSummary['fresh']>) {
  return {
    samples: taken.samples,
    pass_at_k: passAtK.value,
    interval: passAtK.interval,
    gain: gain.value,
    gain_interval: gain.interval,
    picked_samples: taken.pickedSamples,
    picked: picked.value,
    picked_interval: picked.interval,
    picked_gain: pickedGain.value,
    picked_gain_interval: pickedGain.interval,
  };
}

function describeDecision(decision: Decision) {
  const { verdict, against, alpha, margin, estimate, interval, savedUsd } = decision;
  const tasks = {
    tasks_used: decision.tasksUsed,
    tasks_judged: decision.tasksJudged,
    tasks_total: decision.tasksTotal,
  };
  const points = margin === undefined ? {} : { margin: 100 * margin };
  const odds = { e_value: decision.eValue, alpha, ...points };
  return { verdict, against, ...odds, ...tasks, estimate, interval, saved: savedUsd ?? null };
}

function describeVerified({ tasks, passAt1 }: GroupScore) {
  return { tasks, pass_at_1: passAt1.value, interval: passAt1.interval };
}

function roundSeconds(ms: number): number {
  return Math.round(ms) / 1000;
}
