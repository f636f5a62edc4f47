/** The GitHub Action's evaluating step, run as a runner would: inputs as variables, what GitHub reads as files. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeNeeding } from '../../src/util/testing/needs.ts';
import { installed, recordedAnswers, root } from './testing/installed.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bcb-action-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function runStep(inputs: Readonly<Record<string, string>>) {
  const summary = join(folder, 'summary.md');
  const outputs = join(folder, 'outputs.txt');
  for (const path of [summary, outputs]) writeFileSync(path, '');
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts/action/evaluate.mjs')], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      ...process.env,
      BCB_CACHE_DIR: join(folder, 'cache'),
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_OUTPUT: outputs,
      ...Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`INPUT_${name}`, value])),
    },
  });
  return { status, stdout, stderr, summary: readFileSync(summary, 'utf8'), outputs: readFileSync(outputs, 'utf8') };
}

describeNeeding(installed)('the Action', () => {
  test('evaluates a model, and one JUnit file has all runs', () => {
    const model = `canonical,replay:${recordedAnswers}`;
    const result = runStep({ MODEL: model, SPLIT: 'instruct', SUBSET: 'starter', SELECT: '0-3', OUT: 'models' });
    expect(result.stderr).toContain('junit.xml');
    expect(result.status).toBe(0);
    expect(result.outputs).toContain('pass-at-1=1\n');
    expect(result.outputs).toContain('exit-code=0\n');
    const junit = readFileSync(join(folder, 'models', 'junit.xml'), 'utf8');
    expect(junit.match(/<testsuite /g)).toHaveLength(2);
    expect(result.summary).toMatch(/canonical[\s\S]*\| pass@1 \| 100\.0%/);
    expect(result.stdout).toMatch(/^::warning title=Starter\/1 fail::replay.*test_columns_and_rows/m);
  }, 120_000);

  test('evaluates a samples file: a failing gate is exit code 2, unsolved samples point to their lines', () => {
    const samples = 'models.jsonl';
    const answers = readFileSync(recordedAnswers, 'utf8').split('\n').slice(0, 4);
    const asSolutions = answers.map((line) => {
      const taskId = /"task_id": "([^"]+)"/.exec(line)?.[1];
      return JSON.stringify({ task_id: taskId, solution: 'def task_func(*words):\n    return None\n' });
    });
    writeFileSync(join(folder, samples), `${asSolutions.join('\n')}\n`);
    const inputs = { SAMPLES: samples, SPLIT: 'instruct', SUBSET: 'starter', SELECT: '0-3', OUT: 'file' };
    const result = runStep({ ...inputs, FAIL_BELOW: '0.5', ARGUMENTS: '--pass-k\n1' });
    expect(result.status).toBe(2);
    expect(result.stdout).toMatch(/^::warning file=models\.jsonl,line=2,title=Starter\/1 fail::/m);
    expect(result.stdout).toMatch(/^::error title=BigCodeBench::A gate failed/m);
    expect(result.outputs).toContain('exit-code=2\n');
    expect(existsSync(join(folder, 'file', 'junit.xml'))).toBe(true);
  }, 120_000);

  test('a mistake in the inputs is exit code 1 and says so in the summary', () => {
    const result = runStep({ MODEL: 'canonical', SUBSET: 'nowhere.jsonl', OUT: 'mistake' });
    expect(result.status).toBe(1);
    expect(result.stdout).toContain('::error title=BigCodeBench::Bad input or usage');
    expect(result.summary).toContain('Bad input or usage');
    expect(result.outputs).toContain('pass-at-1=\n');
  }, 60_000);
});
