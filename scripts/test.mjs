/** `npm test`: setup, checks, unit tests, Python tests. Ends with a line `N passed, N failed, N skipped`. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runChecks } from './check.mjs';
import { SetUpError, setUp } from './setup.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

function runCheckSteps() {
  const { count, failed } = runChecks();
  return { passed: count - failed.length, failed: failed.length, skipped: 0 };
}

function runVitest() {
  const folder = mkdtempSync(join(tmpdir(), 'bcb-test-'));
  const report = join(folder, 'vitest.json');
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const words = [vitest, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { status } = spawnSync(process.execPath, words, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  try {
    const counts = JSON.parse(readFileSync(report, 'utf8'));
    // A file that cannot even be loaded fails without a failed test.
    const failed = Math.max(counts.numFailedTests, counts.success && status === 0 ? 0 : 1);
    return { passed: counts.numPassedTests, failed, skipped: counts.numPendingTests + counts.numTodoTests };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function runPythonTests() {
  const python = ['python3', 'python'].find((name) => spawnSync(name, ['-c', 'pass']).status === 0);
  if (python === undefined) {
    console.log('No Python was found: skipping the tests of the runner.');
    return { passed: 0, failed: 0, skipped: 1 };
  }
  const words = ['-B', '-m', 'unittest', 'discover', '-s', 'python/tests', '-t', 'python'];
  const { status, stderr } = spawnSync(python, words, { cwd: root, encoding: 'utf8' });
  process.stdout.write(stderr);
  const count = (pattern) => Number(pattern.exec(stderr)?.[1] ?? 0);
  const ran = count(/^Ran (\d+) test/m);
  const bad = count(/failures=(\d+)/) + count(/errors=(\d+)/);
  const skipped = count(/skipped=(\d+)/);
  return { passed: ran - bad - skipped, failed: status === 0 && ran > 0 ? bad : Math.max(1, bad), skipped };
}

try {
  setUp();
} catch (error) {
  if (!(error instanceof SetUpError)) throw error;
  console.error(`error: ${error.message}`);
  console.log('0 passed, 1 failed');
  process.exit(1);
}
const results = [runCheckSteps, runVitest, runPythonTests].map((run) => run());
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
process.exitCode = sum('failed') > 0 ? 1 : 0;
