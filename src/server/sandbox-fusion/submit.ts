import { Hono } from 'hono';
import { z } from 'zod';
import { findPythonFences } from '../../sanitize/fences.ts';
import type { Execution } from '../../schema/execution.ts';
import { patientDeadlineMs } from '../deadlines.ts';
import { parseShape, readJson } from '../http/read-body.ts';
import { judgeSolution } from '../rewards/judge-answer.ts';
import type { ServerEnv, Services } from '../services.ts';
import { configSchema, datasetSchema, type FusionTask, findTask, requireDataset } from './datasets.ts';
import { toRunCodeResponse } from './wire.ts';

const submitSchema = z.object({
  dataset: datasetSchema,
  id: z.union([z.string(), z.number()]),
  completion: z.string(),
  config: configSchema,
});

type ExtractedType = 'fenced' | 'incomplete_fenced' | 'heuristic' | 'empty';

/** `/submit`: a model's answer to a task, judged test by test. */
export function createSubmitRoutes(services: Services): Hono<ServerEnv> {
  const app = new Hono<ServerEnv>();
  app.post('/submit', async (c) => {
    const { dataset, id, completion, config } = parseShape(await readJson(c.req.raw), submitSchema);
    requireDataset(dataset);
    const task = findTask(services.catalog, id, config);
    const { solution, type } = await takeSolution(services, { task, completion, isFreeform: config.extra.is_freeform });
    const { execution, program, isShared } = await judgeSolution(services, task, solution, {
      calibrated: task.codePrompt === '' ? false : undefined,
      runS: config.run_timeout ?? undefined,
      owner: c.get('owner'),
      signal: c.req.raw.signal,
      deadlineMs: patientDeadlineMs,
    });
    const { outcome, reason, flags } = execution;
    return c.json({
      id,
      accepted: outcome === 'pass',
      extracted_code: solution,
      full_code: `${program}\n${task.test}`,
      test_code: task.test,
      tests: describeTests(execution),
      extracted_type: type,
      extra: {
        outcome,
        reason,
        tampered: outcome === 'tampered',
        flags,
        environment: services.executor.info.fingerprint,
        cached: isShared,
      },
    });
  });
  return app;
}

interface Answer {
  readonly task: FusionTask;
  readonly completion: string;
  /** Whether it is text with code in it; detected from the text by default. */
  readonly isFreeform: boolean | undefined;
}

async function takeSolution(
  services: Services,
  { task, completion, isFreeform }: Answer,
): Promise<{ solution: string; type: ExtractedType }> {
  const fences = findPythonFences(completion);
  const looksFreeform =
    fences.length > 0 || new RegExp(`^\\s*(?:async\\s+)?def\\s+${task.entryPoint}\\b`, 'm').test(completion);
  if (!(isFreeform ?? looksFreeform)) {
    return {
      solution: `${task.completePrompt}\n${completion}`,
      type: completion.trim() === '' ? 'empty' : 'heuristic',
    };
  }
  const { solution } = await services.sanitize(completion, task);
  if (solution.trim() === '') return { solution, type: 'empty' };
  if (fences.length === 0) return { solution, type: 'heuristic' };
  return { solution, type: fences.every(({ isClosed }) => isClosed) ? 'fenced' : 'incomplete_fenced' };
}

/** One entry per test method; a program that never reached its tests gets a single entry. */
function describeTests(execution: Execution) {
  const { tests, outcome, reason } = execution;
  if (tests.length === 0) {
    const info = { name: 'program', outcome, message: reason };
    return [{ passed: false, exec_info: toRunCodeResponse(execution), test_info: info }];
  }
  return tests.map(({ name, outcome: result, message = '', ms }) => {
    const passed = result === 'pass' && outcome !== 'tampered';
    const told = {
      ...execution,
      outcome: passed ? ('pass' as const) : outcome === 'pass' || outcome === 'tampered' ? ('fail' as const) : outcome,
      wallMs: ms,
      exit: passed ? 0 : execution.exit,
      stderr: message,
    };
    return { passed, exec_info: toRunCodeResponse(told), test_info: { name, outcome: result, message } };
  });
}
