import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRow, takeRows, writeParquet } from '../../dataset/testing/dataset-rows.ts';
import { startLoopbackHub } from '../../dataset/testing/loopback-hub.ts';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { buildTask } from '../../evaluate/testing/tasks.ts';
import { writeExampleRun } from '../../store/testing/example-run.ts';
import { recordedData } from '../../util/testing/recorded-data.ts';
import { runMain } from '../testing/run-main.ts';

let folder = '';
let override = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cli-dataset-'));
  override = join(folder, 'tasks.jsonl');
  const rows = [createRow(12), createRow(13, { libs: "['pandas', 'os', 'sys']" }), createRow(14)];
  await writeFile(override, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
});
afterAll(() => rm(folder, { recursive: true }));

function run(...words: string[]) {
  const variables = { BIGCODEBENCH_OVERRIDE_PATH: override, BCB_DATA_DIR: folder };
  return runMain(['dataset', ...words], { cwd: folder, variables });
}

describe('dataset list', () => {
  test('prints a table, and totals beside it', async () => {
    const { code, out, err } = await run('list');
    expect(code).toBe(0);
    expect(out.split('\n')).toEqual([
      'TASK             DOMAINS              LIBRARIES        TESTS',
      'BigCodeBench/12  System               os                   1',
      'BigCodeBench/13  Computation, System  pandas, os, sys      1  hard',
      'BigCodeBench/14  System               os                   1',
      '',
    ]);
    expect(err).toMatch(/^3 tasks, 3 tests; bigcodebench sha256:[0-9a-f]{12}\n$/);
  });

  test('prints one JSON document in the promised shape', async () => {
    const { out, err } = await run('list', '--json', '13');
    expect(JSON.parse(out)).toEqual({
      version: expect.stringMatching(/^sha256:[0-9a-f]{12}$/),
      tasks: [
        {
          task_id: 'BigCodeBench/13',
          domains: ['Computation', 'System', 'System'],
          libs: ['pandas', 'os', 'sys'],
          tests: 1,
          hard: true,
        },
      ],
    });
    expect(err).toBe('');
  });

  test('takes selectors as words and as flags', async () => {
    const ids = async (...words: string[]) =>
      JSON.parse((await run('list', '--json', ...words)).out).tasks.map((task: { task_id: string }) => task.task_id);
    expect(await ids('12-13,!13')).toEqual(['BigCodeBench/12']);
    expect(await ids('--selective_evaluate', '14,12')).toEqual(['BigCodeBench/12', 'BigCodeBench/14']);
    expect(await ids('--id_range', '1-3')).toEqual(['BigCodeBench/13', 'BigCodeBench/14']);
    expect(await ids('--subset', 'hard')).toEqual(['BigCodeBench/13']);
    await expect(ids('domain:cooking')).rejects.toThrow(/There is no domain "cooking"/);
  });

  test('failed@ reads results beside samples and runs', async () => {
    const entry = { solution: '', details: {} };
    const results = {
      date: '2024-12-25 02:52',
      eval: {
        'BigCodeBench/12': [{ ...entry, task_id: 'BigCodeBench/12', status: 'pass' }],
        'BigCodeBench/13': [
          { ...entry, task_id: 'BigCodeBench/13', status: 'pass' },
          { ...entry, task_id: 'BigCodeBench/13', status: 'timeout' },
        ],
      },
    };
    await writeFile(join(folder, 'x_eval_results.json'), JSON.stringify(results));
    expect((await run('list', 'failed@x_eval_results.json')).out).toMatch(/\nBigCodeBench\/13 .*\n$/);

    const programs = { 'BigCodeBench/12#0': 'right', 'BigCodeBench/14#0': 'wrong' };
    const tasks = ['BigCodeBench/12', 'BigCodeBench/14'].map((id) => buildTask(id));
    const runFolder = await writeExampleRun(join(folder, 'bcb_results'), programs, { tasks });
    expect((await run('list', `failed@${basename(runFolder)}`)).out).toMatch(/\nBigCodeBench\/14 .*\n$/);
    expect((await run('list', `failed@${runFolder}`)).out).toMatch(/\nBigCodeBench\/14 .*\n$/);
    await expect(run('list', 'failed@000000000000')).rejects.toThrow(/failed@000000000000: There is nothing at/);
  });

  test.each(recordedData)('real tasks: $name', async (data) => {
    const variables = { BIGCODEBENCH_OVERRIDE_PATH: data.tasksFile };
    const list = async (...words: string[]) =>
      JSON.parse((await runMain(['dataset', 'list', '--json', ...words], { variables })).out);
    const readJson = async (name: string) => JSON.parse(await readFile(data.file(name), 'utf8'));
    const { tasks, version } = await list();
    expect(version).toBe('v0.1.4');
    expect(tasks.length).toBe(data.size);
    const domains = tasks.map((task: { task_id: string; domains: string[] }) => [task.task_id, task.domains]);
    expect(Object.fromEntries(domains)).toEqual(await readJson('task2domain.json'));
    const hard = await list('--subset', 'hard');
    expect(hard.tasks.map((task: { task_id: string }) => task.task_id)).toEqual(await readJson('hard-ids.json'));
  });
});

