import type { PackManifest } from '../../schema/pack-manifest.ts';
import type { Split } from '../../schema/split.ts';
import type { Task } from '../../schema/task.ts';
import type { OutputFile } from '../../util/output-file.ts';
import { packageVersion } from '../../util/package-version.ts';
import { fillAsset, readAsset } from '../../util/read-asset.ts';

export interface HarborTaskInput {
  readonly task: Task;
  readonly split: Split;
  readonly datasetVersion: string;
  readonly problem: string;
  readonly reference: string;
  /** The files of a task pack with this task alone: what the grader judges by. */
  readonly pack: readonly OutputFile<string>[];
  readonly solveRate: number | undefined;
  /** How long the reference solution is known to run. */
  readonly knownSeconds: number;
  /** An image with `bcb` and the Python environment, but no tasks; without one a container is built from our own. */
  readonly image: string | undefined;
}

/** `bigcodebench/complete-0017` is the task, `bigcodebench-complete-0017` its folder. */
export function nameHarborTask({ id }: Pick<Task, 'id'>, split: Split) {
  const [own = '', ...set] = id.split('/').reverse().map(toSlug);
  const parts = [set.reverse().join('-') || 'tasks', `${split}-${own.padStart(4, '0')}`];
  return { name: parts.join('/'), folder: parts.join('-') };
}

function toSlug(text: string): string {
  const words = text.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return words.replace(/^-|-$/g, '');
}

/** The files of a task's folder, in Harbor's schema 1.4. */
export function buildHarborTask(input: HarborTaskInput): readonly OutputFile<string>[] {
  const { task, problem, reference, pack, image = `bigcodebench-agent:${packageVersion()}` } = input;
  return [
    { path: 'instruction.md', content: fillAsset('harbor/instruction.md', { problem, entryPoint: task.entryPoint }) },
    { path: 'task.toml', content: buildTaskToml(input) },
    { path: 'environment/Dockerfile', content: fillAsset('harbor/Dockerfile', { image }) },
    { path: 'solution/solve.sh', content: readAsset('harbor/solve.sh') },
    { path: 'solution/solution.py', content: reference },
    { path: 'tests/test.sh', content: readAsset('harbor/test.sh') },
    { path: 'tests/grade.py', content: readAsset('harbor/grade.py') },
    ...pack.map(({ path, content }) => ({ path: `tests/task/${path}`, content })),
  ];
}

function buildTaskToml(input: HarborTaskInput): string {
  const { task, split, datasetVersion, solveRate, knownSeconds, image } = input;
  return fillAsset('harbor/task.toml', {
    name: quote(nameHarborTask(task, split).name),
    description: quote(`${task.id}, split ${split}: a Python function, judged by unit tests`),
    keywords: quote([...new Set(['python', ...task.libs])]),
    taskId: quote(task.id),
    split: quote(split),
    datasetVersion: quote(datasetVersion),
    domains: quote([...new Set(task.domains)]),
    solveRate: solveRate === undefined ? '' : `solve_rate = ${solveRate.toFixed(4)}\n`,
    dockerImage: image === undefined ? '' : `docker_image = ${quote(image)}\n`,
    // The reference solution runs, then the program: apart from its tests, and perhaps together with them.
    graderSeconds: (600 + 12 * Math.ceil(knownSeconds)).toFixed(1),
  });
}

/** A text, or a list of texts, in TOML: it has the escapes of JSON, and wants one more. */
function quote(value: string | readonly string[]): string {
  return JSON.stringify(value).replaceAll('\x7f', '\\u007f');
}

/** The `manifest.json` of a pack with a single task. */
export function buildPackManifest(name: string, version: string, manifest: Partial<PackManifest> = {}): string {
  const { environment = 'full', limits = {} } = manifest;
  return `${JSON.stringify({ name, version, environment, limits }, null, 2)}\n`;
}

/** `registry.json`: each split as a dataset. */
export function buildRegistry(name: string, version: string, tasksOf: ReadonlyMap<Split, readonly Task[]>): string {
  const datasets = [...tasksOf].map(([split, tasks]) => {
    const folders = tasks.map((task) => nameHarborTask(task, split).folder);
    const description = `${tasks.length} tasks, split ${split}: Python functions, judged by unit tests`;
    const listed = folders.map((folder) => ({ name: folder, path: `tasks/${folder}` }));
    return { name, version: `${version}-${split}`, description, tasks: listed };
  });
  return `${JSON.stringify(datasets, null, 2)}\n`;
}
