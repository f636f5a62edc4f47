import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { outcomeSchema, testExecutionSchema } from '../../schema/execution.ts';
import { proofSchema } from '../../schema/proof.ts';
import { patientDeadlineMs } from '../deadlines.ts';
import { problemSchema } from '../http/problem.ts';
import { parseShape, readJson } from '../http/read-body.ts';
import type { ServerEnv, Services } from '../services.ts';
import { judgeSolution } from './judge-answer.ts';
import { rewardOf, rewardRuleSchema } from './reward.ts';

const sampleSchema = z.union([
  /** A whole program. */
  z.strictObject({ solution: z.string() }),
  /** A model's text, out of which the code is taken first. */
  z.strictObject({ answer: z.string() }),
]);

const requestSchema = z.strictObject({
  task_id: z.string(),
  samples: z.array(sampleSchema).max(10_000),
  calibrated: z.boolean().optional(),
  /** Seconds each sample may run, instead of the task's limit. */
  run_timeout: z.number().positive().optional(),
  ...rewardRuleSchema.shape,
});

const rewardSchema = z.object({
  reward: z.number(),
  passed: z.boolean(),
  outcome: outcomeSchema,
  reason: z.string().optional(),
  tests: z.array(testExecutionSchema.pick({ name: true, outcome: true, message: true })),
  flags: z.array(z.string()),
  /** Of a pass: whether the same program fails tests that are made to fail. */
  proof: proofSchema.optional(),
});

const route = createRoute({
  method: 'post',
  path: '/v1/rewards',
  summary: 'Rewards for samples of one task',
  description:
    'Rewards come in the order of the samples. A sample that could not be judged is no 0: the answer is then 504, and the same request takes over what is under way.',
  request: { body: { content: { 'application/json': { schema: requestSchema } } } },
  responses: {
    200: {
      description: 'One reward per sample',
      content: { 'application/json': { schema: z.object({ task_id: z.string(), rewards: z.array(rewardSchema) }) } },
    },
    default: { description: 'What is wrong', content: { 'application/problem+json': { schema: problemSchema } } },
  },
});

export function createRewardRoutes(services: Services): OpenAPIHono<ServerEnv> {
  const app = new OpenAPIHono<ServerEnv>();
  app.openAPIRegistry.registerPath(route);
  app.post('/v1/rewards', async (c) => {
    const request = parseShape(await readJson(c.req.raw), requestSchema);
    const task = services.catalog.find(request.task_id);
    const options = {
      calibrated: request.calibrated,
      runS: request.run_timeout,
      owner: c.get('owner'),
      signal: c.req.raw.signal,
      deadlineMs: patientDeadlineMs,
    };
    const rewards = await Promise.all(
      request.samples.map(async (sample) => {
        const solution =
          'solution' in sample ? sample.solution : (await services.sanitize(sample.answer, task)).solution;
        const { execution } = await judgeSolution(services, task, solution, options);
        const { outcome, reason, tests, flags, proof } = execution;
        return {
          reward: rewardOf(execution, request),
          passed: outcome === 'pass',
          outcome,
          reason,
          tests: tests.map(({ name, outcome: result, message }) => ({ name, outcome: result, message })),
          flags,
          proof,
        };
      }),
    );
    return c.json({ task_id: task.id, rewards });
  });
  return app;
}
