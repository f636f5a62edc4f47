import { z } from 'zod';
import type { Execution } from '../../schema/execution.ts';
import { judgeSolution } from '../rewards/judge-answer.ts';
import type { App, Services } from '../services.ts';
import { callerOf } from '../submit-job.ts';
import type { ReadAnswer } from '../text/text-tasks.ts';
import { configSchema, type FusionTask, findTask, readFor } from './datasets.ts';
import { toRunCodeResponse } from './run-code.ts';

const submitSchema = z.object({
  dataset: z.string(),
  id: z.union([z.string(), z.number()]),
  completion: z.string(),
  config: configSchema,
});

/** `/submit`: a model's answer to a task, judged test by test. */
export function addSubmitRoutes(app: App, services: Services): void {
  app.post('/submit', async (c) => {
    const { id, completion, config } = await readFor(c, services.texts, submitSchema);
    const task = findTask(services.catalog, id, config);
    const read = await services.texts.readAnswer(c.get('caller').owner, completion, task.entryPoint);
    const { solution, type } = takeSolution(read, task, completion, config.extra.is_freeform);
    const { execution, program, isShared } = await judgeSolution(services, task, solution, {
      calibrated: task.codePrompt === '' ? false : undefined,
      runS: config.run_timeout ?? undefined,
      ...callerOf(c),
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
      stdout: execution.stdout.slice(-Math.max(1, stdoutOfEach)),
      stderr: message,
    };
    return { passed, exec_info: toRunCodeResponse(told), test_info: { name, outcome: result, message } };
  });
}
