/** `/verify` of NeMo-Gym's resources servers: an OpenAI response in, the same with a reward out. */
import type { Context } from 'hono';
import { z } from 'zod';
import { upstreamStatusOf } from '../../schema/execution.ts';
import { splitSchema } from '../../schema/task.ts';
import { buildDetails } from '../../upstream/eval-results.ts';
import { deadlineOf, parseShape, readBytes, readJson } from '../http/read-request.ts';
import { RequestFault } from '../http/request-fault.ts';
import { type JudgedTask, judgeSolution, patientMs, rewardOf } from '../rewards/judge-answer.ts';
import type { App, ServerEnv, Services } from '../services.ts';
import { sessionIdOf, setSessionCookie, tokenHeader } from '../sessions/routes.ts';
import { callerOf } from '../submit-job.ts';
import type { TaskCatalog } from '../task-catalog.ts';
import { aggregateBody } from './aggregate-metrics.ts';

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
    const body = await readBytes(c.req.raw, aggregateBody);
    const answer = await services.texts.aggregate(c.get('caller').owner, body, callerOf(c));
    return c.body(answer, 200, { 'Content-Type': 'application/json' });
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
    const { owner = '', signal } = callerOf(c);
    const leftMs = deadlineOf(c, patientMs);
    const { lastBlock: code } = await services.texts.readAnswer(owner, answer, '', { signal, deadlineMs: leftMs() });
    if (code === '') return answerWith('no_code_block', { extracted_model_output: answer });
    const options = { calibrated: true, owner, signal, deadlineMs: leftMs() };
    const { execution } = await judgeSolution(services, taskOf(metadata, services.catalog), code, options);
    const judged = { reward: rewardOf(execution), details: buildDetails(execution) };
    const extracted = { extracted_model_output: answer, extracted_model_code: code };
    return answerWith(upstreamStatusOf[execution.outcome], { ...judged, ...extracted });
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

const seedSchema = z.object({
  responses_create_params: z.object({ tools: z.array(z.unknown()).nullish() }).nullish(),
  verifier_metadata: z
    .object({ task_id: z.string(), split: splitSchema.optional(), tools: z.string().optional() })
    .nullish(),
});

/**
 * What NeMo-Gym's `/seed_session` answers. A row that lists tools, or whose metadata says `"tools": "mcp"`, gets a session, which
 * its cookie names; with the latter it is told where to reach them.
 */
function seedSession(c: Context<ServerEnv>, { sessions, catalog }: Services, row: unknown): object {
  const wanted = toolsWanted(row);
  if (wanted === undefined) return {};
  const { taskId, split, isMcp } = wanted;
  const { id } = sessions.create({ owner: c.get('caller').owner, task: catalog.find(taskId), split });
  setSessionCookie(c, id);
  if (!isMcp) return {};
  return { mcp: { server_name: 'bigcodebench', url_path: '/mcp', transport: 'http', headers: { [tokenHeader]: id } } };
}

/**
 * What was submitted in the session of a request to `/verify`, which ends it. One in which nothing was submitted gives up its
 * interpreter and stays, so that an answer can be verified again. One that is not there is a fault: what was submitted in it is
 * not known, and no answer means a reward of 0.
 */
async function takeSubmission(c: Context<ServerEnv>, { sessions, catalog }: Services, row: unknown) {
  const id = sessionIdOf(c);
  const wanted = id === undefined ? undefined : toolsWanted(row);
  if (id === undefined || wanted === undefined) return undefined;
  const session = sessions.find(id, c.get('caller'));
  if (session.task !== catalog.find(wanted.taskId)) throw new RequestFault(422, 'The session is about another task.');
  const { result, conversation } = session;
  await (result ? sessions.end(session) : conversation?.close());
  return result;
}

function toolsWanted(row: unknown) {
  const { data } = seedSchema.safeParse(row);
  const { task_id: taskId, split = 'complete', tools } = data?.verifier_metadata ?? {};
  const isMcp = tools === 'mcp';
  const hasTools = isMcp || (data?.responses_create_params?.tools?.length ?? 0) > 0;
  return taskId === undefined || !hasTools ? undefined : { taskId, split, isMcp };
}