describe('dataset show', () => {
  test('prints a task readably, in colour where asked', async () => {
    const { out } = await run('show', '13');
    expect(out).toContain('BigCodeBench/13 (hard)\ndomains     Computation, System\n');
    expect(out).toContain('── Complete prompt ──\nimport os\n\ndef task_func(n):');
    expect(out).toContain('── Test ──\nimport unittest');
    const escapeCode = String.fromCharCode(27);
    expect(out).not.toContain(escapeCode);
    expect((await run('show', '13', '--color')).out).toContain(`${escapeCode}[35mdef${escapeCode}[39m`);
  });

  test('prints the row as JSON', async () => {
    const shown = JSON.parse((await run('show', 'BigCodeBench/13', '--json')).out);
    expect(shown).toMatchObject({
      ...createRow(13),
      libs: ['pandas', 'os', 'sys'],
      doc_struct: {},
      hard: true,
      tests: ['test_it'],
    });
    await expect(run('show')).rejects.toThrow(/show needs a task/);
    await expect(run('show', '99')).rejects.toThrow('There is no task "99".');
  });
});

describe('dataset pull and verify', () => {
  test('fetch once, notice damage, fetch again', async () => {
    const rows = takeRows(4);
    const file = 'data/v0.1.4-00000-of-00001.parquet';
    await using hub = await startLoopbackHub({ datasets: { 'bigcode/bigcodebench': { [file]: writeParquet(rows) } } });
    const variables = { HF_ENDPOINT: hub.endpoint, BCB_CACHE_DIR: join(folder, 'cache') };
    const path = join(folder, 'cache/dataset/bigcodebench-v0.1.4.jsonl');
    const call = (...words: string[]) => runMain(['dataset', ...words], { variables, cwd: folder });

    await expect(call('verify')).rejects.toThrow(/run `bcb dataset pull` first/);
    const pulled = await call('pull');
    expect(pulled.out).toBe(`bigcodebench v0.1.4: 4 tasks are now in ${path}\n`);
    expect(pulled.err).toMatch(/downloading tasks/);
    expect(JSON.parse((await call('pull', '--json')).out)).toMatchObject({ state: 'cached', tasks: 4, path });

    const verified = await call('verify');
    expect(verified.code).toBe(2);
    expect(verified.out).toBe(
      `${path}: There are 4 tasks instead of 1140.\n${path}: Task 5 is missing instead of BigCodeBench/4.\n`,
    );

    const notFolder = join(folder, 'not-a-folder');
    await writeFile(notFolder, '');
    const unwritable = runMain(['dataset', 'pull'], { variables: { ...variables, BCB_CACHE_DIR: notFolder } });
    await expect(unwritable).rejects.toThrow(/could not be saved: set BCB_CACHE_DIR/);

    await writeFile(path, 'x');
    expect(await call('verify')).toMatchObject({
      code: 2,
      out: `${path}: SHA-256 mismatch: run \`bcb dataset pull\`.\n`,
    });
    const again = await call('pull', '--json');
    expect(again.err).toMatch(/warning: .* does not match its SHA-256; downloading it again\./);
    expect(JSON.parse(again.out)).toMatchObject({ state: 'fetched' });
  });

  test('a whole copy is intact', async () => {
    const file = 'data/v0.1.4-00000-of-00001.parquet';
    await using hub = await startLoopbackHub({
      datasets: { 'bigcode/bigcodebench': { [file]: writeParquet(takeRows(1140)) } },
    });
    const variables = { HF_ENDPOINT: hub.endpoint, BCB_CACHE_DIR: join(folder, 'whole') };
    await runMain(['dataset', 'pull', '--quiet'], { variables });
    expect(await runMain(['dataset', 'verify'], { variables })).toMatchObject({ code: 0, err: '' });
  });

  test('pull knows what can be pulled; verify takes files too', async () => {
    await expect(run('pull', '--subset', 'starter')).rejects.toThrow(/pull downloads --subset full or --subset hard/);
    expect((await run('verify')).out).toMatch(
      /^bigcodebench sha256:[0-9a-f]{12}: 3 tasks, all valid; sha256 [0-9a-f]{64}\n$/,
    );
    expect((await run('verify', '--subset', 'starter')).out).toMatch(/^starter .* all valid/);
  });
});

