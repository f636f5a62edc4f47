import { knownCosts, publishedSolveRate } from '../dataset/public-tasks.ts';
import { buildTaskFolder } from '../dataset/task-file.ts';
import type { TaskSet } from '../dataset/task-set.ts';
import { buildGroundTruthProgram } from '../evaluate/jobs/program.ts';
import { promptTextOf, type Split, type Task } from '../schema/task.ts';
import type { OutputFile } from '../util/output-file.ts';
import { packageVersion } from '../util/package-version.ts';
import { fillAsset, readAsset } from '../util/read-asset.ts';

interface HarborTaskInput {
  readonly task: Task;
  readonly split: Split;
  readonly taskSet: TaskSet;
  /** An image with `bcb` and the Python environment, but no tasks; without one a container is built from our own. */
  readonly image: string | undefined;
}

/** `bigcodebench/complete-0017` is the task, `bigcodebench-complete-0017` its folder. */
export function nameHarborTask({ id }: Pick<Task, 'id'>, split: Split) {
  const [own = '', ...set] = id
    .split('/')
    .reverse()
    .map((part) =>
      part
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, ''),
    );
  const parts = [set.reverse().join('-') || 'tasks', `${split}-${own.padStart(4, '0')}`];
  return { name: parts.join('/'), folder: parts.join('-') };
}

/** The files of a task's folder, in Harbor's schema 1.4. */
export function buildHarborTask(input: HarborTaskInput): readonly OutputFile<string>[] {
  const { task, split, taskSet, image = `bigcodebench-agent:${packageVersion()}` } = input;
  const text = promptTextOf(task, split).trim();
  const problem = split === 'complete' ? `\n\`\`\`python\n${text}\n\`\`\`` : `\n${text}`;
  return [
    { path: 'instruction.md', content: fillAsset('harbor/instruction.md', { problem, entryPoint: task.entryPoint }) },
    { path: 'task.toml', content: buildTaskToml(input) },
    { path: 'environment/Dockerfile', content: fillAsset('harbor/Dockerfile', { image }) },
    { path: 'solution/solve.sh', content: readAsset('harbor/solve.sh') },
    { path: 'solution/solution.py', content: buildGroundTruthProgram(task) },
    { path: 'tests/test.sh', content: readAsset('harbor/test.sh') },
    { path: 'tests/grade.py', content: readAsset('harbor/grade.py') },
    // What the grader judges by.
    { path: 'tests/task/manifest.json', content: buildPackManifest(taskSet) },
    ...buildTaskFolder(task).map(({ path, content }) => ({ path: `tests/task/${path}`, content })),
  ];
}

function buildTaskToml({ task, split, taskSet, image }: HarborTaskInput): string {
  // Published for this split alone.
  const solveRate = split === 'complete' ? publishedSolveRate(task.id) : undefined;
  return fillAsset('harbor/task.toml', {
    name: quote(nameHarborTask(task, split).name),
    description: quote(`${task.id}, split ${split}: a Python function, judged by unit tests`),
    keywords: quote([...new Set(['python', ...task.libs])]),
    taskId: quote(task.id),
    split: quote(split),
    datasetVersion: quote(taskSet.version),
    domains: quote([...new Set(task.domains)]),
    solveRate: solveRate === undefined ? '' : `solve_rate = ${solveRate.toFixed(4)}\n`,
    dockerImage: image === undefined ? '' : `docker_image = ${quote(image)}\n`,
    // The reference solution runs, then the program: apart from its tests, and perhaps together with them.
    graderSeconds: (600 + 12 * Math.ceil(knownCosts[task.id]?.[1] ?? 0)).toFixed(1),
  });
}

/** A text, or a list of texts, in TOML: it has the escapes of JSON, and wants one more. */
function quote(value: string | readonly string[]): string {
  return JSON.stringify(value).replaceAll('\x7f', '\\u007f');
}

/** The `manifest.json` of a pack with a single task. */
function buildPackManifest({ name, version, manifest }: TaskSet): string {
  const { environment = 'full', limits = {} } = manifest ?? {};
  return `${JSON.stringify({ name, version, environment, limits }, null, 2)}\n`;
}

/** `registry.json`: each split as a dataset. */
export function buildRegistry({ name, version }: TaskSet, splits: readonly Split[], tasks: readonly Task[]): string {
  const datasets = splits.map((split) => {
    const folders = tasks.map((task) => nameHarborTask(task, split).folder);
    const description = `${tasks.length} tasks, split ${split}: Python functions, judged by unit tests`;
    const listed = folders.map((folder) => ({ name: folder, path: `tasks/${folder}` }));
    return { name, version: `${version}-${split}`, description, tasks: listed };
  });
  return `${JSON.stringify(datasets, null, 2)}\n`;
}
