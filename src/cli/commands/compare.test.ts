import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { comparisonSchema, comparisonsSchema } from '../../schema/comparison.ts';
import { createTemporaryFolder } from '../../testing/temporary-folder.ts';
import { runCommand } from '../testing/run-command.ts';
import { createRunPlace } from '../testing/run-place.ts';
import { compareCommand } from './compare.ts';

const hostile = 'Traceback\nValueError: <script>alert(1)</script> | \u001b[31mred';

async function createPlace() {
  const folder = await createTemporaryFolder();
  const write = (model: string, passes: string, extra: { subset?: string; split?: string } = {}) => {
    const { subset = '', split = 'complete' } = extra;
    const entries = [...passes].map((passed, at) => [
      `BigCodeBench/${at}`,
      [
        {
          task_id: `BigCodeBench/${at}`,
          solution: '',
          status: passed === '1' ? 'pass' : 'fail',
          details: passed === '1' ? {} : { test_a: hostile },
        },
      ],
    ]);
    const name = `${model}--main--bigcodebench-${subset}${split}--x-0-1-sanitized_calibrated_eval_results.json`;
    const document = { date: '2026-01-01 00:00', eval: Object.fromEntries(entries) };
    return writeFile(join(folder.path, name), JSON.stringify(document)).then(() => name);
  };
  const compare = (words: readonly string[]) =>
    runCommand(compareCommand, {
      words,
      cwd: folder.path,
      variables: { BCB_CACHE_DIR: join(folder.path, 'cache') },
    });
  return { ...folder, write, compare };
}