describe('dataset new', () => {
  test('makes a pack that lint has nothing against', async () => {
    const { code, out, err } = await run('new', 'own pack', 'Mine/7');
    expect(code).toBe(0);
    expect(out).toBe(`${join(folder, 'own pack')} has one task, Mine/7: replace what is in its files by your own.\n`);
    expect(err).toBe("next: bcb dataset lint 'own pack' --watch  # check it whenever a file changes\n");
    expect(JSON.parse(await readFile(join(folder, 'own pack/manifest.json'), 'utf8'))).toMatchObject({
      name: 'own-pack',
    });
    const linted = JSON.parse((await run('lint', 'own pack', '--json')).out);
    expect(linted).toMatchObject({ tasks: 1, errors: 0, warnings: 0, findings: [] });
    expect((await run('list', '--subset', 'own pack')).out).toMatch(/^Mine\/7 /m);
    expect(JSON.parse((await run('new', 'other', '--json')).out)).toEqual({
      path: join(folder, 'other'),
      task_id: 'Own/1',
      folder: join(folder, 'other/001'),
    });
  });

  test('overwrites nothing', async () => {
    await mkdir(join(folder, 'mine'));
    await writeFile(join(folder, 'mine/notes.txt'), 'mine');
    await expect(run('new', 'mine')).rejects.toThrow(/mine exists and is not empty/);
    await expect(run('new', 'mine/notes.txt')).rejects.toThrow(/notes.txt exists and is not empty/);
    expect(await readdir(join(folder, 'mine'))).toEqual(['notes.txt']);
    await expect(run('new')).rejects.toThrow(/Name one folder: `bcb dataset new my-tasks`/);
    await expect(run('new', 'fresh', 'seven')).rejects.toThrow(/a name, a slash and a number/);
    await expect(run('list', '--subset', 'fresh')).rejects.toThrow(/fresh/);
  });
});

