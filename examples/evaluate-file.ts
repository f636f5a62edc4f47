/**
 * Runs a samples file in the sandbox and prints its score and what failed. Lines that only hold a model's raw answer get
 * their code extracted first.
 *
 *     npx jiti examples/evaluate-file.ts [SAMPLES] [SUBSET] [SELECTOR …]
 */
import { fileURLToPath } from 'node:url';
import {
  createSandbox,
  evaluateSamples,
  loadTasks,
  matchSamples,
  openSanitizer,
  readSamples,
  scoreVerdicts,
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
  // Bad lines are reported and skipped.
  for await (const sample of readSamples(file, { onBadLine: ({ message }) => console.error(message) })) {
    const task = byId.get(sample.taskId);
    const isRaw = sample.solution === undefined && sample.completion === undefined;
    yield task && isRaw ? { ...sample, ...(await sanitize(sample.rawText ?? '', task)) } : sample;
  }
}

// Tasks without a sample are left out of the score; `zero` would count them as unsolved.
const { samples, scoredTasks } = await matchSamples({ samples: readSolutions(), tasks, missing: 'skip' });

await using sandbox = await createSandbox({ libs: tasks.flatMap(({ libs }) => libs) });
const verdicts: Verdict[] = [];
for await (const verdict of evaluateSamples({ samples, tasks, executor: sandbox })) {
  verdicts.push(verdict);
  const failed = verdict.tests.filter(({ outcome }) => outcome !== 'pass').map(({ name }) => name);
  console.log(verdict.taskId, verdict.outcome, failed.join(' '));
}

const score = scoreVerdicts(verdicts, scoredTasks);
console.log(`pass@1 = ${score.passAt1.value} over ${score.tasks} tasks, isolation ${sandbox.info.level}`);
