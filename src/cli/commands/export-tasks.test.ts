import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadTasks } from '../../dataset/load-tasks.ts';
import { buildTaskRow } from '../../dataset/task-row.ts';
import { hashTasks } from '../../dataset/task-set.ts';
import { buildTask } from '../../evaluate/testing/tasks.ts';
import type { Task } from '../../schema/task.ts';
import { runMain } from '../testing/run-main.ts';

const tasks = [
  // Its number begins that of the next one, its prompt looks like a place in a template, its libraries need escapes.
  buildTask('BigCodeBench/1', { instructPrompt: 'Write {{image}}.', libs: ['a"b', 'c\x7fd'] }),
  buildTask('BigCodeBench/17', { completePrompt: 'def task_func():\n    """Seventeen."""\n' }),
  buildTask('BigCodeBench/101'),
];

let folder = '';
const at = (...parts: string[]) => join(folder, ...parts);
const read = (...parts: string[]) => readFile(at(...parts), 'utf8');
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cli-export-'));
  await writeTasks(tasks);
});
afterEach(() => rm(folder, { recursive: true }));

const version = `sha256:${hashTasks(tasks).slice(0, 12)}`;

function writeTasks(written: readonly Task[]): Promise<void> {
  return writeFile(at('tasks.jsonl'), written.map((task) => `${JSON.stringify(buildTaskRow(task))}\n`).join(''));
}

function run(...words: string[]) {
  return runMain(['export', ...words], { cwd: folder, variables: { BIGCODEBENCH_OVERRIDE_PATH: at('tasks.jsonl') } });
}

