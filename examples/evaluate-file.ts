/**
 * Evaluates a samples file in the sandbox and prints its score and what failed. Lines that hold only the raw answer of a
 * model get their code taken out first.
 *
 *     npx jiti examples/evaluate-file.ts [SAMPLES] [SUBSET] [SELECTOR …]
 */
import { fileURLToPath } from 'node:url';
import {
  createLocalExecutor,
  evaluateSamples,
  loadEnvironment,
  loadTasks,
  matchSamples,
  openSanitizer,
  readSamples,
  scoreRun,
  selectTasks,
  type Verdict,
} from 'bigcodebench';

const recorded = fileURLToPath(new URL('recorded-answers.jsonl', import.meta.url));
const [file = recorded, subset = 'starter', ...select] = process.argv.slice(2);

const { tasks: all } = await loadTasks({ subset });
const tasks = await selectTasks(all, { select });
const sanitize = await openSanitizer('upstream');

async function* readSolutions() {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  // Lines that are no sample are told and passed over.
  for await (const sample of readSamples(file, { onBadLine: ({ message }) => console.error(message) })) {
    const task = byId.get(sample.taskId);
    const isRaw = sample.solution === undefined && sample.completion === undefined;
    yield task && isRaw ? { ...sample, ...(await sanitize(sample.rawText ?? '', task)) } : sample;
  }
}

// Tasks without a sample are left out of the score; `zero` would count them as unsolved.
const { samples, scoredTasks } = await matchSamples({ samples: readSolutions(), tasks, missing: 'skip' });

const { environment } = await loadEnvironment({ libs: tasks.flatMap(({ libs }) => libs) });
const executor = await createLocalExecutor({ environment });
const verdicts: Verdict[] = [];
try {
  for await (const verdict of evaluateSamples({ samples, tasks, executor })) {
    verdicts.push(verdict);
    const failed = verdict.tests.filter(({ outcome }) => outcome !== 'pass').map(({ name }) => name);
    console.log(verdict.taskId, verdict.outcome, failed.join(' '));
  }
} finally {
  await executor.close();
}

const passed = verdicts.map(({ taskId, status }) => ({ taskId, passed: status === 'pass' }));
const score = scoreRun({ tasks: scoredTasks, samples: passed, passK: [1] });
console.log(
  `pass@1 = ${score.byK[0]?.passAtK.value} over ${score.tasks} tasks, isolation level ${executor.info.level}`,
);
