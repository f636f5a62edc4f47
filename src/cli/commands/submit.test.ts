import { execFileSync } from 'node:child_process';
import { cp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Submission, submissionSchema } from '../../schema/submission.ts';
import { readEvalResults } from '../../upstream/eval-results.ts';
import { copiedAnswer, createSubmissionPlace, tamperWith } from '../testing/submission-place.ts';

let place: Awaited<ReturnType<typeof createSubmissionPlace>>;
let bundle: string;
beforeAll(async () => {
  place = await createSubmissionPlace();
  bundle = place.at('bundle');
  await place.submit(['bcb_results', '--model-info', 'model.json', '--out', 'bundle']);
});
afterAll(() => place?.[Symbol.asyncDispose]());

const readTree = async (folder: string) => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(files.sort().map(async (file) => [file.slice(folder.length), await readFile(file)] as const));
};

describe('submit', () => {
  it('makes a bundle under the names that the original board looks for', async () => {
    const names = (await readTree(bundle)).map(([name]) => name.slice(1));
    const stem = (split: string) => `answers.jsonl--main--bigcodebench-${split}--replay-0-1-sanitized_calibrated`;
    expect(names).toEqual(
      [
        'README.md',
        'SHA256SUMS',
        'submission.json',
        'upstream/model_info.py.txt',
        'upstream/results-entry.json',
        ...['complete', 'instruct'].flatMap((split) => [
          `raw/${stem(split)}.jsonl`,
          `recipes/${stem(split)}.json`,
          `results/${stem(split)}_eval_results.json`,
          `results/${stem(split)}_pass_at_k.json`,
          `samples/${stem(split)}.jsonl`,
          `verdicts/${stem(split)}.parquet`,
        ]),
      ].sort(),
    );
    const submission = submissionSchema.parse(JSON.parse(await readFile(join(bundle, 'submission.json'), 'utf8')));
    expect(submission.runs.map(({ run, score }) => [run.split, score])).toEqual([
      ['complete', 60],
      ['instruct', 60],
    ]);
    const results = await readEvalResults(join(bundle, submission.runs[0]?.files.eval_results ?? ''));
    expect(Object.keys(results.eval)).toHaveLength(25);
    expect(await readFile(join(bundle, 'README.md'), 'utf8')).toContain('submit --check .');
  });

  it('makes the same bytes again, and says nothing of this machine', async () => {
    await place.submit(['bcb_results', '--model-info', 'model.json', '--out', 'again']);
    const [first, second] = [await readTree(bundle), await readTree(place.at('again'))];
    expect(second.map(([name]) => name)).toEqual(first.map(([name]) => name));
    expect(second.every(([, bytes], at) => first[at]?.[1].equals(bytes))).toBe(true);
    for (const [, bytes] of first) {
      for (const word of [hostname(), homedir(), place.path]) expect(bytes.includes(word)).toBe(false);
    }
  });

  it('says at once what the check will have against a bundle', async () => {
    const [run = ''] = (await readdir(place.at('bcb_results/runs'))).filter((name) => name !== 'tasks');
    const alone = await place.submit([`bcb_results/runs/${run}`, '--model-info', 'model.json', '--out', 'alone']);
    expect(alone.err).toMatch(/--check will refuse this bundle: a chat model needs both splits/);
    const both = await place.submit(['bcb_results', '--model-info', 'model.json', '--out', 'both']);
    expect(both.err).not.toContain('refuse');
  });

  it('says what it needs', async () => {
    await expect(place.submit([])).rejects.toThrow(/submit needs runs/);
    await expect(place.submit(['bcb_results'])).rejects.toThrow(/--model-info/);
    await writeFile(place.at('bad.json'), JSON.stringify({ name: 'x' }));
    await expect(place.submit(['bcb_results', '--model-info', 'bad.json'])).rejects.toThrow(/does not describe models/);
    await expect(place.submit(['bcb_results', 'bcb_results', '--model-info', 'model.json'])).rejects.toThrow(
      /There are two full complete runs/,
    );
    await expect(place.check('bcb_results')).rejects.toThrow(/this is no bundle/);
  });
});

