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
  const ids = await place.runs();
  const results = join(place.path, 'bcb_results');
  const runs = join(results, 'runs');
  const page = await readFile(join(ids.length === 1 ? join(runs, ids[0] ?? '') : results, 'report.html'), 'utf8');
  for (const folder of [place.path, results]) {
    const names = await readdir(folder);
    const gone = names.filter((name) => name !== 'runs' && name !== 'bcb_results');
    for (const name of gone) await rm(join(folder, name), { recursive: true });
  }
  for (const id of ids) {
    for (const name of ['report.html', 'verdicts.parquet']) await rm(join(runs, id, name), { force: true });
  }
  const report = (...given: string[]) => runCommand(reportCommand, { words: given, cwd: place.path });
  return { ...place, original, page, results, runsFolder: runs, ids, report };
}

describe('report', () => {
  it('makes the terminal output and the page of a run again, from its folder alone', async () => {
    await using place = await createEmptied(['--model', 'replay:answers.jsonl']);
    const [id = ''] = place.ids;
    expect((await place.report(id)).out).toBe(place.original.out);
    const { out, err } = await place.report(join(place.runsFolder, id), '--reporter', 'html:page.html');
    expect([out, err]).toEqual(['', `Wrote ${join(place.path, 'page.html')}.\n`]);
    expect(await readFile(join(place.path, 'page.html'), 'utf8')).toBe(place.page);
  });

  it('takes an output folder for its runs: one table, one page', async () => {
    await using place = await createEmptied(['--model', 'replay:answers.jsonl', '--model', 'canonical']);
    const sortLines = (text: string) => text.split('\n').sort();
    expect(sortLines((await place.report('bcb_results')).out)).toEqual(sortLines(place.original.out));
    await place.report('bcb_results', '--reporter', 'html', '--reporter', 'csv');
    const page = await readFile(join(place.results, 'report.html'), 'utf8');
    for (const id of place.ids) {
      expect(page).toContain(id);
      expect(await readFile(join(place.runsFolder, id, 'report.csv'), 'utf8')).toMatch(/^run_id,model,task_id/);
    }
    const { runs } = JSON.parse((await place.report('bcb_results', '--json')).out);
    expect(runs.map(({ model }: { model: string }) => model).sort()).toEqual(['canonical', 'replay:answers.jsonl']);
    await place.report(...place.ids, '--reporter', 'csv:all.csv');
    const all = await readFile(join(place.path, 'all.csv'), 'utf8');
    for (const model of ['replay:answers.jsonl', 'canonical']) expect(all).toContain(model);
  });

  it('says what is missing', async () => {
    await using place = await createRunPlace();
    const report = (...words: string[]) => runCommand(reportCommand, { words, cwd: place.path });
    await expect(report()).rejects.toThrow(/report needs a run/);
    await expect(report('0123456789ab')).rejects.toThrow(/There is nothing at .*0123456789ab/);
    await expect(report('0123456789ab', '--reporter', 'htlm')).rejects.toThrow(/htlm/);
    const failing = place.run(['--model', 'canonical'], ({ code }) => {
      if (/return 1$/.test(code) && code.includes('pass')) throw new Error('no fork');
      return {};
    });
    await expect(failing).rejects.toThrow();
    const [stopped = ''] = await place.runs();
    await expect(report(stopped)).rejects.toThrow(/is not finished \(\d of 3 samples judged\)/);
    await expect(report('bcb_results')).rejects.toThrow(/no finished run/);
  });
});
