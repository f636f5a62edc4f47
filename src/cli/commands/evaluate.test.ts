import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRuns } from '../../compare/read-results.ts';
import { evaluationDocumentSchema, groundTruthDocumentSchema } from '../../evaluate/results/documents.ts';
import { createScriptedExecutor, type Script } from '../../testing/scripted-executor.ts';
import { createTemporaryFolder } from '../../testing/temporary-folder.ts';
import { evalResultsSchema, passAtKFileSchema } from '../../upstream/eval-results.ts';
import { runCommand, withExecutor } from '../testing/run-command.ts';
import { evaluateCommand } from './evaluate.ts';

const judgeByText: Script = ({ code }) =>
  code.includes('wrong')
    ? { outcome: 'fail', tests: [{ name: 'test_a', outcome: 'fail', ms: 1, message: 'AssertionError: 1 != 2\n' }] }
    : {};

const row = (number: number) => ({
  task_id: `Small/${number}`,
  complete_prompt: `def task_func():\n    """${number}"""\n`,
  instruct_prompt: String(number),
  canonical_solution: '    return 1',
  code_prompt: 'def task_func():',
  test: 'import unittest\nclass TestCases(unittest.TestCase):\n    def test_a(self):\n        pass\n',
  entry_point: 'task_func',
  doc_struct: '{}',
  libs: "['math']",
});

const samplesName = 'M--main--bigcodebench-complete--vllm-0-1-sanitized_calibrated.jsonl';

/** A folder with four tasks, and samples of which three pass. */
async function createPlace() {
  const folder = await createTemporaryFolder();
  const toLines = (rows: object[]) => rows.map((line) => `${JSON.stringify(line)}\n`).join('');
  await writeFile(join(folder.path, 'tasks.jsonl'), toLines([0, 1, 2, 3].map(row)));
  const write = (rows: object[], name = samplesName) => writeFile(join(folder.path, name), toLines(rows));
  await write([0, 1, 2, 3].map((at) => ({ task_id: `Small/${at}`, solution: at === 2 ? 'wrong' : 'right', raw: at })));
  const executed: string[] = [];
  const evaluate = (words: string[] = [], script: Script = judgeByText) => {
    const executor = createScriptedExecutor((job, signal) => {
      if (!job.separate) executed.push(job.code);
      return script(job, signal);
    });
    const command = withExecutor(evaluateCommand, async () => executor);
    return runCommand(command, {
      words: ['--subset', 'tasks.jsonl', '--samples', samplesName, ...words],
      cwd: folder.path,
      variables: { BCB_CACHE_DIR: join(folder.path, 'cache') },
    });
  };
  return { ...folder, write, evaluate, executed };
}

