/** `bcb run --against … --stop decided` against a model server on the loopback. */
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDecidePlace } from '../testing/decide-place.ts';
import { runCommand } from '../testing/run-command.ts';
import { compareCommand } from './compare.ts';
import { leaderboardCommand } from './leaderboard.ts';
import { reportCommand } from './report.ts';
import { submitCommand } from './submit.ts';

interface Document {
  readonly run_id: string;
  readonly 'pass@1': number;
  readonly decision: Readonly<Record<string, unknown>> & {
    readonly e_value: number;
    readonly tasks_used: number;
    readonly tasks_judged: number;
    readonly estimate: number;
  };
}

const documentOf = ({ out }: { out: string }): Document => JSON.parse(out).runs[0];

/** Without what depends on how much was under way at the decision. */
const settledOf = ({ decision: { tasks_judged: _, ...settled } }: Document) => settled;

describe('run --stop decided', () => {
  it('asks and executes nothing more once it has decided, beyond the wave under way', async () => {
    await using place = await createDecidePlace();
    const decide = await place.baseline();
    const { decision } = documentOf(await place.run('strong', decide));
    expect(decision).toMatchObject({ verdict: 'better', alpha: 0.05, tasks_total: 120 });
    expect(decision.e_value).toBeGreaterThanOrEqual(20);
    expect(decision.tasks_used).toBeLessThan(60);
    expect(decision.tasks_judged - decision.tasks_used).toBeLessThan(8 + decision.tasks_used / 4);
    expect(place.requests).toHaveLength(decision.tasks_judged);
    expect(place.requests[0]?.body).not.toHaveProperty('stop');
    // The reference solutions of the waves, and these programs.
    expect(place.executed.length).toBeLessThan(2 * (decision.tasks_used + 8 + decision.tasks_used / 4));
    await place.run('strong', decide);
    expect(place.requests).toHaveLength(decision.tasks_judged);
  });

  it('asks no more than what is under way at the decision, also in the middle of a wave', async () => {
    await using place = await createDecidePlace({ answerMs: 100 });
    const decide = [...(await place.baseline()), '--concurrency', '1'];
    for (const seed of ['1', '2']) {
      place.requests.length = 0;
      const { decision } = documentOf(await place.run('strong', [...decide, '--order-seed', seed, '--out', seed]));
      expect(place.requests.length - decision.tasks_used, seed).toBeLessThanOrEqual(2);
      expect(decision.tasks_judged).toBe(place.requests.length);
    }
  });

  it('takes over only what it asks about from a run of all tasks', async () => {
    await using place = await createDecidePlace();
    const decide = [...(await place.baseline()), '--order-seed', '1'];
    const alone = documentOf(await place.run('strong', [...decide, '--out', 'alone']));
    await place.run('strong', ['--json']);
    const samples = await place.readSamples();
    const asked = place.requests.length;
    const { decision, ...run } = documentOf(await place.run('strong', decide));
    expect(place.requests).toHaveLength(asked);
    expect(decision).toMatchObject({ tasks_used: alone.decision.tasks_used, estimate: alone.decision.estimate });
    expect(decision.tasks_judged).toBeLessThan(30);
    expect(run['pass@1']).toBeGreaterThan(0.6);
    expect(await place.readSamples()).toBe(samples);
    // The results of all tasks stay in the usual place, too.
    const written = (await readdir(join(place.path, 'bcb_results'))).filter((name) => name.includes('eval_results'));
    expect(written.filter((name) => name.includes('strong'))).toHaveLength(1);
    const results = JSON.parse(
      await readFile(join(place.path, 'bcb_results', written.find((name) => name.includes('strong')) ?? ''), 'utf8'),
    );
    expect(Object.keys(results.eval)).toHaveLength(120);
  });

  it('comes to the same decision at the same task, wherever it was killed', async () => {
    await using place = await createDecidePlace();
    const decide = await place.baseline();
    const whole = documentOf(await place.run('strong', decide));
    const lines = (await place.readJournal(whole.run_id)).trimEnd().split('\n');
    const { tasks_used: used } = whole.decision;
    const from = join(place.path, 'bcb_results');
    for (let kept = 1; kept < lines.length; kept += 43) {
      const out = join(place.path, 'killed');
      await rm(out, { recursive: true, force: true });
      await cp(from, out, { recursive: true });
      // A line that was being written when the process died is torn.
      const journal = `${lines.slice(0, kept).join('\n')}\n${lines[kept]?.slice(0, 20)}`;
      await writeFile(join(out, 'runs', whole.run_id, 'journal.jsonl'), journal);
      const paid = lines.slice(0, kept).filter((line) => line.startsWith('{"type":"answer"')).length;
      place.requests.length = 0;
      const resumed = documentOf(await place.run('strong', [...decide, '--out', 'killed']));
      const tasks = place.requests.length + paid;
      expect(tasks, `after ${kept} lines`).toBe(resumed.decision.tasks_judged);
      expect(tasks - used, `after ${kept} lines`).toBeLessThan(8 + used / 4);
      expect(resumed.run_id).toBe(whole.run_id);
      expect(settledOf(resumed)).toEqual(settledOf(whole));
    }
  });

  it('goes on from --max-tasks as if it had never stopped, also with several samples', async () => {
    await using place = await createDecidePlace();
    const decide = [...(await place.baseline()), '--n-samples', '2', '--temperature', '1', '--margin', '40'];
    const part = documentOf(await place.run('twin', [...decide, '--max-tasks', '10']));
    expect(part.decision).toMatchObject({ verdict: 'undecided', tasks_judged: 10, margin: 40 });
    expect(place.requests).toHaveLength(20);
    const whole = documentOf(await place.run('twin', decide));
    expect(whole.run_id).toBe(part.run_id);
    expect(whole.decision).toMatchObject({ verdict: 'equivalent' });
    expect(place.requests.length).toBeGreaterThanOrEqual(2 * whole.decision.tasks_used);
    expect(place.requests.length).toBeLessThanOrEqual(2 * whole.decision.tasks_judged);
    const other = await place.run('twin', [...decide, '--out', 'other']);
    expect(settledOf(documentOf(other))).toEqual(settledOf(whole));
  });

  it('is an exit code for CI', async () => {
    await using place = await createDecidePlace();
    const decide = await place.baseline('strong');
    const { code, err } = await place.run('weak', [...decide, '--fail-if', 'worse']);
    expect(code).toBe(2);
    expect(err).toContain('worse than strong: --fail-if worse.');
    expect(err).toMatch(/baseline\.csv does not say its split, .*: not checked\./);
    expect((await place.run('weak', [...decide, '--fail-if', 'better,undecided'])).code).toBe(0);
    const refuses = (words: string[], message: string | RegExp) =>
      expect(place.run('weak', words)).rejects.toThrow(message);
    // Every model is less than 100 points worse.
    await refuses([...decide, '--margin', '100'], /--margin/);
    await refuses([...decide, '--fail-if', 'bad'], '--fail-if: use one of better, worse, equivalent, undecided.');
    await refuses(['--stop', 'decided'], 'takes both --against RESULT and --stop decided');
    await refuses([...decide, '--rounds', '2'], 'leave out --rounds');
  });

  it('is never taken for a complete result, and says the same wherever it is read', async () => {
    await using place = await createDecidePlace();
    const { run_id: complete } = documentOf(await place.run('weak', ['--json']));
    const other = place.run('strong', ['--against', complete, '--stop', 'decided', '--split', 'instruct']);
    await expect(other).rejects.toThrow(/and this run are not comparable: they differ in split/);
    const run = documentOf(await place.run('strong', ['--against', complete, '--stop', 'decided', '--json']));
    const { tasks_used: used, tasks_judged: judged } = run.decision;
    const stop = `decided after ${used} of 120 tasks: better`;
    const folder = join('bcb_results', 'runs', run.run_id);
    const given = { cwd: place.path };
    const report = await runCommand(reportCommand, { words: [folder], ...given });
    expect(report.out).toContain(stop);
    expect(report.out).toMatch(/partial pass@1/);
    expect(report.out.replace(/\s+/g, ' ')).toContain(
      `${judged} tasks were asked: their score is not the score of all.`,
    );
    const comparing = runCommand(compareCommand, { words: [complete, run.run_id], ...given });
    await expect(comparing).rejects.toThrow(`not comparable: they differ in caveat (none / ${stop})`);
    const board = await runCommand(leaderboardCommand, {
      words: ['bcb_results', '--json', '--subset', 'many'],
      ...given,
    });
    const { models, excluded } = JSON.parse(board.out);
    expect(models).toMatchObject([{ model: 'openai-compatible:weak' }]);
    expect(excluded).toEqual([{ model: 'openai-compatible:strong', reason: stop }]);
    const about = { name: 'strong', link: 'https://example.com', 'open-data': 'None', date: '2026-11-18' };
    const info = { ...about, prompted: true, moe: false, size: 1, act_param: 1, prefill: false };
    await writeFile(join(place.path, 'model.json'), JSON.stringify(info));
    const submitting = runCommand(submitCommand, { words: [folder, '--model-info', 'model.json'], ...given });
    await expect(submitting).rejects.toThrow(`is no result of all its tasks: it was ${stop}.`);
  });

  it('fails instead of waiting when the sandbox does', async () => {
    await using place = await createDecidePlace();
    const decide = await place.baseline();
    let executed = 0;
    // The reference solutions and some programs of the first wave, then nothing any more.
    const gone = () => (++executed > 12 ? { outcome: 'engine-error' as const, reason: 'gone' } : {});
    await expect(place.run('strong', decide, gone)).rejects.toThrow(/sandbox failed .*gone/);
  });
});