/** What somebody might change, and the check that must notice. */
const tampered: Record<string, (files: Map<string, string>) => void> = {
  tasks: edit('raw/', (text) => text.slice(text.indexOf('\n') + 1)),
  settings: submission(({ runs: [run] }) => {
    if (run) run.run.model.parameters = { temperature: 0.8 };
  }),
  names: (files) => {
    const name = find(files, 'results/', '_eval_results.json');
    files.set(name.replace('-0-1-', '-0.0-1-'), files.get(name) ?? '');
    edit('submission.json', (text) => text.replace(name, name.replace('-0-1-', '-0.0-1-')))(files);
  },
  dataset: submission(({ runs: [run] }) => {
    if (run) run.run.dataset.hash = '0'.repeat(64);
  }),
  environment: submission(({ runs: [run] }) => {
    if (run) run.run.conditions.fingerprint = 'another';
  }),
  extraction: edit('samples/', (text) => text.replace('raise', 'return 99')),
  prompts: edit('raw/', (text) => text.replace(/"prompt_sha256":"\w{8}/, '"prompt_sha256":"00000000')),
  execution: edit('results/', (text) => text.replace('"status": "fail"', '"status": "pass"')),
  outcomes: submission(({ runs: [run] }) => {
    if (run) run.score = 80;
  }),
  answers: submission(({ runs: [run] }) => {
    if (run) run.result.answers.truncated = 3;
  }),
  similarity: (files) => {
    for (const [name, text] of files) {
      if (!name.startsWith('samples/') && !name.startsWith('raw/')) continue;
      const lines = text.split('\n').filter((line) => line !== '');
      const copied = lines.map((line) => {
        const sample = JSON.parse(line) as { task_id: string };
        const raw_solution = copiedAnswer(sample.task_id);
        const solution = raw_solution.split('```python\n')[1]?.split('\n```')[0];
        return JSON.stringify({ ...sample, raw_solution, ...(name.startsWith('samples/') ? { solution } : {}) });
      });
      files.set(name, `${copied.join('\n')}\n`);
    }
  },
  metadata: submission(({ model }) => {
    delete model.date;
  }),
  secrets: edit('README.md', (text) => `${text}\nsk-${'a1b2c3d4'.repeat(4)}\n`),
};

describe('submit --check', () => {
  it('finds nothing wrong with an honest bundle, whole or by sample', async () => {
    const whole = await place.check('bundle');
    expect(whole.checks.filter(({ ok }) => !ok)).toEqual([]);
    expect(whole).toMatchObject({ ok: true, code: 0 });
    expect(whole.checks.map(({ name }) => name)).toEqual([
      ...['tasks', 'settings', 'names', 'checksums', 'dataset', 'environment', 'extraction', 'prompts'],
      ...['execution', 'outcomes', 'answers', 'similarity', 'metadata', 'secrets'],
    ]);
    const sampled = await place.check('bundle', ['--audit', '4']);
    expect(sampled.checks.find(({ name }) => name === 'execution')?.message).toBe(
      'complete: 4 of 4 again the same; instruct: 4 of 4 again the same',
    );
  });

  it.each(Object.keys(tampered))('notices changed %s', async (name) => {
    const copy = `tampered-${name}`;
    await tamperWith(bundle, place.at(copy), tampered[name] ?? (() => {}));
    const { ok, code, checks } = await place.check(copy);
    expect([ok, code]).toEqual([false, 2]);
    expect(checks.filter((each) => !each.ok).map((each) => each.name)).toContain(name);
    expect(checks.find((each) => each.name === 'checksums')).toMatchObject({ ok: true });
  });

  it('notices a changed file, one more and one less', async () => {
    const change = (files: Map<string, string>) => void files.set('README.md', 'something else');
    await tamperWith(bundle, place.at('unsealed'), change, { isResealed: false });
    await writeFile(place.at('unsealed/extra.txt'), '');
    const { checks } = await place.check('unsealed');
    expect(checks.find(({ name }) => name === 'checksums')).toEqual({
      name: 'checksums',
      ok: false,
      message: 'extra.txt is not in SHA256SUMS; README.md was changed',
    });
  });

  it('notices one answer that passes many tasks', async () => {
    const repeat = (text: string) => text.replaceAll(/return \d+/g, 'return 7');
    await tamperWith(bundle, place.at('repeated'), (files) => {
      for (const [name, text] of files) files.set(name, repeat(text));
    });
    const { checks } = await place.check('repeated');
    expect(checks.find(({ name }) => name === 'similarity')).toEqual({
      name: 'similarity',
      ok: false,
      message: 'complete: one answer passes 15 tasks; instruct: one answer passes 15 tasks',
    });
  });

  it.each(['fifo', '/dev/zero', '/etc'])('reads regular files only: %s', async (kind) => {
    const copy = place.at(`odd-${kind.replaceAll('/', '')}`);
    for (const name of ['README.md', 'submission.json']) {
      await cp(bundle, copy, { recursive: true });
      await rm(join(copy, name));
      if (kind === 'fifo') execFileSync('mkfifo', [join(copy, name)]);
      else await symlink(kind, join(copy, name));
      await expect(place.check(copy)).rejects.toThrow(/no regular file/);
      await rm(copy, { recursive: true });
    }
  });

  it('never reads outside of the bundle', async () => {
    await tamperWith(
      bundle,
      place.at('escaping'),
      submission(({ runs: [run] }) => {
        if (run) run.files.samples = '../answers.jsonl';
      }),
    );
    await expect(place.check('escaping')).rejects.toThrow(/has no \.\.\/answers\.jsonl/);
  });
});

function submission(change: (submission: Submission) => void): (files: Map<string, string>) => void {
  return edit('submission.json', (text) => {
    const parsed = submissionSchema.parse(JSON.parse(text));
    change(parsed);
    return JSON.stringify(parsed);
  });
}

/** Changes the first file whose name begins so. */
function edit(prefix: string, change: (text: string) => string): (files: Map<string, string>) => void {
  return (files) => {
    const name = find(files, prefix);
    const before = files.get(name) ?? '';
    const after = change(before);
    if (after === before) throw new Error(`nothing was changed in ${name}`);
    files.set(name, after);
  };
}

function find(files: ReadonlyMap<string, string>, prefix: string, suffix = ''): string {
  const name = [...files.keys()].find((each) => each.startsWith(prefix) && each.endsWith(suffix));
  if (name === undefined) throw new Error(`there is no ${prefix}…${suffix}`);
  return name;
}