describe('evaluate', () => {
  it('prints the score, and writes files in the names and shapes of the original beside the samples', async () => {
    await using place = await createPlace();
    const { code, out, err } = await place.evaluate(['--split', 'complete']);
    expect(code).toBe(0);
    expect(out).toMatch(/pass@1 +75\.0% \(\d+\.\d–\d+\.\d\) +4\/4 tasks, 4 samples/);
    expect(out).toContain('no task has 5 samples');
    expect(err).toContain('Ground truth: 4 of 4 reference solutions pass (100.0%).');
    const read = async (end: string) =>
      JSON.parse(await readFile(join(place.path, samplesName.replace('.jsonl', end)), 'utf8'));
    const results = evalResultsSchema.strict().parse(await read('_eval_results.json'));
    expect(Object.keys(results.eval)).toEqual(['Small/0', 'Small/1', 'Small/2', 'Small/3']);
    expect(results.eval['Small/2']).toEqual([
      {
        task_id: 'Small/2',
        solution: 'def task_func():\n    pass\nwrong',
        status: 'fail',
        details: { test_a: 'AssertionError: 1 != 2\n' },
      },
    ]);
    const pass = passAtKFileSchema.parse(await read('_pass_at_k.json'));
    expect(pass).toEqual({
      'pass@1': 0.75,
      model: 'M--main',
      split: 'complete',
      subset: 'tasks.jsonl',
      calibrated: true,
      gt_pass_rate: 1,
      failed_tasks: [],
    });
    expect(await readRuns(place.path)).toHaveLength(1);
  });

  it('says that the same evaluation already exists, and executes and writes nothing', async () => {
    await using place = await createPlace();
    await place.evaluate();
    const before = await readdir(place.path);
    place.executed.length = 0;
    const { code, err } = await place.evaluate();
    expect(code).toBe(0);
    expect(err).toMatch(/Run [0-9a-f]{12} already exists; nothing was re-executed/);
    expect(err).toContain('is already up to date');
    expect(err).not.toContain('pass_at_k');
    expect(place.executed).toEqual([]);
    expect(await readdir(place.path)).toEqual(before);
  });

  it('keeps earlier results aside when others take their place, and executes only what it does not know', async () => {
    await using place = await createPlace();
    await place.evaluate();
    place.executed.length = 0;
    const { err } = await place.evaluate(['--calibrated', 'False']);
    expect(err).toMatch(/Run \w{12} is new; \w{12} evaluated the same samples, but .calibrated. differs/);
    expect(err).toMatch(/_eval_results\.json \(previous version saved as .*_eval_results\.json\.bak\)/);
    expect(place.executed).toHaveLength(2);
    expect(await readRuns(place.path)).toHaveLength(2);
    place.executed.length = 0;
    await place.evaluate(['--calibrated', 'False', '--out', 'elsewhere']);
    expect(place.executed).toEqual([]);
    expect((await readdir(join(place.path, 'elsewhere'))).sort()).toEqual([
      samplesName.replace('.jsonl', '_eval_results.json'),
      samplesName.replace('.jsonl', '_pass_at_k.json'),
      'runs',
    ]);
    await place.evaluate(['--calibrated', 'False', '--out', 'third', '--no-cache']);
    expect(place.executed).toHaveLength(4 + 2);
  });

  it('prints one JSON document with --json', async () => {
    await using place = await createPlace();
    const { out } = await place.evaluate(['--json', '--pass-k', '1,2']);
    const document = evaluationDocumentSchema.parse(JSON.parse(out));
    expect(document).toMatchObject({
      'pass@1': 0.75,
      model: 'M--main',
      gt_pass_rate: 1,
      outcomes: { pass: 3, fail: 1 },
      excluded: [],
      by_domain: { Computation: { tasks: 4, 'pass@1': 0.75 } },
      run_id: expect.stringMatching(/^[0-9a-f]{12}$/),
    });
    expect(document.files).toHaveLength(3);
    expect(document).not.toHaveProperty('pass@2');
  });

  it('checks ground truth alone, and gives 4 where it cannot be trusted', async () => {
    await using place = await createPlace();
    const script: Script = ({ code }) =>
      code.includes('"""1"""') ? { outcome: 'error', reason: 'ImportError: x' } : {};
    const checking = place.evaluate(['--check-gt-only', '--json'], script);
    await expect(checking).rejects.toMatchObject({ code: 'UNTRUSTED_ENVIRONMENT' });
    const { out } = await place.evaluate(['--check_gt_only', '--json', '--allow-degraded'], script);
    expect(groundTruthDocumentSchema.strict().parse(JSON.parse(out))).toMatchObject({
      tasks: 4,
      passed: 3,
      gt_pass_rate: 0.75,
      failed_tasks: ['Small/1'],
      needs_network: [],
      flaky: [],
      fingerprint: 'scripted',
      level: 'none',
    });
    const plain = await place.evaluate(['--check-gt-only', '--min-gt', '0.5'], script);
    expect(plain.out).toContain('broken: Small/1: error: ImportError: x');
    expect(await readdir(place.path)).not.toContain('runs');
  });

  it('audits passes without touching the score or the files of the original', async () => {
    const lie: Script = (job, signal) =>
      job.separate && !job.code.includes('"""') ? { outcome: 'fail', reason: 'no' } : judgeByText(job, signal);
    const results = [];
    for (const integrity of ['flags', 'audited', 'proven']) {
      await using place = await createPlace();
      const { out } = await place.evaluate(['--json', '--integrity', integrity], lie);
      const { files, run_id, audit, provable, ...shown } = JSON.parse(out);
      const read = (end: string) => readFile(join(place.path, samplesName.replace('.jsonl', end)), 'utf8');
      const entries = (await read('_eval_results.json')).replace(/"date": "[^"]*"/, '');
      results.push({ audit, same: [shown, entries, await read('_pass_at_k.json')] });
    }
    const [flags, audited, proven] = results;
    expect(audited?.audit).toMatchObject({ passes: 3, audited: 3, proven: 0, unproven: 3, failing: 3, unprovable: 0 });
    expect([flags?.audit, proven?.audit]).toEqual([undefined, undefined]);
    expect(audited?.same).toEqual(flags?.same);
    expect(proven?.same).toEqual(flags?.same);
  });

  it('says with --check-gt-only which tasks are provable, and remembers it', async () => {
    await using place = await createPlace();
    const script: Script = ({ separate }) => (separate ? { separate: { level: 'reference', words: [] } } : {});
    const words = ['--check-gt-only', '--integrity', 'proven'];
    const { out } = await place.evaluate(words, script);
    expect(out).toContain('Provable: 4 of 4 (0 by values, 4 by references).');
    const again = await place.evaluate(['--json', ...words], () => ({ outcome: 'fail' }));
    expect(JSON.parse(again.out).provable).toMatchObject({ 'Small/0': { level: 'reference' } });
    const { out: report } = await place.evaluate();
    expect(report).toMatch(/provable +100\.0% +4 tasks: 0 by values, 4 by references/);
  });

  it('needs no ground truth with --no-gt', async () => {
    await using place = await createPlace();
    await place.evaluate(['--no-gt']);
    expect(place.executed.sort()).toEqual(['right', 'wrong'].map((word) => `def task_func():\n    pass\n${word}`));
    const text = await readFile(join(place.path, samplesName.replace('.jsonl', '_pass_at_k.json')), 'utf8');
    expect(JSON.parse(text)).toMatchObject({ gt_pass_rate: null, failed_tasks: [] });
  });

  it('fails a gate with 2, and writes the reports that are asked for', async () => {
    await using place = await createPlace();
    const { code, err } = await place.evaluate(['--fail-below', '0.8', '--reporter', 'junit,markdown:score.md']);
    expect(code).toBe(2);
    expect(err).toContain('pass@1 is 0.7500, below --fail-below 0.8');
    const files = await readdir(place.path);
    expect(files).toContain('score.md');
    expect(files).toContain(samplesName.replace('.jsonl', '.junit.xml'));
    expect((await place.evaluate(['--fail-below', '0.75'])).code).toBe(0);
  });

  it('says before anything runs which tasks have no sample and which samples no task', async () => {
    await using place = await createPlace();
    await place.write([
      { task_id: 'Small/0', solution: 'right' },
      { task_id: 'Other/7', solution: 'right' },
    ]);
    await expect(place.evaluate()).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringContaining('3 of 4 selected tasks have no sample (Small/1, Small/2, Small/3)'),
    });
    expect(place.executed).toEqual([]);
    const skipped = await place.evaluate(['--missing', 'skip']);
    expect(skipped.err).toContain('1 samples are for tasks that are not selected (Other/7)');
    expect(skipped.out).toMatch(/pass@1 +100\.0%.* 1\/1 task,/);
    const zero = await place.evaluate(['--missing', 'zero', '--json']);
    expect(JSON.parse(zero.out)).toMatchObject({ 'pass@1': 0.25 });
    await expect(place.evaluate(['--select', '2'])).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });

  it('generates first where there is a model and no samples', async () => {
    await using place = await createPlace();
    const command = withExecutor(evaluateCommand, async () => createScriptedExecutor(judgeByText));
    const run = (...words: string[]) =>
      runCommand(command, {
        words: ['--subset', 'tasks.jsonl', '--json', ...words],
        cwd: place.path,
        variables: { BCB_CACHE_DIR: join(place.path, 'cache') },
      });
    const generated = await run('--model', 'canonical', '--no-execute');
    expect([generated.code, generated.out]).toEqual([0, '']);
    const { out } = await run('--model', 'canonical');
    const first = evaluationDocumentSchema.parse(JSON.parse(out));
    expect(first).toMatchObject({ 'pass@1': 1, model: 'canonical' });
    // Generating and judging are phases of one run.
    const results = join(place.path, 'bcb_results');
    const runs = (await readdir(join(results, 'runs'))).filter((name) => name !== 'tasks');
    expect(runs).toEqual([first.run_id]);
    await expect(run('--model', 'canonical,openai:x')).rejects.toThrow(/one --model/);
  });

  it('takes a run for its samples, and puts the results beside the run', async () => {
    await using place = await createPlace();
    const { run_id: id } = JSON.parse((await place.evaluate(['--json'])).out);
    place.executed.length = 0;
    const { out } = await place.evaluate(['--samples', join('runs', id), '--calibrated', 'false', '--json']);
    const document = evaluationDocumentSchema.parse(JSON.parse(out));
    expect(document).toMatchObject({ 'pass@1': 0.75, model: 'M--main' });
    expect(document.files.slice(0, 1)).toEqual([join(place.path, `${id}_eval_results.json`)]);
    expect((await readRuns(place.path)).map(({ record }) => record.id).sort()).toEqual([id, document.run_id].sort());
    expect(await readdir(join(place.path, 'runs', id))).not.toContain('runs');
  });

  it('does not take the samples of a run that has judged only some of them', async () => {
    await using place = await createPlace();
    const isLost: Script = ({ code }) => (code.includes('wrong') ? { outcome: 'engine-error', reason: 'gone' } : {});
    await expect(place.evaluate([], isLost)).rejects.toMatchObject({ code: 'INCOMPLETE' });
    const [run] = await readRuns(place.path);
    const again = place.evaluate(['--samples', run?.path ?? '', '--missing', 'skip']);
    await expect(again).rejects.toThrow(/is not finished \(3 of 4 samples judged\): .*command/);
    await place.evaluate();
    const { out } = await place.evaluate(['--samples', run?.path ?? '']);
    expect(out).toMatch(/pass@1 +75\.0%/);
  });

  it('asks for samples, and for numbers', async () => {
    await using place = await createPlace();
    const command = withExecutor(evaluateCommand, () => Promise.reject(new Error('not needed')));
    const run = (words: string[]) => runCommand(command, { words, cwd: place.path });
    await expect(run([])).rejects.toMatchObject({ code: 'USAGE' });
    await expect(run(['--samples', 'x.jsonl', '--pass-k', '0'])).rejects.toThrow(/--pass-k/);
    await expect(run(['--samples', 'x.jsonl', '--time-limit', 'soon'])).rejects.toThrow(/--time-limit/);
    await expect(run(['--samples', 'nothing.jsonl', '--subset', 'tasks.jsonl'])).rejects.toThrow(
      /There is nothing at .*nothing\.jsonl/,
    );
  });
});

