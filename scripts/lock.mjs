/**
 * `npm run lock [-- --upgrade] [PROFILE]`: resolves python/env/*.in into locks with hashes. A lock lists the wheels for every
 * supported platform but no address: any index that has files with these hashes will do. A distribution without a wheel
 * for a platform gets a marker that excludes it there. Versions in an existing lock are kept unless --upgrade is given.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const folder = fileURLToPath(new URL('../python/env/', import.meta.url));
const isUpgrade = process.argv.includes('--upgrade');
const only = process.argv.slice(2).find((word) => !word.startsWith('-')) ?? '';

/** The first one is the reference: versions are resolved for it, and the others use the same. */
const platforms = [
  { uv: 'x86_64-manylinux_2_28', marker: "sys_platform == 'linux' and platform_machine == 'x86_64'" },
  { uv: 'aarch64-manylinux_2_28', marker: "sys_platform == 'linux' and platform_machine == 'aarch64'" },
  { uv: 'aarch64-apple-darwin', marker: "sys_platform == 'darwin' and platform_machine == 'arm64'" },
  { uv: 'x86_64-apple-darwin', marker: "sys_platform == 'darwin' and platform_machine == 'x86_64'" },
];

/** Published only as source; pure Python, built by the locked setuptools. Everything else must be a wheel. */
const sourceOnly = ['flask-mail', 'wikipedia', 'wordninja'];

const normalize = (name) => name.toLowerCase().replace(/[-_.]+/g, '-');
const nameOf = (requirement) => normalize(/^[A-Za-z0-9._-]+/.exec(requirement)[0]);
const linesOf = (text) =>
  text
    .split('\n')
    .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
    .filter(Boolean);

async function readPins(name) {
  const path = join(folder, `${name}.txt`);
  const text = existsSync(path) ? await readFile(path, 'utf8') : '';
  return [...text.matchAll(/^([a-z0-9-]+)==([^\s;\\]+)/gm)].map(([, dist, version]) => `${dist}==${version}`);
}

async function uvCompile(options, words) {
  const target = ['--python-version', options.python, '--python-platform', options.platform];
  await run(
    process.env.UV ?? 'uv',
    ['pip', 'compile', '--no-config', '--quiet', '--no-header', '--no-annotate', ...target, ...words],
    {
      env: { ...process.env, UV_PYTHON_DOWNLOADS: 'never' },
    },
  );
}

/** Requirements → `name==version` of everything they need. */
async function resolve(work, requirements, { flags, preferences, ...target }) {
  const input = join(work, 'in.txt');
  const output = join(work, 'pins.txt');
  await writeFile(input, requirements.join('\n'));
  await writeFile(output, preferences.join('\n'));
  await uvCompile(target, ['--only-binary', ':all:', ...flags, input, '-o', output]);
  return linesOf(await readFile(output, 'utf8'));
}

/** `name==version` → the files that exist for a platform, with their hashes. */
async function listFiles(work, pins, { flags = [], ...target }) {
  const input = join(work, 'in.txt');
  const output = join(work, 'pylock.toml');
  await writeFile(input, pins.join('\n'));
  await rm(output, { force: true });
  await uvCompile(target, ['--no-deps', ...flags, '--format', 'pylock.toml', input, '-o', output]);
  return parsePylock(await readFile(output, 'utf8'));
}

