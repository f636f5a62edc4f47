/**
 * `npm test`: setup, checks, quick tests, Python tests. `npm run test:all`: those, and the slow tests, whose files are
 * named `*.slow.test.ts`, or `*.alone.test.ts` if nothing may run beside them; `npm run test:all -- --only-slow`: the slow
 * ones alone. The last line counts them.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runChecks } from './check.mjs';
import { countUnittest, countVitest, formatCounts } from './count-tests.mjs';
import { SetUpError, setUp } from './setup.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

function runCheckSteps() {
  const { count, failed } = runChecks();
  return { passed: count - failed.length, failed: failed.length, skipped: [] };
}

function runVitest(config) {
  const folder = mkdtempSync(join(tmpdir(), 'bcb-test-'));
  const report = join(folder, 'vitest.json');
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { status } = spawnSync(process.execPath, [vitest, 'run', '--config', config, ...reporters], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  try {
    return countVitest(JSON.parse(readFileSync(report, 'utf8')), status);
  } catch {
    return { passed: 0, failed: 1, skipped: [] };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function runPythonTests() {
  const python = ['python3', 'python'].find((name) => spawnSync(name, ['-c', 'pass']).status === 0);
  if (python === undefined) {
    console.log('No Python was found: skipping the tests of the runner.');
    return { passed: 0, failed: 0, skipped: ['Python'] };
  }
  const words = ['-B', '-m', 'unittest', 'discover', '-v', '-s', 'python/tests', '-t', 'python'];
  const { status, stderr } = spawnSync(python, words, { cwd: root, encoding: 'utf8' });
  const summary = stderr.lastIndexOf('\n-----');
  process.stdout.write(status === 0 && summary >= 0 ? stderr.slice(summary + 1) : stderr);
  return countUnittest(stderr, status);
}

const words = process.argv.slice(2);
const unknown = words.find((word) => word !== '--all' && word !== '--only-slow');
if (unknown !== undefined) {
  console.error(`error: ${unknown} is unknown: there are --all and --only-slow.`);
  process.exit(1);
}
const quick = [runCheckSteps, () => runVitest('vitest.config.ts'), runPythonTests];
const slow = [() => runVitest('vitest.slow.config.ts'), () => runVitest('vitest.alone.config.ts')];
const steps = words.includes('--only-slow') ? slow : [...quick, ...(words.includes('--all') ? slow : [])];

try {
  setUp();
} catch (error) {
  if (!(error instanceof SetUpError)) throw error;
  console.error(`error: ${error.message}`);
  console.log(formatCounts([{ passed: 0, failed: 1, skipped: [] }]));
  process.exit(1);
}
const counts = steps.map((run) => run());
console.log(formatCounts(counts));
process.exitCode = counts.some(({ failed }) => failed > 0) ? 1 : 0;
