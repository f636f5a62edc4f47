/**
 * Everything a fresh clone needs, in plain Node without dependencies: node_modules, the build, bubblewrap, the Python
 * environment. Each step is skipped if it is already done, and may be killed at any time: it counts as done only once its
 * stamp is written.
 *
 * Usage: node scripts/setup.mjs [--no-env] [options of `bcb env install`]
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stamps = join(root, '.setup');
const oldestNode = [20, 19];
const neededMegabytes = 1500;

/** Its message is one sentence that says what to do; it is empty if the step has already said it. */
export class SetUpError extends Error {}

/** Runs all steps; returns how many seconds they took. */
export function setUp({ environmentWords = [], withEnvironment = true } = {}) {
  const startedAt = performance.now();
  checkNode();
  mkdirSync(stamps, { recursive: true });
  step('npm packages', {
    stamp: () => stampOf(['package.json', 'package-lock.json', '.npmrc']),
    isThere: () => existsSync(join(root, 'node_modules', '.package-lock.json')),
    work: installPackages,
  });
  step('build', {
    stamp: () => stampOf(['package-lock.json', 'tsconfig.json', 'tsconfig.build.json', ...sources()]),
    isThere: () => existsSync(join(root, 'dist', 'bin.js')) && existsSync(join(root, 'dist', 'web', 'index.html')),
    work: build,
  });
  ensureBubblewrap();
  if (withEnvironment) run('./bcb', ['env', 'install', ...environmentWords]);
  return (performance.now() - startedAt) / 1000;
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [oldestMajor, oldestMinor] = oldestNode;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  throw new SetUpError(`Node ${process.versions.node} is too old: install Node ${oldestNode.join('.')} or newer.`);
}

/** Does the work unless the stamp of its last success matches the current inputs. */
function step(name, { stamp, isThere, work }) {
  const stampFile = join(stamps, `${name.replace(' ', '-')}.stamp`);
  const isDone = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp() && isThere();
  if (isDone) return;
  rmSync(stampFile, { force: true });
  const startedAt = performance.now();
  say(`${name} …`);
  work();
  writeFileSync(stampFile, stamp());
  say(`${name} done in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

function installPackages() {
  const { bavail, bsize } = statfsSync(root);
  const freeMegabytes = Math.floor((bavail * bsize) / 1e6);
  if (freeMegabytes < neededMegabytes) {
    throw new SetUpError(`Only ${freeMegabytes} MB are free under ${root}: ${neededMegabytes} MB are needed.`);
  }
  run(
    'npm',
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    'npm could not install the packages',
  );
}

function build() {
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  run(process.execPath, [compiler, '-p', 'tsconfig.build.json'], 'The TypeScript build failed');
  run('npm', ['run', 'build', '--workspace', 'web', '--silent'], 'The build of the web app failed');
}

function ensureBubblewrap() {
  if (process.platform !== 'linux' || hasProgram('bwrap')) return;
  const byApt = hasProgram('apt-get');
  if (byApt && process.getuid?.() === 0) {
    say('bubblewrap …');
    if (apt('install', '-y', '--no-install-recommends', 'bubblewrap')) return;
    apt('update');
    if (apt('install', '-y', '--no-install-recommends', 'bubblewrap')) return;
  }
  say('bubblewrap is missing, so programs run in a weaker sandbox. To get the strong one, run:');
  say(byApt ? '  sudo apt-get install -y bubblewrap' : '  (with your package manager) install bubblewrap');
}

function apt(...words) {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', words, { stdio: 'ignore', env: environment }).status === 0;
}

function hasProgram(name) {
  return (process.env.PATH ?? '').split(':').some((folder) => folder !== '' && existsSync(join(folder, name)));
}

function run(program, words, failure) {
  const { status, error } = spawnSync(program, words, { cwd: root, stdio: ['ignore', 2, 2] });
  if (error) throw new SetUpError(`${program} could not be started: ${error.message}`);
  if (status !== 0) throw new SetUpError(failure === undefined ? '' : `${failure} (exit ${status}); see above.`);
}

function sources() {
  const list = (folder, pattern) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => pattern.test(name) && !name.includes('node_modules') && !/\.test\.tsx?$/.test(name))
      .sort()
      .map((name) => join(folder, name));
  return [...list('src', /\.ts$/), ...list('web', /\.(tsx?|css|html|json)$/)];
}

/** A digest of names, sizes and times, so that the next start reads no files. */
function stampOf(names) {
  const digest = createHash('sha256');
  for (const name of names) {
    const { size, mtimeMs } = statSync(join(root, name));
    digest.update(`${name}\0${size}\0${mtimeMs}\n`);
  }
  return digest.digest('hex');
}

function say(sentence) {
  process.stderr.write(`set-up: ${sentence}\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const words = process.argv.slice(2);
  try {
    const environmentWords = words.filter((word) => word !== '--no-env');
    const seconds = setUp({ environmentWords, withEnvironment: !words.includes('--no-env') });
    say(`ready in ${seconds.toFixed(1)} s; try: ./bcb doctor`);
  } catch (error) {
    if (!(error instanceof SetUpError)) throw error;
    if (error.message !== '') process.stderr.write(`error: ${error.message}\n`);
    process.exitCode = 1;
  }
}
