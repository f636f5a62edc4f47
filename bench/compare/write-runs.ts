import { join } from 'node:path';
import { publishedIds } from '../../src/dataset/public-tasks.ts';
import { hashProgram } from '../../src/evaluate/jobs/program.ts';
import { defaultRules } from '../../src/schema/evaluation-rules.ts';
import { emptyExecution } from '../../src/schema/execution.ts';
import { verdictEvent } from '../../src/schema/log-event.ts';
import type { RunHeader, RunResult } from '../../src/schema/run-record.ts';
import type { Task } from '../../src/schema/task.ts';
import type { Verdict } from '../../src/schema/verdict.ts';
import { keepTasks } from '../../src/store/kept-tasks.ts';
import type { RunState } from '../../src/store/run-state.ts';
import { openRunLog } from '../../src/store/run-writer.ts';
import { Backlog } from '../../src/util/backlog.ts';
import { createRandom } from '../../src/util/random.ts';

export interface WriteRunsOptions {
  readonly folder: string;
  readonly runs: number;
  readonly samples: number;
  /** Real ones, or stand-ins with the same ids. */
  readonly tasks: readonly Task[];
}

const startedAt = '2026-01-01T00:00:00.000Z';

/** Of the usual length, as are the tracebacks. */
const solution = `import os\nimport random\n\n\ndef task_func(values):\n${'    values = sorted(value for value in values)\n'.repeat(20)}    return values\n`;

export function standInTasks(): Task[] {
  return publishedIds.map((id, number) => ({
    id,
    completePrompt: '',
    instructPrompt: '',
    codePrompt: '',
    canonicalSolution: '',
    test: '',
    entryPoint: 'task_func',
    docStruct: {},
    libs: [number % 2 === 0 ? 'pandas' : 'os', 'random'],
    domains: [number % 2 === 0 ? 'Computation' : 'System'],
    hard: number % 8 === 0,
  }));
}

/** Finished run folders, each model a bit better than the one before; returns their paths. */
export async function writeRuns(options: WriteRunsOptions): Promise<string[]> {
  const { folder, runs, samples, tasks } = options;
  const file = await keepTasks(join(folder, 'runs'), tasks);
  const paths: string[] = [];
  for (let run = 0; run < runs; run++) {
    await using log = await openRunLog({
      outDir: folder,
      identity: { run, samples },
      describe: async () => ({
        run: headerOf(`model-${run}`, file, tasks, samples),
        exports: [],
        provenance: {},
      }),
    });
    const conditions = { executor: 'local', isolation: 'namespaces', fingerprint: 'f' };
    await log.append({ type: 'judging', at: startedAt, conditions });
    const recording = new Backlog(1000);
    for (const verdict of drawVerdicts(run, tasks, samples)) {
      await recording.add(log.append(verdictEvent(verdict)));
    }
    await recording.settle();
    await log.append({ type: 'scored', result: resultOf(log.state) });
    paths.push(log.path);
  }
  return paths;
}

function* drawVerdicts(run: number, tasks: readonly Task[], samples: number): Generator<Verdict> {
  const ability = createRandom(1);
  const random = createRandom(100 + run);
  for (const { id: taskId } of tasks) {
    const share = Math.min(1, ability() + run / 100);
    for (let index = 0; index < samples; index++) {
      const status = random() < share ? ('pass' as const) : ('fail' as const);
      const message = `Traceback (most recent call last):\n  File "t.py", line 9\nAssertionError: ${index % 7} != 3\n`;
      yield {
        ...emptyExecution(),
        taskId,
        index,
        solution,
        programHash: hashProgram(solution),
        outcome: status,
        status,
        tests: status === 'pass' ? [] : [{ name: 'test_a', outcome: 'fail', ms: 1, message }],
        jobHash: 'h',
        cached: false,
      };
    }
  }
}

function headerOf(model: string, file: string, tasks: readonly Task[], samples: number): RunHeader {
  return {
    model: { name: model, nSamples: samples },
    split: 'complete',
    subset: 'full',
    dataset: { name: 'bigcodebench', version: 'v0.1.4', hash: 'h', file },
    taskIds: tasks.map(({ id }) => id),
    missing: 'fail',
    rules: defaultRules,
    tool: { version: '0', node: process.version, platform: process.platform },
    startedAt,
  };
}

function resultOf({ verdictCount: verdicts, passedCount: passed }: RunState): RunResult {
  const none = { value: 0, standardError: 0, interval: [0, 1] as [number, number] };
  return {
    finishedAt: '2026-01-01T01:00:00.000Z',
    durationMs: 1,
    score: { tasks: 0, samples: verdicts, passAt1: none, byK: [], notComputed: [], byDomain: [], byLibrary: [] },
    verdicts,
    passed,
    damagedLines: 0,
    outcomes: {},
    excluded: [],
    answers: { truncated: 0, empty: 0 },
    notes: [],
  };
}