describe('compare', () => {
  it('prints a sentence first, and everything else below it', async () => {
    await using place = await createPlace();
    const a = await place.write('a', '1'.repeat(60));
    const b = await place.write('b', '0'.repeat(30) + '1'.repeat(30));
    const { code, out } = await place.compare([a, b]);
    expect(code).toBe(0);
    expect(out).toMatch(/^a is better than b: 50\.0 points \(p < 0\.001\)\./);
    expect(out).toContain('both 30, only A 30, only B 0, neither 0');
    expect(out).toContain('run `bcb dataset pull`');
    expect(out).toMatch(/Flips \(30\)\n {2}BigCodeBench\/0 +pass → fail +ValueError: <script>/);
    expect(out).toContain('… and 15 more');
    expect(out).not.toContain('\u001b');
  });

  it('prints the document that programs rely on', async () => {
    await using place = await createPlace();
    const [a, b, c] = [await place.write('a', '1010'), await place.write('b', '1100'), await place.write('c', '1111')];
    const one = comparisonSchema.parse(JSON.parse((await place.compare([a, b, '--json'])).out));
    expect(one).toMatchObject({ tasks: 4, both: 1, only_a: 1, only_b: 1, neither: 1, delta: 0, p: 1 });
    const several = comparisonsSchema.parse(JSON.parse((await place.compare([a, b, c, '--json'])).out));
    expect(several.baseline.name).toBe('a');
    expect(several.comparisons.map(({ b: { name } }) => name)).toEqual(['b', 'c']);
  });

  it('writes Markdown and a page in which nothing a model wrote can act', async () => {
    await using place = await createPlace();
    const [a, b] = [await place.write('a', '1111'), await place.write('b', '0111')];
    const { out } = await place.compare([a, b, '--markdown', '--html', 'page.html', '--quiet']);
    expect(out).toContain('| BigCodeBench/0 | pass → fail | ValueError: &lt;script>');
    const page = await readFile(join(place.path, 'page.html'), 'utf8');
    expect(page).toContain('\\u003cscript>alert(1)');
    expect(page).not.toContain('<script>alert(1)');
  });

  it('is a gate for CI: exit 2 unless the second is surely not worse', async () => {
    await using place = await createPlace();
    const a = await place.write('a', '10'.repeat(300));
    const same = await place.write('same', '10'.repeat(300));
    const worse = await place.write('worse', `${'00'.repeat(30)}${'10'.repeat(270)}`);
    const passed = await place.compare([a, same, '--fail-if-worse', '2']);
    expect([passed.code, passed.out]).toEqual([0, expect.stringContaining('Gate passed')]);
    const failed = await place.compare([a, worse, '--fail-if-worse', '2', '--json']);
    expect(failed.code).toBe(2);
    expect(JSON.parse(failed.out).gate).toMatchObject({ margin: 2, alpha: 0.05, passed: false });
    expect((await place.compare([a, same, worse, '--fail-if-worse', '2'])).code).toBe(2);
  });

  it('refuses what was not measured alike, naming the fields', async () => {
    await using place = await createPlace();
    const a = await place.write('a', '10');
    const b = await place.write('b', '10', { subset: 'hard-', split: 'instruct' });
    await expect(place.compare([a, b])).rejects.toThrow(
      /they differ in split \(complete \/ instruct\), subset \(full \/ hard\)/,
    );
    const { out } = await place.compare([a, b, '--allow-mismatch']);
    expect(out).toContain('Not measured alike: split is complete in A and instruct in B.');
    const more = await place.write('c', '101');
    const { out: parts } = await place.compare([a, more, '--allow-mismatch']);
    expect(parts).toContain('Not measured alike: A has 2 tasks, B has 3; 2 in both.');
  });

  it.each([
    [['one.json'], /needs at least two results/],
    [['absent.json', 'absent.json'], /There is nothing at .*absent\.json/],
    [['text.json', 'text.json'], /not an eval_results\.json/],
    [['empty.json', 'empty.json'], /there is no task in it/],
    [['holes.json', 'holes.json'], /task T\/0 has no sample/],
    [['.', '.'], /holds 2 results, name one of them: .*a_eval_results\.json, .*b_eval_results\.json/],
  ])('says what is wrong with %j', async (words, sentence) => {
    await using place = await createPlace();
    const put = (name: string, content: string) => writeFile(join(place.path, name), content);
    await put('text.json', 'nonsense');
    await put('empty.json', JSON.stringify({ date: '', eval: {} }));
    await put('holes.json', JSON.stringify({ date: '', eval: { 'T/0': [] } }));
    const entry = { task_id: 'T/0', solution: '', status: 'pass', details: {} };
    for (const name of ['a', 'b']) {
      await put(`${name}_eval_results.json`, JSON.stringify({ date: '', eval: { 'T/0': [entry] } }));
    }
    await expect(place.compare(words)).rejects.toThrow(sentence);
  });

  it('reads run folders, with everything they say of themselves', async () => {
    await using place = await createRunPlace();
    await place.run(['--model', 'replay:answers.jsonl']);
    await place.run(['--model', 'canonical']);
    const runs = (await place.runs()).map((id) => join('bcb_results', 'runs', id));
    const { out } = await runCommand(compareCommand, { words: [...runs, '--json'], cwd: place.path });
    const comparison = comparisonSchema.parse(JSON.parse(out));
    expect([comparison.a.model, comparison.b.model].sort()).toEqual(['canonical', 'replay:answers.jsonl']);
    expect(comparison).toMatchObject({ tasks: 3, both: 2, neither: 0, mismatches: [] });
    expect(comparison.notes.sort()).toEqual([
      expect.stringMatching(/^canonical: Audit: all 3 passes .* 3 proven/),
      expect.stringMatching(/^replay:answers.jsonl: Audit: all 2 passes .* 2 proven/),
    ]);
    expect(Math.abs(comparison.delta)).toBeCloseTo(100 / 3, 4);
    await place.run(['--model', 'canonical', '--calibrated', 'false', '--out', 'other']);
    const [other = ''] = await place.runs('other');
    const words = [runs[0] ?? '', join('other', 'runs', other)];
    await expect(runCommand(compareCommand, { words, cwd: place.path })).rejects.toThrow(
      /rules\.calibrated \(true \/ false\)/,
    );
  });
});
