import { cp, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Script } from '../../testing/scripted-executor.ts';
import { createRunPlace, judgeByText } from '../testing/run-place.ts';

const documentOf = ({ out }: { out: string }) =>
  JSON.parse(out) as { report: string; runs: (Record<string, unknown> & { run_id: string })[] };

describe('run', () => {
  it('prints one score for one model, and names its page and its recipe', async () => {
    await using place = await createRunPlace();
    const { code, out, err } = await place.run(['--model', 'replay:answers.jsonl', '--no-quiet']);
    expect(code).toBe(0);
    expect(out).toMatch(/pass@1 +66\.7%/);
    const [id = ''] = await place.runs();
    expect(err.match(/^(Samples|Results|Report|Recipe): /gm)).toHaveLength(4);
    expect((await place.run(['--model', 'replay:answers.jsonl'])).err).toBe('');
    expect(err).toContain(`Recipe: bcb run --recipe ${join('bcb_results', 'runs', id, 'manifest.json')}`);
    const page = await readFile(join(place.path, 'bcb_results', 'runs', id, 'report.html'), 'utf8');
    expect(page).toContain('replay:answers.jsonl');
  });

  it('goes through models and both splits, and ends in a table', async () => {
    await using place = await createRunPlace();
    const { code, out } = await place.run(['--model', 'canonical,empty', '--split', 'both']);
    expect(code).toBe(0);
    const rows = [...out.matchAll(/^\s*\d+\s+(canonical|empty)\s+(complete|instruct)\s+([\d.]+)%/gm)];
    expect(rows.map(([, model, split, score]) => [model, split, Number(score)])).toEqual([
      ['canonical', 'complete', 100],
      ['canonical', 'instruct', 100],
      ['empty', 'complete', 0],
      ['empty', 'instruct', 0],
    ]);
    expect(await place.runs()).toHaveLength(4);
    // Several runs have one page together, beside them.
    const page = await readFile(join(place.path, 'bcb_results', 'report.html'), 'utf8');
    expect(page).toContain('canonical');
    await expect(place.run(['--model', 'empty', '--split', 'all'])).rejects.toThrow(
      /--split: use one of complete, instruct/,
    );
  });

  it('goes through the grid of the config file and shows how the score depends on each parameter', async () => {
    await using place = await createRunPlace();
    const grid = { canonical: { parameters: { temperature: [0.2, 0.8], maxNewTokens: [16, 32], nSamples: 1 } } };
    await place.write('bigcodebench.config.json', JSON.stringify({ models: grid }));
    const { code, out } = await place.run(['--model', 'canonical']);
    expect(code).toBe(0);
    expect(out).toMatch(/pass@1 by temperature\n\s+0\.2 +100\.0% +2 runs\n\s+0\.8 +100\.0% +2 runs/);
    expect(out).toMatch(/pass@1 by maxNewTokens\n\s+16 .*2 runs\n\s+32 .*2 runs/);
    const typed = documentOf(await place.run(['--model', 'canonical', '--temperature', '0.5', '--json']));
    expect(typed.runs.map(({ parameters }) => parameters)).toEqual([
      { temperature: 0.5, max_new_tokens: 16, maxNewTokens: 16 },
      { temperature: 0.5, max_new_tokens: 32, maxNewTokens: 32 },
    ]);
  });

  it('a recipe gives the same runs again, the parameters that were typed included', async () => {
    await using place = await createRunPlace();
    const config = JSON.stringify({ models: { canonical: { parameters: { temperature: [0.2, 0.8] } } } });
    await place.write('bigcodebench.config.json', config);
    const words = ['--model', 'canonical,replay:answers.jsonl', '--temperature', '0.5', '--n-samples', '1', '--json'];
    const first = documentOf(await place.run(words));
    await place.write('bigcodebench.config.json', '{}');
    const manifest = join('bcb_results', 'runs', first.runs[0]?.run_id ?? '', 'manifest.json');
    const again = documentOf(await place.run(['--recipe', manifest, '--out', 'again', '--json']));
    expect(await place.runs('again')).toEqual(await place.runs());
    const verdicts = ({ runs }: typeof first) => runs.map(({ outcomes, run_id }) => ({ outcomes, run_id }));
    expect(verdicts(again)).toEqual(verdicts(first));
    const executed = place.executed.length;
    await place.run(['--recipe', manifest, '--json']);
    expect(place.executed).toHaveLength(executed);
  });

  it('judges an answer again that was edited, and only it, and writes files that agree', async () => {
    await using place = await createRunPlace();
    const words = ['--model', 'replay:answers.jsonl', '--json'];
    const before = documentOf(await place.run(words));
    expect(before.runs[0]).toMatchObject({ 'pass@1': 2 / 3 });
    const answers = await readFile(join(place.path, 'answers.jsonl'), 'utf8');
    await place.write('answers.jsonl', answers.replace('raise', 'return 7'));
    place.executed.length = 0;
    const after = documentOf(await place.run(words));
    expect(place.executed.map(({ code }) => code.split('\n').at(-1))).toEqual(['    return 7']);
    expect(after.runs[0]).toMatchObject({ 'pass@1': 1, run_id: before.runs[0]?.run_id });
    const results = join(place.path, 'bcb_results');
    const file = (ending: string) =>
      readdir(results).then((names) =>
        readFile(join(results, names.find((name) => name.endsWith(ending)) ?? ''), 'utf8'),
      );
    expect(await file('_calibrated.jsonl')).toContain('return 7');
    expect(JSON.parse(await file('_eval_results.json')).eval['Small/1'][0]).toMatchObject({ status: 'pass' });
  });

  it('continues with the other models when one fails, and says so with its exit code', async () => {
    await using place = await createRunPlace();
    const { code, out, err } = await place.run(['--model', 'replay:torn.jsonl,canonical']);
    expect(code).toBe(1);
    expect(err).toMatch(/replay:torn\.jsonl: .*has no answer 0 for Small\/2/);
    expect(out).toMatch(/pass@1 +100\.0%/);
    await expect(place.run(['--model', 'replay:torn.jsonl'])).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });

  it('continues with the other split and the other combinations when one fails', async () => {
    await using place = await createRunPlace();
    let calls = 0;
    // The first split finds no sandbox for one of its samples; the second one does.
    const failing: Script = (job, signal) => {
      if (/return 2/.test(job.code) && ++calls <= 2) throw new Error('no more processes');
      return judgeByText(job, signal);
    };
    const { code, out, err } = await place.run(['--model', 'replay:answers.jsonl', '--split', 'both'], failing);
    expect(code).toBe(3);
    expect(err).toContain('The sandbox failed on 1 of 3 samples');
    expect(out).toMatch(/pass@1 +66\.7%/);
    const { code: later } = await place.run(['--model', 'replay:answers.jsonl', '--split', 'both']);
    expect(later).toBe(0);
  });

  it('spends nothing on further models where the environment cannot be trusted', async () => {
    await using place = await createRunPlace();
    const broken: Script = () => ({ outcome: 'error' });
    const run = place.run(['--model', 'canonical,empty'], broken);
    await expect(run).rejects.toMatchObject({ code: 'UNTRUSTED_ENVIRONMENT' });
    expect(await place.runs()).toHaveLength(1);
    const { code, out } = await place.run(['--model', 'canonical', '--allow-degraded'], broken);
    expect(code).toBe(0);
    expect(out).toMatch(/pass@1 +0\.0%/);
  });

  it('fails a gate with 2 when one of the models is below it', async () => {
    await using place = await createRunPlace();
    const gate = (share: string) => place.run(['--model', 'canonical,replay:answers.jsonl', '--fail-below', share]);
    expect((await gate('0.6')).code).toBe(0);
    expect((await gate('0.7')).code).toBe(2);
  });

  it('a report that is named holds all runs; one that cannot be written loses no other', async () => {
    await using place = await createRunPlace();
    const words = ['--model', 'canonical', '--model', 'replay:answers.jsonl', '--reporter'];
    expect((await place.run([...words, 'junit:all.xml', '--reporter', 'csv:all.csv'])).code).toBe(0);
    const junit = await readFile(join(place.path, 'all.xml'), 'utf8');
    expect(junit.match(/<testsuite name="[^"]*"/g)).toEqual([
      '<testsuite name="canonical complete tasks.jsonl"',
      '<testsuite name="replay:answers.jsonl complete tasks.jsonl"',
    ]);
    expect(junit).toContain('<testsuites tests="6" failures="1"');
    expect((await readFile(join(place.path, 'all.csv'), 'utf8')).trim().split('\n')).toHaveLength(7);
    expect(await readdir(place.path)).not.toContain('all.xml.bak');
    // A folder is in the way, which only writing finds out.
    await mkdir(join(place.path, 'folder'));
    const failing = place.run([...words, 'junit:folder', '--reporter', 'markdown:all.md']);
    await expect(failing).rejects.toMatchObject({ code: 'STORE', message: expect.stringContaining('folder') });
    expect(place.printed.join('')).toMatch(/canonical[\s\S]*canonical/);
    expect(await readFile(join(place.path, 'all.md'), 'utf8')).toContain('# replay:answers.jsonl');
  });

  it.each([
    [['--model', 'canonical', '--model', 'replay:none.jsonl'], /none\.jsonl cannot be used as samples/],
    [['--model', 'canonical', '--reporter', 'junit:/proc/x.xml'], /Cannot write \/proc\/x\.xml/],
    [['--model', 'canonical', '--out', '/proc/x'], /Cannot write \/proc\/x/],
  ])('%j is told before anything is executed', async (words, message) => {
    await using place = await createRunPlace();
    await expect(place.run(words)).rejects.toThrow(message);
    expect(place.executed).toEqual([]);
  });

  it("keeps to a pack's limits, and --memory-mb over them", async () => {
    await using place = await createRunPlace();
    const starter = join(import.meta.dirname, '..', '..', '..', 'tasks', '000');
    await cp(starter, join(place.path, 'pack', '000'), { recursive: true });
    const manifest = { name: 'mine', version: '1', environment: 'starter', limits: { memoryMb: 700, processes: 7 } };
    await place.write('pack/manifest.json', JSON.stringify(manifest));
    const limitsOf = async (...words: string[]) => {
      await place.run(['--model', 'canonical', '--subset', 'pack', ...words], () => ({}));
      return place.executed.at(-1)?.limits;
    };
    expect(await limitsOf()).toMatchObject({ memoryMb: 700, processes: 7 });
    expect(await limitsOf('--memory-mb', '512')).toMatchObject({ memoryMb: 512, processes: 7 });
  });
});

describe('what samples are for', () => {
  it('is pass@n, also where --pass-k does not name it', async () => {
    await using place = await createRunPlace();
    const words = ['--model', 'canonical', '--temperature', '0.5', '--n-samples', '3'];
    expect((await place.run(words)).out).toMatch(/pass@3 +100\.0%/);
    const { out } = await place.run(['--model', 'canonical,empty', '--temperature', '0.5', '--n-samples', '3']);
    expect(out).toMatch(/pass@1 \(95% interval\) +pass@3 +tasks/);
  });
});

describe('a recipe', () => {
  it('goes on in the folder that its run is in, where the answers are', async () => {
    await using place = await createRunPlace();
    const { err } = await place.run(['--model', 'replay:answers.jsonl', '--out', 'elsewhere/deep', '--no-quiet']);
    const [, manifest = ''] = /--recipe (\S+)$/m.exec(err) ?? [];
    const executed = place.executed.length;
    await place.run(['--recipe', manifest]);
    expect(place.executed).toHaveLength(executed);
    expect(await readdir(place.path)).not.toContain('bcb_results');
  });
});
