import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createScriptedExecutor } from '../../testing/scripted-executor.ts';
import { generateCommand } from '../commands/generate.ts';
import { benchmarkCommand } from '../commands/run.ts';
import { runCommand, withExecutor } from '../testing/run-command.ts';
import { runMain } from '../testing/run-main.ts';
import { createRunPlace } from '../testing/run-place.ts';

/** The words that a shell makes of the lines after `next: bcb`. */
function readNext(err: string): string[][] {
  const lines = [...err.matchAll(/^next: bcb (.*)$/gm)].map(([, line = '']) => line);
  return lines.map((line) =>
    execFileSync('sh', ['-c', `for word in ${line}\ndo printf '%s\\n' "$word"\ndone`], { encoding: 'utf8' })
      .trimEnd()
      .split('\n'),
  );
}

const judge = withExecutor(benchmarkCommand, async () =>
  createScriptedExecutor(({ code }) => (/return \d/.test(code) ? {} : { outcome: 'fail' })),
);

describe('what is printed after a run', () => {
  it('are three commands that work as pasted', async () => {
    await using place = await createRunPlace();
    const words = ['--subset', 'tasks.jsonl', '--model', 'canonical', '--model', 'replay:answers.jsonl', '--no-cache'];
    // A folder whose name a shell would take apart.
    const cwd = place.path;
    await mkdir(join(cwd, 'my results'));
    const { err } = await runCommand(judge, { words: [...words, '--out', 'my results'], cwd });
    const [inspect = [], view = [], compare = [], ...more] = readNext(err);
    expect(more).toEqual([]);
    expect(inspect.slice(0, 1)).toEqual(['inspect']);
    expect((await runMain(inspect, { cwd })).out).toMatch(/1 of 3/);
    expect(view).toEqual(['view', 'my results']);
    expect((await runMain(compare, { cwd })).code).toBe(0);
    expect(err).toMatch(/^Results: my results\nReport: .*\nRecipe: bcb run --recipe '.*manifest\.json'\nnext: /m);
  });

  it('compare only what can be compared', async () => {
    await using place = await createRunPlace();
    const models = { 'replay:*': { select: ['0', '1'] } };
    await place.write('bigcodebench.config.json', JSON.stringify({ models }));
    const words = ['--subset', 'tasks.jsonl', '--no-cache', '--model', 'replay:answers.jsonl,canonical,empty'];
    const { err } = await runCommand(judge, { words, cwd: place.path });
    const compare = readNext(err).at(-1) ?? [];
    expect(compare).toHaveLength(3);
    expect((await runMain(compare, { cwd: place.path })).out).toMatch(/canonical .*\nB +empty/);
    const alone = ['--subset', 'tasks.jsonl', '--no-cache', '--model', 'replay:answers.jsonl,canonical'];
    const share = readNext((await runCommand(judge, { words: alone, cwd: place.path })).err).at(-1) ?? [];
    expect((await runMain(share, { cwd: place.path })).code).toBe(0);
    expect(share).toContain('markdown:report.md');
  });

  it('of one model that solves everything is its report', async () => {
    await using place = await createRunPlace();
    const words = ['--subset', 'tasks.jsonl', '--model', 'canonical', '--no-cache'];
    const { err, out } = await runCommand(judge, { words, cwd: place.path });
    const [report = [], , share = []] = readNext(err);
    expect((await runMain(report, { cwd: place.path })).out).toBe(out);
    expect((await runMain(share, { cwd: place.path })).err).toContain('report.md');
  });

  it('of a generation judge the same tasks', async () => {
    await using place = await createRunPlace();
    const words = ['--subset', 'tasks.jsonl', '--select', '0,2', '--model', 'canonical'];
    const { err } = await runCommand(generateCommand, { words, cwd: place.path });
    const [evaluate = [], syncheck = [], sanitize = []] = readNext(err);
    expect(evaluate.slice(-4)).toEqual(['--subset', 'tasks.jsonl', '--select', '0,2']);
    expect((await runMain(sanitize, { cwd: place.path })).out).toContain('0 of 2 answers');
    expect(syncheck[0]).toBe('syncheck');
  });

  it('are left out with --quiet and --json', async () => {
    await using place = await createRunPlace();
    const words = ['--subset', 'tasks.jsonl', '--model', 'canonical', '--no-cache'];
    for (const flag of ['--quiet', '--json']) {
      expect((await runCommand(judge, { words: [...words, flag], cwd: place.path })).err).not.toContain('next:');
    }
  });
});
