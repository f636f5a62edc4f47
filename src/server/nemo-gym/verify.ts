/** `/verify` of NeMo-Gym's resources servers: an OpenAI response in, the same with a reward out. */
import { z } from 'zod';
import { upstreamStatusOf } from '../../schema/execution.ts';
import { buildDetails } from '../../upstream/eval-results.ts';
import { parseShape, readJson } from '../http/read-request.ts';
import { type JudgedTask, judgeSolution, rewardOf, rewardRuleSchema } from '../rewards/judge-answer.ts';
import type { App, Services } from '../services.ts';
import { seedSession, takeSubmission } from '../sessions/seed-session.ts';
import { callerOf } from '../submit-job.ts';
import type { TaskCatalog } from '../task-catalog.ts';
import { aggregateBody, aggregateMetrics, aggregateRequestSchema } from './aggregate-metrics.ts';

const content = z.looseObject({ type: z.string().optional(), text: z.string().optional() });

const requestSchema = z.looseObject({
  response: z.looseObject({
    output: z
      .array(z.looseObject({ content: z.union([z.string(), z.array(content).max(1000)]).nullish() }))
      .max(1000)
      .default([]),
    output_text: z.string().nullish(),
  }),
  verifier_metadata: z
    .looseObject({ task_id: z.string().optional(), test: z.string().optional(), code_prompt: z.string().optional() })
    .nullish(),
});

export function addVerifyRoutes(app: App, services: Services): void {
  app.post('/seed_session', async (c) =>
    c.json(seedSession(c, services, await readJson(c, services.texts).catch(() => undefined))),
  );
  app.get('/reverify_mode', (c) => c.json('stateless'));
  app.post('/aggregate_metrics', async (c) => {
    const request = parseShape(await readJson(c, services.texts, aggregateBody), aggregateRequestSchema);
    return c.json(aggregateMetrics(request));
  });
  app.post('/verify', async (c) => {
    const request = parseShape(await readJson(c, services.texts), requestSchema);
    const metadata = request.verifier_metadata ?? {};
    const task_id = metadata.task_id ?? null;
    const answer = textOf(request.response);
    const answerWith = (status: string, facts: object = {}) =>
      c.json({ ...request, reward: 0, status, task_id, details: null, ...facts });
    const submitted = await takeSubmission(c, services, request);
    if (submitted !== undefined) {
      return answerWith(upstreamStatusOf[submitted.outcome], { reward: submitted.reward });
    }
    if (answer.trim() === '') return answerWith('empty_output');
    const { lastBlock: code } = await services.texts.readAnswer(c.get('caller').owner, answer, '');
    if (code === '') return answerWith('no_code_block', { extracted_model_output: answer });
    const { execution } = await judgeSolution(services, taskOf(metadata, services.catalog), code, {
      calibrated: true,
      ...callerOf(c),
    });
    return answerWith(upstreamStatusOf[execution.outcome], {
      reward: rewardOf(execution, rewardRuleSchema.parse({})),
      details: buildDetails(execution),
      extracted_model_output: answer,
      extracted_model_code: code,
    });
  });
}

/** The metadata brings its own tests along; where it does not, the task of that id does. */
function taskOf(
  metadata: NonNullable<z.infer<typeof requestSchema>['verifier_metadata']>,
  catalog: TaskCatalog,
): JudgedTask {
  const { task_id: id = '', test, code_prompt: codePrompt = '' } = metadata;
  if (test === undefined) return catalog.find(id);
  return { id: id || 'verify', codePrompt, test, libs: catalog.get(id)?.libs ?? [] };
}

function textOf({ output, output_text: text }: z.infer<typeof requestSchema>['response']): string {
  if (text) return text;
  return output
    .flatMap(({ content: parts }) => (typeof parts === 'string' ? [{ text: parts }] : (parts ?? [])))
    .map((part) => part.text ?? '')
    .join('');
}
