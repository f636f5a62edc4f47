/** Writes samples and the journal of their evaluation: 100 answers to each public task, made from recorded ones. */
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { loadTasks } from '../../src/dataset/load-tasks.ts';
import { matchSamples } from '../../src/evaluate/match-samples.ts';
import { runEvaluation } from '../../src/evaluate/run-evaluation.ts';
import type { Execution } from '../../src/schema/execution.ts';
import { createScriptedExecutor } from '../../src/testing/scripted-executor.ts';
import { readEvalResults } from '../../src/upstream/eval-results.ts';
import { readSamples } from '../../src/upstream/read-samples.ts';
import { sha256 } from '../../src/util/hash.ts';
import { manySettings } from './many-settings.ts';

export interface WriteManyOptions {
  readonly folder: string;
  readonly tasksPath: string;
  readonly samplesPath: string;
  readonly evalResultsPath: string;
  readonly copies: number;
}

export async function writeMany(options: WriteManyOptions): Promise<void> {
  const { folder, copies } = options;
  const path = join(folder, 'many.jsonl');
  await pipeline(copyLines(options), createWriteStream(path));
  const taskSet = await loadTasks({ subset: options.tasksPath });
  const { tasks } = taskSet;
  const recorded = await readEvalResults(options.evalResultsPath);
  const matched = await matchSamples({ samples: readSamples(path), tasks, missing: 'fail' });
  const taskOf = new Map(tasks.map((task) => [sha256(task.test), task.id]));
  const executions = new Map(
    Object.entries(recorded.eval).map(([taskId, [entry]]): [string, Partial<Execution>] => [
      taskId,
      {
        outcome: entry?.status ?? 'fail',
        tests: Object.entries(entry?.details ?? {}).map(([name, message]) => ({
          name,
          outcome: 'fail',
          ms: 1,
          message,
        })),
        wallMs: 40,
        cpuMs: 30,
      },
    ]),
  );
  await using executor = createScriptedExecutor(({ test }) => executions.get(taskOf.get(sha256(test)) ?? '') ?? {}, {
    capacity: 64,
  });
  const { model, split, subset, missing } = manySettings;
  await using _ = await runEvaluation({
    ...manySettings,
    tasks,
    samples: matched.samples,
    samplesId: matched.hash,
    executor,
    outDir: folder,
    subject: { model, split, subset, missing, taskSet, total: matched.samples.length },
  });
  console.log(`prepared ${matched.samples.length} verdicts (${copies} a task)`);
}

async function* copyLines({ samplesPath, copies }: WriteManyOptions): AsyncGenerator<string> {
  for await (const { taskId, solution, rawText } of readSamples(samplesPath)) {
    for (let copy = 0; copy < copies; copy++) {
      const line = { task_id: taskId, solution: `${solution}\n# ${copy}`, raw_solution: `${rawText}\n# ${copy}` };
      yield `${JSON.stringify(line)}\n`;
    }
  }
}
