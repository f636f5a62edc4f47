import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../testing/run-command.ts';
import { createRunPlace } from '../testing/run-place.ts';
import { reportCommand } from './report.ts';

/** Everything but the runs is gone: no tasks, no samples, no result files, no reports. */
async function createEmptied(words: string[]) {
  const place = await createRunPlace();
  const original = await place.run(words);
  const [sweep = ''] = await place.runs('r-');
  const evaluations = await place.runs('e-');
  const runs = join(place.path, 'bcb_results', 'runs');
  const page = await readFile(join(runs, sweep, 'report.html'), 'utf8');
  for (const folder of [place.path, join(place.path, 'bcb_results')]) {
    const names = await readdir(folder);
    const gone = names.filter((name) => name !== 'runs' && name !== 'bcb_results');
    for (const name of gone) await rm(join(folder, name), { recursive: true });
  }
  await rm(join(runs, sweep, 'report.html'));
  const report = (...given: string[]) => runCommand(reportCommand, { words: given, cwd: place.path });
  return { ...place, original, page, runs, sweep, evaluations, report };
}

describe('report', () => {
  it('makes the terminal output and the page of a run again, from its folder alone', async () => {
    await using place = await createEmptied(['--model', 'replay:answers.jsonl']);
    const [evaluation = ''] = place.evaluations;
    expect((await place.report(evaluation)).out).toBe(place.original.out);
    const { out, err } = await place.report(join(place.runs, evaluation), '--reporter', 'html:page.html');
    expect([out, err]).toEqual(['', `Wrote ${join(place.path, 'page.html')}.\n`]);
    expect(await readFile(join(place.path, 'page.html'), 'utf8')).toBe(place.page);
  });

  it('takes a sweep for its runs: one table, one page', async () => {
    await using place = await createEmptied(['--model', 'replay:answers.jsonl', '--model', 'canonical']);
    expect((await place.report(place.sweep)).out).toBe(place.original.out);
    await place.report(place.sweep, '--reporter', 'html', '--reporter', 'csv');
    expect(await readFile(join(place.runs, place.sweep, 'report.html'), 'utf8')).toBe(place.page);
    for (const evaluation of place.evaluations) {
      expect(await readFile(join(place.runs, evaluation, 'report.csv'), 'utf8')).toMatch(/^run_id,model,task_id/);
    }
    const { runs } = JSON.parse((await place.report('bcb_results', '--json')).out);
    expect(runs.map(({ model }: { model: string }) => model).sort()).toEqual(['canonical', 'replay:answers.jsonl']);
    await place.report(place.sweep, '--reporter', 'csv:all.csv');
    expect(await readFile(join(place.path, 'all.csv'), 'utf8')).toMatch(/replay:answers\.jsonl[\s\S]*canonical/);
  });

  it('says what is missing', async () => {
    await using place = await createRunPlace();
    const report = (...words: string[]) => runCommand(reportCommand, { words, cwd: place.path });
    await expect(report()).rejects.toThrow(/report needs a run/);
    await expect(report('e-0123456789ab')).rejects.toThrow(/no run in/);
    await expect(report('e-0123456789ab', '--reporter', 'htlm')).rejects.toThrow(/htlm/);
    const failing = place.run(['--model', 'canonical'], ({ code }) => {
      if (/return 1$/.test(code) && code.includes('pass')) throw new Error('no fork');
      return {};
    });
    await expect(failing).rejects.toThrow();
    const [stopped = ''] = await place.runs('e-');
    await expect(report(stopped)).rejects.toThrow(/is not finished \(\d of 3 samples judged\)/);
    await expect(report('bcb_results')).rejects.toThrow(/no finished run/);
  });
});