describe('export harbor', () => {
  test('writes a folder for each task and split, and names what it leaves out', async () => {
    const { out, err } = await run('harbor', 'dir', '--split', 'both', '--json');
    expect(JSON.parse(out)).toEqual({
      folder: at('dir'),
      tasks: 4,
      splits: ['complete', 'instruct'],
      files: { new: 49, same: 0, replaced: 0 },
      left_out: ['BigCodeBench/101'],
    });
    expect(err).toMatch(/Left out BigCodeBench\/101: their tests need the network/);
    const names = ['complete-0001', 'complete-0017', 'instruct-0001', 'instruct-0017'];
    expect((await readdir(at('dir', 'tasks'))).sort()).toEqual(names.map((name) => `bigcodebench-${name}`));
    const registry = JSON.parse(await read('dir', 'registry.json'));
    expect(registry).toMatchObject([
      {
        name: 'bigcodebench',
        version: `${version}-complete`,
        tasks: [{}, { path: 'tasks/bigcodebench-complete-0017' }],
      },
      { name: 'bigcodebench', version: `${version}-instruct`, tasks: [{ name: 'bigcodebench-instruct-0001' }, {}] },
    ]);
  });

  test('says what Harbor wants to know of a task', async () => {
    await run('harbor', 'dir', '--select', '1,17', '--split', 'both', '--docker-image', 'example.org/bcb@sha256:0');
    const place = at('dir', 'tasks', 'bigcodebench-complete-0017');
    const toml = await readFile(join(place, 'task.toml'), 'utf8');
    for (const line of [
      'schema_version = "1.4"',
      'artifacts = ["/app/solution.py"]',
      'name = "bigcodebench/complete-0017"',
      'task_id = "BigCodeBench/17"',
      'docker_image = "example.org/bcb@sha256:0"',
      'network_mode = "no-network"',
      'environment_mode = "separate"',
    ]) {
      expect(toml.split('\n')).toContain(line);
    }
    // verifiers refuses tasks that name a user for their grader.
    expect(toml).not.toMatch(/^user/m);
    expect(toml).toMatch(/^solve_rate = 0\.\d{4}$/m);
    // The slowest tasks get more time: this one sleeps for 15 seconds.
    expect(toml).toMatch(/^timeout_sec = 792\.0$/m);
    expect(await readFile(join(place, 'environment', 'Dockerfile'), 'utf8')).toMatch(
      /^FROM example\.org\/bcb@sha256:0$/m,
    );
    expect(await readFile(join(place, 'instruction.md'), 'utf8')).toMatch(
      /`\/app\/solution\.py`.*\n\n```python\ndef task_func\(\):\n {4}"""Seventeen\."""\n```\n/,
    );
    expect((await stat(join(place, 'tests', 'test.sh'))).mode & 0o777).toBe(0o755);
    const other = at('dir', 'tasks', 'bigcodebench-instruct-0001');
    expect(await readFile(join(other, 'instruction.md'), 'utf8')).toContain('\nWrite {{image}}.\n');
    const otherToml = await readFile(join(other, 'task.toml'), 'utf8');
    expect(otherToml).toContain('keywords = ["python","a\\"b","c\\u007fd"]\n');
    expect(otherToml).not.toContain('solve_rate');
  });

  test('without a published image a container is built from the one of docker/README.md', async () => {
    await run('harbor', 'dir', '--select', '17');
    const place = at('dir', 'tasks', 'bigcodebench-complete-0017');
    expect(await readFile(join(place, 'task.toml'), 'utf8')).not.toContain('docker_image');
    expect(await readFile(join(place, 'environment', 'Dockerfile'), 'utf8')).toMatch(
      /^FROM bigcodebench-agent:\d+\.\d+\.\d+$/m,
    );
  });

  test('the grader gets the very task', async () => {
    await run('harbor', 'dir', '--select', '1');
    const pack = await loadTasks({ subset: at('dir', 'tasks', 'bigcodebench-complete-0001', 'tests', 'task') });
    expect(pack.tasks).toEqual([tasks[0]]);
    expect(pack).toMatchObject({ name: 'bigcodebench', version });
  });

  test('keeps the limits of a task pack', async () => {
    await run('harbor', 'dir', '--subset', 'starter', '--select', 'Starter/7');
    const pack = await loadTasks({ subset: at('dir', 'tasks', 'starter-complete-0007', 'tests', 'task') });
    expect(pack.manifest).toMatchObject({ environment: 'starter', limits: { wallMs: 60_000, cpuMs: 30_000 } });
  });

  test('leaves what is the same and saves what differs', async () => {
    await run('harbor', 'dir', '--select', '17');
    expect((await run('harbor', 'dir', '--select', '17')).out).toMatch(/0 files written, 13 already up to date\.\n$/);
    const place = at('dir', 'tasks', 'bigcodebench-complete-0017');
    await writeFile(join(place, 'instruction.md'), 'mine');
    const { out, err } = await run('harbor', 'dir', '--select', '17');
    expect(out).toMatch(/12 already up to date, 1 replaced \(the old ones are saved as \.bak\)\.\n$/);
    expect(err).toContain(`previous version saved as ${join(place, 'instruction.md.bak')}`);
    expect(await readFile(join(place, 'instruction.md.bak'), 'utf8')).toBe('mine');
  });

  test('refuses tasks that would share a folder, and says what else is wrong', async () => {
    await writeTasks([buildTask('Own/a b'), buildTask('Own/a-b')]);
    await expect(run('harbor', 'dir')).rejects.toThrow(
      'Tasks Own/a b and Own/a-b would both be own-complete-0a-b: rename',
    );
    await expect(run('harbor')).rejects.toThrow('Name one folder');
    await expect(run('harbor', 'dir', '--split', 'whole')).rejects.toThrow('--split: use one of complete, instruct');
    await writeTasks([buildTask('BigCodeBench/101')]);
    await expect(run('harbor', 'dir')).rejects.toThrow('None of the selected tasks can be exported.');
    expect((await run('harbor', 'dir', '--network-tasks')).out).toMatch(/^1 tasks in /);
  });
});

describe('export rows', () => {
  test('writes a row for each task and split, as they are asked and judged', async () => {
    const { out } = await run('rows', '--split', 'both', '--out', 'rows.jsonl', '--json');
    expect(JSON.parse(out)).toMatchObject({ file: at('rows.jsonl'), rows: 4, state: 'new' });
    const rows = (await read('rows.jsonl')).trimEnd().split('\n');
    expect(rows.map((row) => JSON.parse(row).verifier_metadata)).toMatchObject([
      { task_id: 'BigCodeBench/1', split: 'complete', entry_point: 'task_func' },
      { task_id: 'BigCodeBench/17', split: 'complete', test: '# tests of BigCodeBench/17' },
      { task_id: 'BigCodeBench/1', split: 'instruct' },
      { task_id: 'BigCodeBench/17', split: 'instruct' },
    ]);
    const [{ content }] = JSON.parse(rows[1] ?? '').responses_create_params.input;
    expect(content).toMatch(/^Please provide a self-contained Python script[\s\S]*```\ndef task_func\(\):/);
  });

  test('goes into the folder of exports where no file is named, and leaves the same rows', async () => {
    expect((await run('rows')).out).toBe(`2 rows. Wrote ${at('exported', 'rows.jsonl')}.\n`);
    expect((await run('rows')).out).toMatch(/is already up to date\.\n$/);
  });
});
