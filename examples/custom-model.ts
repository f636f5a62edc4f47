/**
 * A model of your own: a cascade that asks a cheap model first, and a dear one where the first answer does not even
 * define the function. Then the whole benchmark runs with it; type the same command again, and it goes on where it was.
 *
 *     npx jiti examples/custom-model.ts [CHEAP] [DEAR] [OUT]
 */
import { fileURLToPath } from 'node:url';
import {
  createCustomModel,
  createLocalExecutor,
  loadEnvironment,
  loadTasks,
  openSanitizer,
  type ResolvedModel,
  resolveModel,
  runBenchmark,
  selectTasks,
} from 'bigcodebench';

const recorded = fileURLToPath(new URL('recorded-answers.jsonl', import.meta.url));
const [cheapName = `replay:${recorded}`, dearName = 'canonical', outDir = 'bcb_results'] = process.argv.slice(2);

const cheap = await resolveModel(cheapName);
const dear = await resolveModel(dearName);
const sanitize = await openSanitizer('upstream');

const cascade = createCustomModel({
  // Runs are told apart by it: another cascade needs another name.
  name: `cascade-of-${cheap.provider}-and-${dear.provider}`,
  async model({ task, prompt, parameters, index, signal }) {
    const ask = async ({ model }: ResolvedModel) => {
      const [answer] = await model.answer({ task, prompt, parameters, samples: [{ index }] }, { signal });
      return answer ?? { text: '' };
    };
    const first = await ask(cheap);
    const { solution } = await sanitize(first.text, task);
    return solution.includes(`def ${task.entryPoint}`) ? first : ask(dear);
  },
});

const taskSet = await loadTasks({ subset: 'starter' });
const tasks = await selectTasks(taskSet.tasks, { select: ['0-5'] });
const { environment } = await loadEnvironment({ libs: tasks.flatMap(({ libs }) => libs) });
const executor = await createLocalExecutor({ environment });
try {
  const run = await runBenchmark({
    taskSet,
    tasks,
    model: cascade,
    executor,
    outDir,
    split: 'instruct',
    onEvent: (event) => {
      if (event.type === 'verdict') console.log(event.taskId, event.outcome);
    },
  });
  console.log(`pass@1 = ${run.report.score.byK[0]?.passAtK.value}, run ${run.report.runId}, ${run.samplesFile.path}`);
} finally {
  await executor.close();
}