describe('results of more tasks', () => {
  const resultsOf = async (path: string) => Object.keys(JSON.parse(await readFile(path, 'utf8')).eval);

  it('are never replaced by those of a selection, which go to the run’s folder', async () => {
    await using place = await createPlace();
    const usual = join(place.path, samplesName.replace('.jsonl', '_eval_results.json'));
    await place.evaluate();
    const { err, out } = await place.evaluate(['--select', '1,2', '--json']);
    expect(await resultsOf(usual)).toHaveLength(4);
    expect((await readdir(place.path)).filter((name) => name.includes('.bak'))).toEqual([]);
    const { files } = evaluationDocumentSchema.parse(JSON.parse(out));
    const own = files.find((file) => file.endsWith('_eval_results.json')) ?? '';
    expect(own).toContain('/runs/');
    expect(await resultsOf(own)).toEqual(['Small/1', 'Small/2']);
    expect(err).toContain(`Wrote ${own}, because ${usual} holds the results of more tasks.`);
  });

  it('replace those of fewer, which are kept beside them', async () => {
    await using place = await createPlace();
    const usual = join(place.path, samplesName.replace('.jsonl', '_eval_results.json'));
    await place.evaluate(['--select', '1,2']);
    await place.evaluate();
    expect(await resultsOf(usual)).toHaveLength(4);
    expect(await resultsOf(`${usual}.bak`)).toHaveLength(2);
  });
});

