import { z } from '@hono/zod-openapi';
import { outcomeSchema, testExecutionSchema } from '../../schema/execution.ts';
import { proofSchema } from '../../schema/proof.ts';
import { mapBounded } from '../http/map-bounded.ts';
import { describeRoute, json } from '../http/openapi.ts';
import { deadlineOf, parseShape, readJson } from '../http/read-request.ts';
import { respondList } from '../http/streams.ts';
import type { App, Services } from '../services.ts';
import { callerOf } from '../submit-job.ts';
import { judgeSolution, patientMs, refuseShares, rewardOf, rewardRuleSchema } from './judge-answer.ts';

const sampleSchema = z.union([z.strictObject({ solution: z.string() }), z.strictObject({ answer: z.string() })]);

const requestSchema = z.strictObject({
  task_id: z.string(),
  samples: z
    .array(sampleSchema)
    .max(10_000)
    .describe("Each has a `solution`, a whole program, or an `answer`, a model's text that the code is taken out of."),
  calibrated: z.boolean().optional().describe("Whether the task's code prompt goes before a solution."),
  run_timeout: z.number().positive().optional().describe("Seconds each sample may run, instead of the task's limit."),
  ...rewardRuleSchema.shape,
});

const rewardSchema = z.object({
  reward: z.number(),
  passed: z.boolean(),
  outcome: outcomeSchema,
  reason: z.string().optional(),
  tests: z.array(testExecutionSchema.pick({ name: true, outcome: true, message: true })),
  flags: z.array(z.string()),
  /** Of a pass: whether the separate judge says so as well. */
  proof: proofSchema.optional(),
});

const text = {
  summary: 'Rewards for samples of one task',
  description:
    'Rewards come in the order of the samples. A sample that could not be judged is no 0: the answer is then 504, and the same request takes over what is under way.',
  body: { 'application/json': { schema: requestSchema } },
};

export function addRewardRoutes(app: App, services: Services): void {
  const rewarded = json('One reward per sample', z.object({ task_id: z.string(), rewards: z.array(rewardSchema) }));
  describeRoute(app, 'POST /v1/rewards', text, { 200: rewarded });
  app.post('/v1/rewards', async (c) => {
    const request = refuseShares(parseShape(await readJson(c, services.texts), requestSchema));
    const task = services.catalog.find(request.task_id);
    const { calibrated, run_timeout: runS, fail_fast: failFast } = request;
    const options = { ...callerOf(c), calibrated, runS, failFast };
    const { owner } = c.get('caller');
    const leftMs = deadlineOf(c, patientMs);
    const rewards = await mapBounded(request.samples, services.queue.width, async (sample) => {
      const reading = { signal: options.signal, deadlineMs: leftMs() };
      const { solution } =
        'solution' in sample ? sample : await services.texts.readAnswer(owner, sample.answer, task.entryPoint, reading);
      const { execution } = await judgeSolution(services, task, solution, { ...options, deadlineMs: leftMs() });
      const { outcome, reason, flags, proof } = execution;
      const reward = rewardOf(execution, request);
      const tests = execution.tests.map(({ name, outcome: result, message }) => ({ name, outcome: result, message }));
      return { reward, passed: reward === 1, outcome, reason, tests, flags, proof };
    });
    return respondList(c, 'rewards', rewards, { task_id: task.id });
  });
}
