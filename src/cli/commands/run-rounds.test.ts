/** `bcb run --rounds` against a model server on the loopback whose behavior is known. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRun } from '../../store/run-log.ts';
import { openExampleView } from '../../view/testing/open-example-view.ts';
import { createRepairPlace, hidden, secret } from '../testing/repair-place.ts';

type Document = Record<string, unknown> & { readonly run_id: string };

const documentOf = ({ out }: { out: string }): Document => JSON.parse(out).runs[0];
const repair = (feedback: string, rounds = 2) => ['--rounds', String(rounds), '--feedback', feedback, '--json'];

describe('run --rounds', () => {
  it('shows the visible tests and comes to the numbers computed by hand', async () => {
    await using place = await createRepairPlace();
    const run = documentOf(await place.run(repair('visible')));
    // Right from the start: 0 4 8 12 16. Repaired in round 1: 1 5 13 17 (syntax), 2 6 10 14 18 (assertions).
    // Right by the visible tests alone: 9 19. Never: 3 7 11 15.
    expect(run.rounds).toMatchObject([
      { round: 0, pass_at_1: 5 / 20, asked: 20, tokens: 2000 },
      { round: 1, pass_at_1: 14 / 20, gain: 9 / 20, asked: 15, tokens: 1500 },
      { round: 2, pass_at_1: 14 / 20, gain: 9 / 20, asked: 4, tokens: 400 },
    ]);
    expect(run).toMatchObject({ 'pass@1': 14 / 20, repaired: 9, broken: 0, overfitted: 2, recall: 14 / 20 });
    expect(run.mrr).toBeCloseTo((5 + 9 / 2) / 20, 10);
    expect(run.by_cause).toMatchObject([
      { cause: 'AssertionError', failed: 10, repaired: 5 },
      { cause: 'SyntaxError', failed: 5, repaired: 4 },
    ]);
    expect(place.requests).toHaveLength(39);
    const { state, record } = await readRun(join(place.path, 'bcb_results', 'runs', run.run_id));
    expect(record.repair).toEqual({ rounds: 2, feedback: 'visible', visible: 'first third by name, run alone' });
    const turns = state.conversationOf({ taskId: 'Small/3', index: 0 });
    expect(turns.map(({ turn, verdict }) => [turn, verdict?.status])).toEqual([
      [0, 'fail'],
      [1, 'fail'],
      [2, 'fail'],
    ]);
  });

  it.each([
    ['compile', { rounds: [{ pass_at_1: 5 / 20 }, { pass_at_1: 9 / 20, asked: 5 }], repaired: 4, broken: 0 }],
    ['all', { rounds: [{ pass_at_1: 5 / 20 }, { pass_at_1: 14 / 20, asked: 15 }], repaired: 9, broken: 0 }],
    // Without tests nobody knows which are right: all are asked again, and one right program of twenty is broken.
    ['none', { rounds: [{ pass_at_1: 5 / 20 }, { pass_at_1: 13 / 20, asked: 20 }], repaired: 9, broken: 1 }],
  ])('with feedback %s asks where that finds something wrong', async (feedback, expected) => {
    await using place = await createRepairPlace();
    expect(documentOf(await place.run(repair(feedback, 1)))).toMatchObject(expected);
  });

  it.each(['none', 'compile', 'visible'])(
    'never sends names or literals of hidden tests with feedback %s',
    async (kind) => {
      await using place = await createRepairPlace();
      await place.run(repair(kind));
      const sent = place.requests.map((request) => JSON.stringify(request)).join('\n');
      expect(sent.includes('test_a')).toBe(kind === 'visible');
      // A part of a hidden text, which a program has read in the tests that it runs with.
      for (const word of [...hidden, secret, '4711']) expect(sent).not.toContain(word);
      expect(sent.includes('nothing')).toBe(kind !== 'none');
    },
  );

  it('sends them with feedback all, and says so', async () => {
    await using place = await createRepairPlace();
    const { out } = await place.run(['--rounds', '1', '--feedback', 'all']);
    const sent = place.requests.map((request) => JSON.stringify(request)).join('\n');
    for (const word of [...hidden, secret]) expect(sent).toContain(word);
    expect(out).toContain('was shown the tests that judge it');
  });

  it('takes first answers and earlier rounds from runs that asked the same way', async () => {
    await using place = await createRepairPlace();
    await place.run(['--json']);
    expect(place.requests).toHaveLength(20);
    await place.run(repair('visible', 1));
    expect(place.requests).toHaveLength(35);
    const longer = documentOf(await place.run(repair('visible', 2)));
    expect(place.requests).toHaveLength(39);
    expect(longer).toMatchObject({ 'pass@1': 14 / 20, repaired: 9 });
    expect(await place.runs()).toHaveLength(3);
  });

  it('leaves a run without rounds as it was', async () => {
    await using place = await createRepairPlace();
    const run = documentOf(await place.run(['--json']));
    expect(run).not.toHaveProperty('rounds');
    expect(await place.readJournal(run.run_id)).not.toMatch(/"turn"|"repair"|"rounds"/);
  });

  it('prints a table of the rounds, and what fresh answers come to for the same price', async () => {
    await using place = await createRepairPlace();
    const { out } = await place.run(['--rounds', '1']);
    expect(out).toMatch(/Rounds of repair, feedback: visible/);
    expect(out).toMatch(/round 1 +70\.0%.* gain \+45\.0 \[.*\] +15 asked +1,500 tokens.* +\S+ tokens.* per solved/);
    expect(out).toMatch(/repaired +9 /);
    expect(out).toContain('needs --n-samples 2');
    const twice = ['--n-samples', '2', '--temperature', '1'];
    const several = documentOf(await place.run([...repair('visible', 1), ...twice]));
    // The model answers the same each time: two first answers would solve no more than one.
    expect(several.fresh).toMatchObject({ samples: 35 / 20, pass_at_k: 5 / 20, picked: 5 / 20 });
    const shown = await place.run(['--rounds', '1', ...twice]);
    expect(shown.out).toMatch(/pass@1\.75: the same tokens +25\.0%.* repairs \+45\.0 \[/);
  });

  it('estimates the cost of all rounds, and none once it is finished', async () => {
    await using place = await createRepairPlace();
    const estimate = async (words: string[]) =>
      JSON.parse((await place.run([...words, '--dry-run', '--json'])).out).runs[0];
    const [once, twice] = [await estimate(['--n-samples', '1']), await estimate(['--rounds', '2'])];
    expect(once).not.toHaveProperty('max_repairs');
    expect(twice).toMatchObject({ samples: 20, max_repairs: 40, max_output_tokens: 3 * once.max_output_tokens });
    expect(twice.input_tokens).toBeGreaterThan(once.input_tokens);
    expect(place.requests).toHaveLength(0);
    await place.run(repair('visible'));
    expect(await estimate(['--rounds', '2'])).toMatchObject({ samples: 0, max_repairs: 0, output_tokens: 0 });
  });

  it('estimates the rounds of tasks that another selection has finished', async () => {
    await using place = await createRepairPlace();
    await place.run([...repair('visible', 1), '--select', '1,2,3']);
    const estimate = async (words: string[]) =>
      JSON.parse((await place.run([...words, '--dry-run', '--json'])).out).runs[0].max_repairs;
    expect(await estimate(['--rounds', '1', '--select', '2,3'])).toBe(0);
    expect(await estimate(['--rounds', '1'])).toBe(17);
    expect(await estimate(['--rounds', '3'])).toBe(17 * 3 + 3 * 2);
    expect(await estimate(['--rounds', '1', '--feedback', 'all'])).toBe(20);
  });

  it('is judged again for nothing from its samples file, which holds the conversations', async () => {
    await using place = await createRepairPlace();
    const paid = documentOf(await place.run(repair('visible')));
    place.requests.length = 0;
    const file = join('bcb_results', await place.samplesFile());
    const again = documentOf(await place.replay(file, repair('visible')));
    expect(place.requests).toHaveLength(0);
    for (const key of ['rounds', 'repaired', 'broken', 'overfitted', 'recall', 'mrr', 'by_cause', 'outcomes']) {
      expect(again[key], key).toEqual(paid[key]);
    }
    // With other feedback, a conversation that ended early says its end again.
    const more = documentOf(await place.replay(file, repair('none', 3)));
    expect(more).toMatchObject({ rounds: [{ pass_at_1: 5 / 20 }, {}, {}, { asked: 20 }], 'pass@1': 14 / 20 });
  });

  it('asks for repairs of first answers that stand as they are, and for nothing else', async () => {
    await using place = await createRepairPlace();
    const whole = documentOf(await place.run(repair('visible')));
    const sources = [join('bcb_results', 'runs', whole.run_id), join('bcb_results', await place.samplesFile())];
    for (const [at, source] of sources.entries()) {
      place.requests.length = 0;
      const frozen = documentOf(await place.run([...repair('visible'), '--out', `static-${at}`, '--static', source]));
      expect(place.requests, source).toHaveLength(19);
      expect(place.turnsAsked()).not.toContain(0);
      for (const key of ['repaired', 'overfitted', 'recall', 'mrr', 'by_cause', 'outcomes']) {
        expect(frozen[key]).toEqual(whole[key]);
      }
    }
    // The same again is there already, and nobody takes them for what the model itself said.
    const [source = ''] = sources;
    const [asked, again] = [
      ['--out', 'static-0'],
      [...repair('visible'), '--static', source],
    ];
    const estimate = JSON.parse((await place.run([...again, '--out', 'new', '--dry-run'])).out);
    expect(estimate.runs[0]).toMatchObject({ samples: 0, max_repairs: 40 });
    const byId = await place.run([...repair('visible'), '--static', whole.run_id, '--dry-run']);
    expect(JSON.parse(byId.out).runs[0]).toMatchObject({ samples: 0, max_repairs: 40 });
    await place.run([...again, ...asked]);
    expect(place.requests).toHaveLength(19);
    await place.run(['--json', ...asked]);
    expect(place.requests).toHaveLength(19 + 20);
  });

  it('says whose the first answers are, and which are not there', async () => {
    await using place = await createRepairPlace();
    await place.run(['--json', '--select', '0-10']);
    const source = join('bcb_results', await place.samplesFile());
    const { out } = await place.run(['--rounds', '1', '--static', source, '--select', '0-10']);
    expect(out).toContain('the first answers are recorded ones');
    expect(out).toMatch(/The first answers are those of .*jsonl: only\s+repairs were asked for/);
    const missing = place.run(['--rounds', '1', '--static', source]);
    await expect(missing).rejects.toThrow(/no answer 0 for Small\/1[0-9]: select fewer tasks/);
    await expect(place.run(['--static', source])).rejects.toThrow(/add --rounds/);
  });

  it('is compared round by round, also with the control', async () => {
    await using place = await createRepairPlace();
    const shown = documentOf(await place.run(repair('visible')));
    const blind = documentOf(await place.run(repair('none', 1)));
    const runs = [blind, shown].map(({ run_id: id }) => join('bcb_results', 'runs', id));
    const { out } = await place.compare(runs);
    expect(out).toMatch(/round 1 +65\.0% +70\.0% +\+5\.0/);
    expect(out).toMatch(/round 2 +65\.0% +70\.0% +\+5\.0/);
    expect(out).toContain('feedback none');
    const document = JSON.parse((await place.compare([...runs, '--json'])).out);
    expect(document.rounds).toMatchObject([
      { a: 25, b: 25 },
      { a: 65, b: 70 },
      { a: 65, b: 70 },
    ]);
  });

  it('is shown in the explorer answer by answer, with what the model was told', async () => {
    await using place = await createRepairPlace();
    const run = documentOf(await place.run(repair('visible')));
    await using view = openExampleView(join(place.path, 'bcb_results'));
    const read = async (task: number) =>
      (await view.documents.sample(run.run_id, { taskId: `Small/${task}`, index: 0 }))?.turns;
    const turns = (await read(9)) ?? [];
    expect(turns.map(({ outcome }) => outcome)).toEqual(['error', 'fail']);
    expect(turns.map(({ program }) => program.includes('# 9.1'))).toEqual([false, true]);
    expect(turns[0]?.feedback).toBeUndefined();
    expect(turns[1]?.feedback).toContain('SyntaxError: invalid syntax (line 2)');
    expect(turns[1]?.tests.map(({ outcome }) => outcome)).toEqual(['pass', 'pass', 'fail', 'fail']);
    expect(await read(3)).toHaveLength(3);
    expect(await read(0)).toBeUndefined();
    const [table] = (await view.documents.run(run.run_id))?.rounds ?? [];
    expect(table?.rows.map((row) => row.slice(0, 2))).toEqual([
      ['first answers', expect.stringMatching(/^25\.0% /)],
      ['round 1', expect.stringMatching(/^70\.0% /)],
      ['round 2', expect.stringMatching(/^70\.0% /)],
    ]);
  });

  it('refuses what has no conversation', async () => {
    await using place = await createRepairPlace();
    await expect(place.run(['--rounds', '1', '--direct-completion'])).rejects.toThrow(/base model/);
    await expect(place.run(['--rounds', '1', '--retry', 'empty'])).rejects.toThrow(/without --rounds/);
  });
});
