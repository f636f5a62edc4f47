import type { Context } from 'hono';
import { z } from 'zod';
import type { Execution } from '../../schema/execution.ts';
import type { Task } from '../../schema/task.ts';
import { deadlineOf, parseShape, readJson } from '../http/read-request.ts';
import { RequestFault } from '../http/request-fault.ts';
import { judgeSolution, patientMs } from '../rewards/judge-answer.ts';
import type { App, ServerEnv, Services } from '../services.ts';
import { callerOf } from '../submit-job.ts';
import type { TaskCatalog } from '../task-catalog.ts';
import type { TextDesk } from '../text/text-desk.ts';
import type { ReadAnswer } from '../text/text-tasks.ts';
import { toRunCodeResponse } from './run-code.ts';

const datasetName = 'bigcodebench';

const text = z.string().optional();
const rowSchema = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  test: z.string(),
  entry_point: z.string().default('task_func'),
  code_prompt: text,
  prompt: text,
  content: text,
});

/** What of their `TestConfig` means something here; the rest is accepted and has no effect. */
const configSchema = z
  .looseObject({
    run_timeout: z.number().positive().nullish(),
    custom_extract_logic: z.string().nullish(),
    provided_data: z.union([rowSchema, z.array(rowSchema).max(2000)]).nullish(),
    extra: z.looseObject({ is_freeform: z.boolean().optional() }).default({}),
  })
  .prefault({});

type Config = z.infer<typeof configSchema>;

const requestSchema = z.object({ dataset: z.string(), config: configSchema });
const listSchema = requestSchema.extend({
  offset: z.number().int().nonnegative().default(0),
  limit: z.number().int().nonnegative().default(1_000_000),
});
const byIdSchema = requestSchema.extend({ id: z.union([z.string(), z.number()]) });
const submitSchema = byIdSchema.extend({ completion: z.string() });
const results = z.array(z.looseObject({ accepted: z.boolean() })).max(20_000);
const metricsSchema = z.object({ dataset: z.string(), results });

/** What judging needs of a task, be it of the catalog or in the request. */
type FusionTask = Pick<Task, 'id' | 'codePrompt' | 'completePrompt' | 'test' | 'entryPoint' | 'libs'>;

/** The tasks as SandboxFusion's dataset routes give them out; and `/submit`: a model's answer to one, judged test by test. */
export function addDatasetRoutes(app: App, services: Services): void {
  const { catalog, texts } = services;
  const pageOf = async (c: Context<ServerEnv>) => {
    const { config, offset, limit } = await readFor(c, texts, listSchema);
    return { config, tasks: catalog.tasks.slice(offset, offset + limit) };
  };
  app.get('/list_datasets', (c) => c.json([datasetName]));
  app.post('/list_ids', async (c) => c.json((await pageOf(c)).tasks.map(({ id }) => id)));
  app.post('/get_prompts', async (c) => {
    const { tasks, config } = await pageOf(c);
    return c.json(tasks.map((task) => toPrompt(task, config)));
  });
  app.post('/get_prompt_by_id', async (c) => {
    const { id, config } = await readFor(c, texts, byIdSchema);
    return c.json(toPrompt(catalog.find(String(id)), config));
  });
  app.post('/get_metrics', async (c) => {
    const { results } = await readFor(c, texts, metricsSchema);
    const accepted = results.filter((result) => result.accepted).length;
    return c.json({ 'pass@1': results.length === 0 ? 0 : accepted / results.length, accepted, total: results.length });
  });
  app.post('/get_metrics_function', (c) => c.json({ function: null }));
  app.post('/submit', async (c) => {
    const { id, completion, config } = await readFor(c, texts, submitSchema);
    const task = findTask(catalog, id, config);
    const leftMs = deadlineOf(c, patientMs);
    const { owner = '', signal } = callerOf(c);
    const read = await texts.readAnswer(owner, completion, task.entryPoint, { signal, deadlineMs: leftMs() });
    const { solution, type } = takeSolution(read, task, completion, config.extra.is_freeform);
    const { execution, program, isShared } = await judgeSolution(services, task, solution, {
      calibrated: task.codePrompt === '' ? false : undefined,
      runS: config.run_timeout ?? undefined,
      owner,
      signal,
      deadlineMs: leftMs(),
    });
    const { outcome, reason, flags } = execution;
    const { fingerprint: environment } = services.executor.info;
    return c.json({
      id,
      accepted: outcome === 'pass',
      extracted_code: solution,
      full_code: `${program}\n${task.test}`,
      test_code: task.test,
      tests: describeTests(execution),
      extracted_type: type,
      extra: { outcome, reason, tampered: outcome === 'tampered', flags, environment, cached: isShared },
    });
  });
}

