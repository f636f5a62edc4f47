/** Scores and writes out a finished evaluation of 114,000 samples; prints what it took as JSON. Usage: FOLDER TASKS */
import { join } from 'node:path';
import { loadTasks } from '../../src/dataset/load-tasks.ts';
import { evaluateFile } from '../../src/evaluate/evaluate-file.ts';
import { matchSamples } from '../../src/evaluate/match-samples.ts';
import { createScriptedExecutor } from '../../src/testing/scripted-executor.ts';
import { readSamples } from '../../src/upstream/read-samples.ts';
import { manySettings } from './many-settings.ts';

const [folder = '', tasksPath = ''] = process.argv.slice(2);
const samplesPath = join(folder, 'many.jsonl');
const taskSet = await loadTasks({ subset: tasksPath });
const { tasks } = taskSet;
const startedAt = performance.now();
const matched = await matchSamples({ samples: readSamples(samplesPath), tasks, missing: 'fail' });
const readAt = performance.now();
let resumedAt = readAt;
await using executor = createScriptedExecutor(() => {
  throw new Error('everything has its verdict');
});
const { report } = await evaluateFile({
  ...manySettings,
  taskSet,
  tasks,
  executor,
  matched,
  samplesPath,
  reread: () => readSamples(samplesPath),
  paths: {
    folder,
    evalResults: join(folder, 'many_eval_results.json'),
    passAtK: join(folder, 'many_pass_at_k.json'),
  },
  onEvent: ({ type }) => {
    if (type === 'verdicts-finished') resumedAt = performance.now();
  },
});
const seconds = (from: number, to: number) => Math.round(to - from) / 1000;
console.log(
  JSON.stringify({
    samples: report.score.samples,
    readSeconds: seconds(startedAt, readAt),
    resumeSeconds: seconds(readAt, resumedAt),
    scoreAndWriteSeconds: seconds(resumedAt, performance.now()),
    peakMb: Math.round(process.resourceUsage().maxRSS / 1024),
  }),
);