function parsePylock(text) {
  return text
    .split('[[packages]]')
    .slice(1)
    .map((block) => {
      const field = (name) => new RegExp(`^${name} = "([^"]+)"`, 'm').exec(block)?.[1];
      const files = [...block.matchAll(/\/([^/"]+)"[^{}]*hashes = \{ sha256 = "([0-9a-f]{64})" \}/g)];
      return { name: field('name'), version: field('version'), files: files.map(([, file, hash]) => ({ file, hash })) };
    });
}

/** Wheels of the pinned distributions for one platform; those without any are found by bisection and skipped. */
async function findWheels(work, pins, options) {
  if (pins.length === 0) return [];
  try {
    return await listFiles(work, pins, { ...options, flags: ['--only-binary', ':all:'] });
  } catch (error) {
    if (!String(error.stderr).includes('No solution found')) throw error;
    if (pins.length === 1) return [];
  }
  const half = pins.length >> 1;
  return [
    ...(await findWheels(work, pins.slice(0, half), options)),
    ...(await findWheels(work, pins.slice(half), options)),
  ];
}

async function lock(work, { name, source, python, requirements, flags = [], seed = [], systems = platforms }) {
  if (!name.startsWith(only)) return;
  const reference = { python, platform: platforms[0].uv };
  const isSource = (requirement) => sourceOnly.includes(nameOf(requirement));
  const preferences = isUpgrade ? [] : [...seed, ...(await readPins(name))];
  const pins = await resolve(
    work,
    requirements.filter((line) => !isSource(line)),
    {
      ...reference,
      flags,
      preferences: [...new Map(preferences.map((pin) => [nameOf(pin), pin])).values()],
    },
  );
  const entries = new Map();
  for (const platform of systems) {
    for (const entry of await findWheels(work, pins, { python, platform: platform.uv })) {
      const merged = entries.get(entry.name) ?? { ...entry, hashes: new Set(), markers: [] };
      for (const { file, hash } of entry.files) if (file.endsWith('.whl')) merged.hashes.add(hash);
      merged.markers.push(platform.marker);
      entries.set(entry.name, merged);
    }
  }
  const sources = requirements.filter(isSource);
  for (const entry of sources.length === 0 ? [] : await listFiles(work, sources, reference)) {
    const hashes = entry.files.filter(({ file }) => !file.endsWith('.whl')).map(({ hash }) => hash);
    entries.set(entry.name, { ...entry, hashes: new Set(hashes), markers: platforms });
  }
  const header = `# Python ${python}. Written by \`npm run lock\` from ${source}: change that, not this.\n`;
  const body = [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1)).map(formatEntry);
  await writeFile(join(folder, `${name}.txt`), `${header}${body.join('')}`);
  process.stderr.write(`${name}.txt: ${entries.size} distributions\n`);
}

function formatEntry({ name, version, hashes, markers }) {
  const marker = markers.length === platforms.length ? '' : ` ; ${markers.map((each) => `(${each})`).join(' or ')}`;
  const lines = [...hashes].sort().map((hash) => ` \\\n    --hash=sha256:${hash}`);
  return `${name}==${version}${marker}${lines.join('')}\n`;
}

async function main() {
  const work = await mkdtemp(join(tmpdir(), 'bcb-lock-'));
  const read = async (name) => linesOf(await readFile(join(folder, name), 'utf8'));
  try {
    await lock(work, { name: 'uv', source: 'uv.in', python: '3.10', requirements: await read('uv.in') });
    const full = await read('full.in');
    await lock(work, { name: 'full-cp310', source: 'full.in', python: '3.10', requirements: full });
    const pins310 = await readPins('full-cp310');
    await lock(work, { name: 'full-cp311', source: 'full.in', python: '3.11', requirements: full, seed: pins310 });
    const starter = await read('starter.in');
    for (const minor of ['10', '11']) {
      const constraints = join(work, 'constraints.txt');
      await writeFile(constraints, (await readPins(`full-cp3${minor}`)).join('\n'));
      await lock(work, {
        name: `starter-cp3${minor}`,
        source: 'starter.in and the full lock',
        python: `3.${minor}`,
        requirements: starter,
        flags: ['--constraints', constraints],
      });
    }
    const floors = new Map(pins310.map((pin) => [nameOf(pin), pin.replace('==', '>=')]));
    for (const minor of ['12', '13']) {
      await lock(work, {
        name: `starter-cp3${minor}`,
        source: 'starter.in and the full lock',
        python: `3.${minor}`,
        requirements: [...starter, ...starter.map((line) => floors.get(nameOf(line)))],
        flags: ['--resolution', 'lowest-direct'],
      });
    }
    const vllm = { name: 'vllm-cp312', source: 'vllm.in', python: '3.12', systems: platforms.slice(0, 1) };
    await lock(work, { ...vllm, requirements: await read('vllm.in') });
    const weights = { source: 'weights.in', requirements: await read('weights.in'), systems: platforms.slice(0, 2) };
    await lock(work, { ...weights, name: 'weights-cp311', python: '3.11' });
    const seed = await readPins('weights-cp311');
    for (const minor of ['12', '13'])
      await lock(work, { ...weights, name: `weights-cp3${minor}`, python: `3.${minor}`, seed });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

try {
  await main();
} catch (error) {
  if (error.code !== 'ENOENT' || error.syscall === undefined) throw error;
  process.stderr.write('error: uv was not found: run `pip install uv`, or set UV=PATH.\n');
  process.exitCode = 1;
}
