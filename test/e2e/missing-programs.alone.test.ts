/**
 * Every program that tests can use is hidden in turn, and the tests that use it are run: they are skipped and say for
 * want of what, or pass in another way. Without bubblewrap programs run in a weaker sandbox: that concerns all tests of
 * `npm test`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createTemporaryFolder } from '../../src/testing/temporary-folder.ts';
import { type Program, program, programs, skipFor } from '../../src/util/testing/needs.ts';
import { hideProgram } from './testing/hide-program.ts';
import { root } from './testing/installed.ts';

/** What a test that uses a program imports. */
const importOf: Readonly<Record<Exclude<Program, 'bwrap'>, string>> = {
  chromium: '/testing/browser.ts',
  postgres: '/testing/postgres-server.ts',
  'redis-server': '/testing/redis-server.ts',
  ssh: '/testing/loopback-sshd.ts',
  sshd: '/testing/loopback-sshd.ts',
  zsh: "program('zsh')",
};

const testFiles = ['src', 'test']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .filter((name) => name.endsWith('.test.ts') && !/^test\/(parity|fleet)\/|\.alone\./.test(name));

function listUsers(name: Program): string[] {
  if (name === 'bwrap') return testFiles.filter((file) => !file.endsWith('.slow.test.ts'));
  return testFiles.filter((file) => readFileSync(join(root, file), 'utf8').includes(importOf[name]));
}

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), meta: z.object({ needs: z.string().optional() }) }),
      ),
    }),
  ),
});

interface Machine {
  /** Words before those of a command. */
  readonly words?: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
}

/** Runs these test files on a machine that lacks something; gives the names of what failed, and what was lacking. */
async function runTests(files: readonly string[], { words = [], variables }: Machine) {
  await using folder = await createTemporaryFolder();
  const results = [];
  for (const config of ['vitest.config.ts', 'vitest.slow.config.ts']) {
    const chosen = files.filter((file) => file.endsWith('.slow.test.ts') === (config === 'vitest.slow.config.ts'));
    if (chosen.length === 0) continue;
    const report = join(folder.path, `${config}.json`);
    const vitest = [process.execPath, join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--config', config];
    const [command = '', ...rest] = [...words, ...vitest, '--reporter=json', `--outputFile=${report}`, ...chosen];
    const child = spawn(command, rest, { cwd: root, env: { ...process.env, ...variables }, stdio: 'ignore' });
    await once(child, 'close');
    results.push(...reportSchema.parse(JSON.parse(readFileSync(report, 'utf8'))).testResults);
  }
  expect(results.map(({ name }) => name).sort()).toEqual(files.map((file) => join(root, file)).sort());
  const tests = results.flatMap(({ assertionResults }) => assertionResults);
  return {
    failed: [
      ...results.filter(({ status }) => status === 'failed').map(({ name }) => name),
      ...tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
    ],
    lacking: [...new Set(tests.flatMap(({ meta }) => meta.needs ?? []))],
  };
}

const timeout = 3_600_000;

test.for(Object.keys(programs) as Program[])('without %s no test fails', { timeout }, async (name, context) => {
  if (!program(name).isMet) skipFor(context, name);
  await using scratch = await createTemporaryFolder();
  const hiding = hideProgram(name, scratch.path);
  if (!hiding) return skipFor(context, 'a way to hide a program');
  const { failed, lacking } = await runTests(listUsers(name), {
    words: hiding.words,
    variables: { PATH: hiding.path },
  });
  expect(failed).toEqual([]);
  expect(lacking).toContain(name);
});

test('without uv, and without an index to fetch it from, no test fails', { timeout }, async () => {
  await using data = await createTemporaryFolder();
  const variables = { BCB_DATA_DIR: data.path, PIP_INDEX_URL: 'http://127.0.0.1:9/', PIP_RETRIES: '0' };
  const users = testFiles.filter((file) => file.startsWith(join('src', 'environment')));
  const { failed, lacking } = await runTests(users, { variables });
  expect(failed).toEqual([]);
  expect(lacking).toContain('uv');
});
