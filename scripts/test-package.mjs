/**
 * `npm run test:package`: packs this checkout, installs the package in an empty folder and uses it as a stranger would:
 * the command line, and a program in TypeScript under both ways to resolve modules.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const folder = mkdtempSync(join(tmpdir(), 'bcb-package-'));
const place = join(folder, 'empty');
mkdirSync(place);
const results = { passed: 0, failed: 0 };

function step(name, [command, ...words], options = {}) {
  const startedAt = performance.now();
  const { expected, cwd = place } = options;
  const { status, stdout, stderr } = spawnSync(command, words, { cwd, encoding: 'utf8' });
  const isGood = status === 0 && (expected === undefined || expected.test(stdout));
  results[isGood ? 'passed' : 'failed']++;
  console.log(`${isGood ? 'ok    ' : 'FAILED'} ${name} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
  if (!isGood) console.log(stdout, stderr);
  return stdout;
}

const program = `import { createSandbox, loadTasks, runBenchmark } from 'bigcodebench';
import type { Score } from 'bigcodebench/schema';

const run = await runBenchmark({ model: 'canonical', tasks: 'starter', split: 'instruct', select: ['0-4'] });
const score: Score = run.score;
console.log('pass@1', score.passAt1.value, score.passAt1.interval.length);
const { tasks } = await loadTasks({ subset: 'starter' });
const [task] = tasks;
if (!task) throw new Error('no task');
await using sandbox = await createSandbox({ libs: task.libs });
const { outcome } = await sandbox.run({ task, solution: task.completePrompt + task.canonicalSolution });
console.log('outcome', outcome);
`;

const compilerOptions = {
  target: 'ES2023',
  lib: ['ES2023', 'ESNext.Disposable'],
  strict: true,
  types: ['node'],
  skipLibCheck: true,
};

try {
  step('npm pack', ['npm', 'pack', '--silent', '--pack-destination', folder], { cwd: root });
  const [tarball = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  const path = join(folder, tarball);
  console.log(`       ${tarball}: ${(statSync(path).size / 1e6).toFixed(1)} MB`);
  writeFileSync(join(place, 'package.json'), '{ "private": true, "type": "module" }\n');
  step('npm install', ['npm', 'install', '--silent', '--no-audit', '--no-fund', path]);
  step('npx bcb --version', ['npx', '--no', 'bcb', '--version'], { expected: /^\d+\.\d+\.\d+/ });
  const words = ['run', '--model', 'canonical', '--subset', 'starter', '--select', '0-4'];
  step('npx bcb run', ['npx', '--no', 'bcb', ...words], { expected: /pass@1 +100\.0%/ });
  writeFileSync(join(place, 'program.ts'), program);
  cpSync(join(root, 'node_modules', '@types'), join(place, 'node_modules', '@types'), { recursive: true });
  cpSync(join(root, 'node_modules', 'undici-types'), join(place, 'node_modules', 'undici-types'), { recursive: true });
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  for (const [module, moduleResolution] of [
    ['node16', 'node16'],
    ['esnext', 'bundler'],
  ]) {
    const config = { compilerOptions: { ...compilerOptions, module, moduleResolution, outDir: moduleResolution } };
    writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ ...config, files: ['program.ts'] }));
    step(`types under ${moduleResolution}`, [process.execPath, tsc, '-p', 'tsconfig.json']);
  }
  step('the program', [process.execPath, join('node16', 'program.js')], { expected: /pass@1 1 2\noutcome pass/ });
  const binOf = (name) => join(root, 'node_modules', '.bin', name);
  step('publint', [binOf('publint'), path, '--strict']);
  step('arethetypeswrong', [binOf('attw'), path, '--profile', 'esm-only']);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${results.passed} passed, ${results.failed} failed`);
process.exitCode = results.failed > 0 ? 1 : 0;
