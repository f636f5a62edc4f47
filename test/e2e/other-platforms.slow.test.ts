/** The built program on a platform it is told to be on: Node's own `process.platform` is replaced before it starts. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needing } from '../../src/util/testing/needs.ts';
import { bin, built, recordedAnswers } from './testing/installed.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bcb-platform-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function runOn(platform: NodeJS.Platform, ...words: string[]) {
  const code = `Object.defineProperty(process, 'platform', { value: '${platform}' })`;
  const preload = ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
  return spawnSync(process.execPath, [...preload, bin, ...words], { cwd: folder, encoding: 'utf8' });
}

describe.each(['darwin', 'win32'] as const)('on %s', needing(built), (platform) => {
  test('doctor says what works, and that programs run elsewhere', () => {
    const { stdout, status } = runOn(platform, 'doctor');
    expect(stdout).toMatch(/cannot run programs: the sandbox needs Linux\. generate, .* work here\.\n/);
    expect(stdout).not.toContain('No Python environment is installed');
    expect(status).toBe(4);
  });

  test('sanitize and syncheck work', () => {
    const tasks = ['--subset', 'starter'];
    const samples = join(folder, `${platform}.jsonl`);
    cpSync(recordedAnswers, samples);
    const sanitized = runOn(platform, 'sanitize', '--samples', samples, ...tasks);
    expect(sanitized.stderr).not.toContain('error:');
    expect(sanitized.status).toBe(0);
    const checked = runOn(
      platform,
      'syncheck',
      '--samples',
      samples.replace(/\.jsonl$/, '-sanitized.jsonl'),
      ...tasks,
      '--json',
    );
    expect(JSON.parse(checked.stdout)).toBeTypeOf('object');
  });
});