/** The body of a request about our dataset; there is no other. */
async function readFor<Schema extends z.ZodType<{ dataset: string }>>(
  c: Context<ServerEnv>,
  texts: TextDesk,
  schema: Schema,
) {
  const body = parseShape(await readJson(c, texts), schema);
  if (body.dataset === datasetName) return body;
  throw new RequestFault(400, `no eval class found for dataset ${body.dataset.slice(0, 200)}`);
}

/** The task that a request is about: one that it brings along, else one of the catalog. */
function findTask(catalog: TaskCatalog, id: string | number, config: Config): FusionTask {
  if (config.custom_extract_logic) {
    throw new RequestFault(400, 'custom_extract_logic is not run here: send the code that is to be judged.');
  }
  const { provided_data: provided } = config;
  if (!provided) return catalog.find(String(id));
  const row = Array.isArray(provided) ? provided.find((other) => String(other.id) === String(id)) : provided;
  if (row === undefined) throw new RequestFault(404, `There is no row ${JSON.stringify(id)} in provided_data.`);
  const { test, entry_point: entryPoint, code_prompt: codePrompt = '' } = row;
  const completePrompt = row.prompt ?? row.content ?? codePrompt;
  return { id: String(id), codePrompt, completePrompt, test, entryPoint, libs: [] };
}

function toPrompt(task: Task, { extra }: Config) {
  const { id, completePrompt, instructPrompt, entryPoint, libs, domains } = task;
  const prompt = extra.is_freeform ? instructPrompt : completePrompt;
  return { id, prompt, labels: { task_id: id, entry_point: entryPoint, libs, domains } };
}

/** A completion is text with code in it, or the code that follows the prompt; which one shows in the text. */
function takeSolution(
  { solution, fences, definesEntryPoint }: ReadAnswer,
  task: FusionTask,
  completion: string,
  isFreeform = fences !== 'none' || definesEntryPoint,
): { solution: string; type: 'fenced' | 'incomplete_fenced' | 'heuristic' | 'empty' } {
  if (!isFreeform) {
    const type = completion.trim() === '' ? 'empty' : 'heuristic';
    return { solution: `${task.completePrompt}\n${completion}`, type };
  }
  if (solution.trim() === '') return { solution, type: 'empty' };
  if (fences === 'none') return { solution, type: 'heuristic' };
  return { solution, type: fences === 'closed' ? 'fenced' : 'incomplete_fenced' };
}

/** Characters: every entry repeats the end of what the program printed. */
const outputInAll = 4 * 1024 * 1024;

/** One entry per test method; a program that never reached its tests gets a single entry. */
function describeTests(execution: Execution) {
  const { tests, outcome, reason } = execution;
  if (tests.length === 0) {
    const info = { name: 'program', outcome, message: reason };
    return [{ passed: false, exec_info: toRunCodeResponse(execution), test_info: info }];
  }
  const stdoutOfEach = Math.floor(outputInAll / tests.length);
  return tests.map(({ name, outcome: result, message = '', ms }) => {
    const passed = result === 'pass' && outcome !== 'tampered';
    const told = {
      ...execution,
      outcome: passed ? ('pass' as const) : outcome === 'pass' || outcome === 'tampered' ? ('fail' as const) : outcome,
      wallMs: ms,
      exit: passed ? 0 : execution.exit,
      stderr: message,
      stdout: execution.stdout.slice(-Math.max(1, stdoutOfEach)),
    };
    return { passed, exec_info: toRunCodeResponse(told), test_info: { name, outcome: result, message } };
  });
}
