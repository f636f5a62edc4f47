/**
 * `npm run lock [-- --upgrade] [PROFILE]`: resolves python/env/*.in into locks with hashes. A lock lists the wheels for every
 * supported platform but no address: any index that has files with these hashes will do. A distribution without a wheel
 * for a platform gets a marker that excludes it there. Versions in an existing lock are kept unless --upgrade is given.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createJiti } from 'jiti';

const root = fileURLToPath(new URL('../', import.meta.url));
const folder = join(root, 'python', 'env');
const jiti = createJiti(import.meta.url);
const { linesOf, lockPlatforms, readPins, resolveLock } = await jiti.import(
  join(root, 'src/environment/resolve-lock.ts'),
);
const { normalizeName } = await jiti.import(join(root, 'src/environment/lock.ts'));

const isUpgrade = process.argv.includes('--upgrade');
const only = process.argv.slice(2).find((word) => !word.startsWith('-')) ?? '';
const uv = { path: process.env.UV ?? 'uv', variables: process.env, flags: [] };

const nameOf = (requirement) => normalizeName(/^[A-Za-z0-9._-]+/.exec(requirement)[0]);

async function pinsOf(name) {
  const path = join(folder, `${name}.txt`);
  return existsSync(path) ? readPins(await readFile(path, 'utf8')) : [];
}

async function lock({ name, source, python, seed = [], date, ...options }) {
  if (!name.startsWith(only)) return;
  const known = isUpgrade ? [] : [...seed, ...(await pinsOf(name))];
  const preferences = [...new Map(known.map((pin) => [nameOf(pin), pin])).values()];
  const body = await resolveLock({ uv, python, preferences, ...options });
  const when = date === undefined ? '' : `, ${date}`;
  const header = `# Python ${python}${when}. Written by \`npm run lock\` from ${source}: change that, not this.\n`;
  await writeFile(join(folder, `${name}.txt`), `${header}${body}`);
  process.stderr.write(`${name}.txt: ${readPins(body).length} distributions\n`);
}

async function main() {
  const work = await mkdtemp(join(tmpdir(), 'bcb-lock-'));
  const read = async (name) => linesOf(await readFile(join(folder, name), 'utf8'));
  try {
    await lock({ name: 'uv', source: 'uv.in', python: '3.10', requirements: await read('uv.in') });
    const full = await read('full.in');
    await lock({ name: 'full-cp310', source: 'full.in', python: '3.10', requirements: full });
    const pins310 = await pinsOf('full-cp310');
    await lock({ name: 'full-cp311', source: 'full.in', python: '3.11', requirements: full, seed: pins310 });
    const starter = await read('starter.in');
    for (const minor of ['10', '11']) {
      const constraints = join(work, 'constraints.txt');
      await writeFile(constraints, (await pinsOf(`full-cp3${minor}`)).join('\n'));
      await lock({
        name: `starter-cp3${minor}`,
        source: 'starter.in and the full lock',
        python: `3.${minor}`,
        requirements: starter,
        flags: ['--constraints', constraints],
      });
    }
    const floors = new Map(pins310.map((pin) => [nameOf(pin), pin.replace('==', '>=')]));
    for (const minor of ['12', '13']) {
      await lock({
        name: `starter-cp3${minor}`,
        source: 'starter.in and the full lock',
        python: `3.${minor}`,
        requirements: [...starter, ...starter.map((line) => floors.get(nameOf(line)))],
        flags: ['--resolution', 'lowest-direct'],
      });
    }
    const modern = { source: 'modern.in', date: new Date().toISOString().slice(0, 10) };
    for (const minor of ['12', '13']) {
      const name = `modern-cp3${minor}`;
      await lock({ ...modern, name, python: `3.${minor}`, requirements: await read('modern.in') });
    }
    const vllm = { name: 'vllm-cp312', source: 'vllm.in', python: '3.12', platforms: lockPlatforms.slice(0, 1) };
    await lock({ ...vllm, requirements: await read('vllm.in') });
    const weights = {
      source: 'weights.in',
      requirements: await read('weights.in'),
      platforms: lockPlatforms.slice(0, 2),
    };
    await lock({ ...weights, name: 'weights-cp311', python: '3.11' });
    const seed = await pinsOf('weights-cp311');
    for (const minor of ['12', '13'])
      await lock({ ...weights, name: `weights-cp3${minor}`, python: `3.${minor}`, seed });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(
    `error: ${error.message}\n${error.data?.output ?? ''}\nIs uv there? \`pip install uv\`, or set UV=PATH.\n`,
  );
  process.exitCode = 1;
}
