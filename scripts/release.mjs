/**
 * `npm run release -- VERSION [--dry-run] [--skip-tests]`: everything a release is made of, on this machine: the version
 * in every file that names it, the changelog, all tests, the package, the site, a commit and a tag. Pushing the tag
 * publishes (.github/workflows/release.yml). A dry run does the same in a clone that it deletes, down to the tag.
 *
 * `node scripts/release.mjs notes` prints the changelog of the current version.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Files that name the version besides package.json and its lock, and how they do. */
const mentions = {
  'CITATION.cff': /^version: (.+)$/m,
  'README.md': /bigcodebench:(\d+\.\d+\.\d+)/,
  'docker/Dockerfile': /bigcodebench(?:-agent)?:(\d+\.\d+\.\d+)/,
  'docker/generate.Dockerfile': /bigcodebench-generate:(\d+\.\d+\.\d+)/,
  'docker/README.md': /bigcodebench(?:-agent|-generate)?:(\d+\.\d+\.\d+)/,
  'docker/compose.yaml': /bigcodebench:(\d+\.\d+\.\d+)/,
  'docker/kubernetes/fleet.yaml': /bigcodebench:(\d+\.\d+\.\d+)/,
  'docs/guide/ci.md': /bigcodebench@v(\d+\.\d+\.\d+)/,
  'examples/github-workflow.yml': /bigcodebench@v(\d+\.\d+\.\d+)/,
};

class ReleaseError extends Error {}

function readVersion(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;
}

/** The changelog's section under a heading, without it. */
function readNotes(folder, heading) {
  const text = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8');
  const section = text.split(/^## /m).find((part) => part.split(/[\s(]/)[0] === heading);
  return section?.slice(section.indexOf('\n')).trim() ?? '';
}

function checkWish(folder, version) {
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version ?? '')) {
    throw new ReleaseError('Name the new version: npm run release -- 1.2.3 [--dry-run].');
  }
  const git = (...words) => execFileSync('git', words, { cwd: folder, encoding: 'utf8' }).trim();
  if (git('status', '--porcelain') !== '') throw new ReleaseError('There are uncommitted changes: commit them first.');
  if (git('tag', '--list', `v${version}`) !== '') throw new ReleaseError(`v${version} exists already.`);
  if (readNotes(folder, 'Unreleased') === '') {
    throw new ReleaseError('CHANGELOG.md has nothing under "Unreleased": say what changed.');
  }
}

function writeVersion(folder, version) {
  const old = readVersion(folder);
  for (const name of ['package.json', 'package-lock.json']) {
    const path = join(folder, name);
    // The first ones are our own; a lock names the package twice.
    const text = readFileSync(path, 'utf8');
    const count = name === 'package.json' ? 1 : 2;
    writeFileSync(path, replaceFirst(text, { from: `"version": "${old}"`, to: `"version": "${version}"`, count }));
  }
  for (const [name, pattern] of Object.entries(mentions)) {
    const path = join(folder, name);
    const text = readFileSync(path, 'utf8');
    const everywhere = new RegExp(pattern.source, `${pattern.flags}g`);
    const changed = text.replaceAll(everywhere, (whole, found) => whole.replace(found, version));
    if (!everywhere.test(text))
      throw new ReleaseError(`${name} no longer names the version: change scripts/release.mjs.`);
    writeFileSync(path, changed);
  }
  const path = join(folder, 'CHANGELOG.md');
  const today = new Date().toISOString().slice(0, 10);
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replace('## Unreleased\n', `## Unreleased\n\n## ${version} (${today})\n`),
  );
}

function replaceFirst(text, { from, to, count }) {
  let changed = text;
  for (let done = 0; done < count; done++) changed = changed.replace(from, to);
  return changed;
}

function step(name, [program, ...words], folder) {
  const startedAt = performance.now();
  console.log(`release: ${name} …`);
  execFileSync(program, words, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
  console.log(`release: ${name} done in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
}

function release(folder, { version, isTested }) {
  checkWish(folder, version);
  writeVersion(folder, version);
  step('packages', ['npm', 'ci', '--ignore-scripts', '--loglevel=error'], folder);
  step('checks', ['npm', 'run', '--silent', 'check'], folder);
  if (isTested) step('tests', ['npm', 'test'], folder);
  step('site', ['npm', 'run', '--silent', 'site'], folder);
  step('commit', ['git', 'commit', '--quiet', '--all', '--message', `chore(release): ${version}`], folder);
  if (isTested) step('the package as a stranger installs it', ['npm', 'run', '--silent', 'test:package'], folder);
  else step('package', ['npm', 'pack', '--loglevel=error'], folder);
  step('tag', ['git', 'tag', '--annotate', `v${version}`, '--message', readNotes(folder, version)], folder);
}

function dryRun(wish) {
  const folder = mkdtempSync(join(tmpdir(), 'bcb-release-'));
  try {
    execFileSync('git', ['clone', '--quiet', root, folder]);
    release(folder, wish);
    execFileSync('git', ['--no-pager', 'show', '--stat', '--format=%h %s%n', 'HEAD'], {
      cwd: folder,
      stdio: 'inherit',
    });
    console.log(`\n${readNotes(folder, wish.version)}\n\nDry run: nothing was changed here.`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const words = process.argv.slice(2);
const [version] = words.filter((word) => !word.startsWith('--'));
const wish = { version, isTested: !words.includes('--skip-tests') };
try {
  if (version === 'notes') console.log(readNotes(root, readVersion(root)));
  else if (words.includes('--dry-run')) dryRun(wish);
  else {
    release(root, wish);
    console.log(`\nPublish it with: git push origin HEAD v${version}`);
  }
} catch (error) {
  const isKnown = error instanceof ReleaseError || typeof error.status === 'number';
  if (!isKnown) throw error;
  console.error(`error: ${error.message}`);
  process.exitCode = 1;
}