it('says at the start that an earlier run was judged in another environment', async () => {
  await using place = await createPlace();
  const evaluateIn = (fingerprint: string, words: string[]) =>
    runCommand(
      withExecutor(evaluateCommand, async () => createScriptedExecutor(judgeByText, { info: { fingerprint } })),
      {
        words: ['--subset', 'tasks.jsonl', '--samples', samplesName, ...words],
        cwd: place.path,
        variables: { BCB_CACHE_DIR: join(place.path, 'cache') },
      },
    );
  const [first] = [await evaluateIn('full', []), await readRuns(place.path)];
  expect(first.err).not.toContain('comparable');
  // The same command in another environment is the same run, which is judged again.
  expect((await evaluateIn('upgraded', [])).err).not.toContain('comparable');
  await evaluateIn('full', []);
  const { err } = await evaluateIn('starter', ['--select', '1,2']);
  expect(err).toMatch(
    /warning: This run will not be comparable with [0-9a-f]{12} \(.*\): they differ in environment fingerprint \(full \/ starter\); --env FOLDER/,
  );
  expect((await evaluateIn('starter', ['--select', '1'])).err).not.toContain('comparable');
  const elsewhere = await evaluateIn('modern-cp313-1999-01-31-0123456789ab', ['--select', '2,3']);
  expect(elsewhere.err).toMatch(/environment fingerprint .*; `bcb compare --worlds` is for the same answers in both\./);
});
