/**
 * `npm run test:package`: packs a fresh clone of the last commit, installs the package in an empty folder as a plain user
 * with an empty home, and uses it as a stranger would: the command line, and a program in TypeScript under both ways to
 * resolve modules. As root, the stranger is `nobody`.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const folder = mkdtempSync(join(tmpdir(), 'bcb-package-'));
const [clone, place, home] = ['clone', 'empty', 'home'].map((name) => join(folder, name));
const stranger = process.getuid() === 0 ? { uid: 65534, gid: 65534 } : {};
const largestMegabytes = 3;
const results = { passed: 0, failed: 0 };

/** What npm tells the scripts it runs is about this checkout, and pyenv's folder belongs to whoever runs this. */
const variables = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD|PYENV_|XDG_|BCB_)/.test(name)),
);

function step(name, [command, ...words], options = {}) {
  const startedAt = performance.now();
  const { expected = /(?:)/, status: wanted = 0, ...spawn } = options;
  const asStranger = { cwd: place, env: { ...variables, HOME: home }, ...stranger };
  const { status, stdout, stderr } = spawnSync(command, words, { encoding: 'utf8', ...asStranger, ...spawn });
  check(name, status === wanted && expected.test(stdout + stderr), { startedAt, output: `${stdout}${stderr}` });
  return stdout;
}

function check(name, isGood, { startedAt = performance.now(), output = '' } = {}) {
  results[isGood ? 'passed' : 'failed']++;
  console.log(`${isGood ? 'ok    ' : 'FAILED'} ${name} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
  if (!isGood) console.log(output);
}

/** The path of the tarball, packed from a clone that was never built, by somebody whose npm runs no scripts. */
function pack() {
  const config = join(folder, 'npmrc');
  writeFileSync(config, 'ignore-scripts=true\n');
  const asDeveloper = { cwd: clone, env: process.env, uid: undefined, gid: undefined };
  step('git clone', ['git', 'clone', '--quiet', root, clone], { ...asDeveloper, cwd: root });
  step('npm ci', ['npm', 'ci', '--ignore-scripts', '--silent'], asDeveloper);
  const words = ['pack', '--json', '--userconfig', config, '--pack-destination', folder];
  const printed = step('npm pack', ['npm', ...words], asDeveloper);
  const [{ filename, size, unpackedSize, files }] = JSON.parse(printed.slice(printed.indexOf('[\n')));
  const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
  console.log(`       ${megabytes(size)} packed, ${megabytes(unpackedSize)} unpacked, ${files.length} files`);
  check(`at most ${largestMegabytes} MB`, size <= largestMegabytes * 1e6);
  const unwanted = files.filter(({ path }) => /\.test\.|__pycache__|\.tsbuildinfo$|^(src|test|web)\//.test(path));
  check('nothing but what is used', unwanted.length === 0, { output: unwanted.map(({ path }) => path).join('\n') });
  return join(folder, filename);
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

function useCommandLine() {
  const npx = (...words) => ['npx', '--no', 'bcb', ...words];
  step('npx bcb --version', npx('--version'), { expected: /^\d+\.\d+\.\d+/ });
  step('npx bcb doctor, nothing installed', npx('doctor'), { status: 4, expected: /run `npx bcb env install/ });
  step('npx bcb env install', npx('env', 'install'), { expected: /starter environment installed/ });
  step('npx bcb doctor', npx('doctor'), { expected: /Results from this machine can be trusted/ });
  const words = ['run', '--model', 'canonical', '--subset', 'starter', '--select', '0-4'];
  step('npx bcb run', npx(...words), { expected: /pass@1 +100\.0%[\s\S]*next: npx bcb / });
}

function useLibrary() {
  writeFileSync(join(place, 'program.ts'), program);
  for (const name of ['@types', 'undici-types']) {
    cpSync(join(clone, 'node_modules', name), join(place, 'node_modules', name), { recursive: true });
  }
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  for (const [module, moduleResolution] of [
    ['node16', 'node16'],
    ['esnext', 'bundler'],
  ]) {
    const config = { compilerOptions: { ...compilerOptions, module, moduleResolution, outDir: moduleResolution } };
    writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ ...config, files: ['program.ts'] }));
    step(`types under ${moduleResolution}`, [process.execPath, tsc, '-p', 'tsconfig.json'], {
      uid: undefined,
      gid: undefined,
    });
    const words = [process.execPath, join(moduleResolution, 'program.js')];
    step(`the program built under ${moduleResolution}`, words, { expected: /pass@1 1 2\noutcome pass/ });
  }
}

try {
  chmodSync(folder, 0o755);
  for (const path of [place, home]) mkdirSync(path, { mode: 0o700 });
  const manifest = join(place, 'package.json');
  writeFileSync(manifest, '{ "private": true, "type": "module" }\n');
  if (stranger.uid !== undefined) {
    for (const path of [place, home, manifest]) chownSync(path, stranger.uid, stranger.gid);
  }
  const tarball = pack();
  step('npm install', ['npm', 'install', '--silent', tarball]);
  useCommandLine();
  useLibrary();
  const binOf = (name) => join(root, 'node_modules', '.bin', name);
  const here = { cwd: folder, uid: undefined, gid: undefined };
  step('publint', [binOf('publint'), tarball, '--strict'], here);
  step('arethetypeswrong', [binOf('attw'), tarball, '--profile', 'esm-only'], here);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${results.passed} passed, ${results.failed} failed`);
process.exitCode = results.failed > 0 ? 1 : 0;
