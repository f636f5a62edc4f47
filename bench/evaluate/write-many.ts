/** Writes samples and the log of their run: 100 answers to each public task, made from recorded ones. */

import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { loadTasks } from '../../src/dataset/load-tasks.ts';
import { hashProgram } from '../../src/evaluate/jobs/program.ts';
import { buildVerdict } from '../../src/evaluate/jobs/verdict-rules.ts';
import { matchSamples } from '../../src/evaluate/match-samples.ts';
import { buildHeader, identifySubject } from '../../src/evaluate/run-header.ts';
import { type Execution, emptyExecution } from '../../src/schema/execution.ts';
import { verdictEvent } from '../../src/schema/log-event.ts';
import { openRunLog } from '../../src/store/run-writer.ts';
import { type EvalEntry, readEvalResults } from '../../src/upstream/eval-results.ts';
import { readSamples } from '../../src/upstream/read-samples.ts';
import { Backlog } from '../../src/util/backlog.ts';
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
  const executions = new Map(
    Object.entries(recorded.eval).map(([taskId, [entry]]): [string, Execution] => [taskId, buildExecution(entry)]),
  );
  const subject = { ...manySettings, taskSet, tasks };
  await using log = await openRunLog({
    outDir: folder,
    identity: { ...identifySubject(subject), source: { samples: 'many.jsonl' } },
    describe: async () => ({ run: await buildHeader(subject, folder), exports: [], provenance: {} }),
  });
  const conditions = { executor: 'scripted', isolation: 'none', fingerprint: 'scripted' };
  await log.append({ type: 'judging', at: new Date().toISOString(), conditions });
  const recording = new Backlog(1000);
  for await (const { taskId, index, solution = '', rawText } of readSamples(path)) {
    const programHash = hashProgram(solution);
    await recording.add(log.append({ type: 'sample', taskId, index, programHash, rawText }));
  }
  const { rules } = manySettings;
  for (const sample of matched.samples) {
    const execution = executions.get(sample.taskId) ?? buildExecution(undefined);
    const jobHash = sha256(`${sample.taskId} ${sample.index}`);
    const verdict = buildVerdict({ execution, sample, jobHash, cached: false, mode: rules.verdicts });
    await recording.add(log.append(verdictEvent(verdict)));
  }
  await recording.settle();
  console.log(`prepared ${matched.samples.length} verdicts (${copies} a task)`);
}

function buildExecution(entry: EvalEntry | undefined): Execution {
  const { status = 'fail', details = {} } = entry ?? {};
  const tests = Object.entries(details).map(([name, message]) => ({ name, outcome: 'fail' as const, ms: 1, message }));
  return { ...emptyExecution(), id: '', outcome: status, status, tests, wallMs: 40, cpuMs: 30 };
}

async function* copyLines({ samplesPath, copies }: WriteManyOptions): AsyncGenerator<string> {
  for await (const { taskId, solution, rawText } of readSamples(samplesPath)) {
    for (let copy = 0; copy < copies; copy++) {
      const line = { task_id: taskId, solution: `${solution}\n# ${copy}`, raw_solution: `${rawText}\n# ${copy}` };
      yield `${JSON.stringify(line)}\n`;
    }
  }
}