describe('dataset lint --watch', () => {
  test('checks what changes, and only that', async () => {
    await run('new', 'watched');
    await cp(join(folder, 'watched/001'), join(folder, 'watched/002'), { recursive: true });
    const facts = await readFile(join(folder, 'watched/001/task.json'), 'utf8');
    await writeFile(join(folder, 'watched/002/task.json'), facts.replace('Own/1', 'Own/2'));
    const { until, stop, ended } = startWatching('watched');
    await until(/2 tasks, .*: 0 errors, 0 warnings\nWatching/);

    await writeFile(join(folder, 'watched/002/solution.py'), '    return (\n');
    await until(/watched\/002\/solution.py:\d: syntax: .*\n1 tasks, .*: 1 errors, 0 warnings\n/);
    await writeFile(join(folder, 'watched/new-solution'), '    return []\n');
    await rename(join(folder, 'watched/new-solution'), join(folder, 'watched/002/solution.py'));
    await until(/1 tasks, .*: 0 errors, 0 warnings\n/);

    await mkdir(join(folder, 'watched/003'));
    await until(/watched\/003\/task.json:1: schema: is missing.*\n1 tasks/);
    await rm(join(folder, 'watched/003'), { recursive: true });
    await until(/0 tasks/);
    await writeFile(join(folder, 'watched/manifest.json'), '{}');
    await until(/watched\/manifest.json:1: manifest: .*\n2 tasks/);
    stop();
    await expect(ended).rejects.toThrow('Ctrl-C');
  });

  test('watches a file of tasks', async () => {
    await writeFile(join(folder, 'rows.jsonl'), `${JSON.stringify(createRow(1))}\n`);
    const { until, stop, ended } = startWatching('rows.jsonl');
    await until(/1 tasks, .*\nWatching/);
    await writeFile(join(folder, 'rows.jsonl'), 'not JSON\n');
    await until(/rows.jsonl:1: schema: .*\n.* 1 errors/);
    stop();
    await expect(ended).rejects.toThrow('Ctrl-C');
    await expect(run('lint', 'rows.jsonl', '--watch', '--json')).rejects.toThrow(/--json prints one document/);
    await expect(run('lint', 'nothing', '--watch')).rejects.toThrow(/Task pack not found/);
  });
});

/** `bcb dataset lint PATH --watch`; `until` waits for what it prints, and forgets it. */
function startWatching(path: string) {
  let printed = '';
  let look = () => {};
  const output = {
    write(text: string) {
      if (text.startsWith('warning: ')) return;
      printed += text;
      look();
    },
  };
  const stopping = new AbortController();
  const ended = runMain(['dataset', 'lint', path, '--watch'], {
    cwd: folder,
    variables: { BCB_DATA_DIR: folder },
    stdout: output,
    stderr: output,
    signal: stopping.signal,
  });
  const failed = new Promise<never>((_, reject) => ended.catch(reject));
  failed.catch(() => {});
  const until = async (wanted: RegExp) => {
    const seen = new Promise<void>((resolve) => {
      look = () => {
        if (!wanted.test(printed)) return;
        printed = '';
        resolve();
      };
      look();
    });
    await Promise.race([seen, failed]);
  };
  return { until, stop: () => stopping.abort(new Error('Ctrl-C')), ended };
}

describe('dataset lint', () => {
  test('the starter tasks are clean', async () => {
    const variables = { BCB_DATA_DIR: folder };
    const cwd = join(import.meta.dirname, '../../..');
    const { code, out, err } = await runMain(['dataset', 'lint', 'tasks'], { cwd, variables });
    expect(out).toBe('');
    expect(err).toMatch(/^warning: No Python environment is installed/);
    expect(code).toBe(0);
  });

  test('a planted defect is reported with file and line, relative to the current folder, and exits 2', async () => {
    await cp(join(import.meta.dirname, '../../../tasks/000'), join(folder, 'pack/000'), { recursive: true });
    await writeFile(join(folder, 'pack/000/solution.py'), '    x = (1\n    return x\n');
    const { code, out, err } = await run('lint', 'pack');
    expect(code).toBe(2);
    expect(out).toMatch(/^pack\/manifest\.json:1: warning: manifest: /);
    expect(out).toMatch(/\npack\/000\/solution\.py:\d: syntax: it does not compile: /);
    expect(err).toMatch(/\n1 tasks, 0 of them run: 1 errors, 1 warnings\n$/);
    const report = JSON.parse((await run('lint', 'pack', '--json')).out);
    expect(report).toMatchObject({ path: 'pack', tasks: 1, errors: 1, warnings: 1 });
    expect(report.findings[1]).toMatchObject({ rule: 'syntax', file: 'pack/000/solution.py', severity: 'error' });
    await expect(run('lint')).rejects.toThrow(/lint needs the path/);
  });
});

test('rejects an unknown subcommand', async () => {
  await expect(run('lsit')).rejects.toThrow('Unknown subcommand "lsit" for dataset. Did you mean `bcb dataset list`?');
  await expect(run()).rejects.toThrow(/Try pull, list, show, facts, verify, new, lint/);
  await expect(run()).rejects.toBeInstanceOf(BigCodeBenchError);
});
