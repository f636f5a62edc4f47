/**
 * `node scripts/task-needs.mjs`: writes python/env/task-needs.json, from which `bcb doctor` knows the tasks affected by a
 * missing library. Needs a build, the dataset (`bcb dataset pull`) and the full environment (`bcb env install`).
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What tasks need besides the modules they import: measured by running every reference solution without it. */
const features = {
  network: [101, 176, 314, 590, 1005, 1012],
  'nltk-data': [177, 290, 332, 334, 376, 383, 633, 635, 655, 656, 658, 726, 734, 806, 808, 849, 940, 1109],
  'python-on-path': [1101, 1103, 1104],
  'python-3.11': [111, 276],
};

const bcb = (...words) =>
  execFileSync(process.execPath, [join(root, 'dist', 'bin.js'), ...words], { encoding: 'utf8' });

function main() {
  const { version, tasks } = JSON.parse(bcb('dataset', 'list', '--json'));
  // Reached through another library, so the dataset does not list it.
  const byModule = new Map([['pkg_resources', [227]]]);
  for (const { task_id: id, libs } of tasks) {
    for (const lib of libs) byModule.set(lib, [...(byModule.get(lib) ?? []), Number(id.split('/')[1])]);
  }
  const document = {
    dataset: version,
    tasks: tasks.length,
    features: mapValues(Object.entries(features), formatRanges),
    modules: mapValues([...byModule].sort(), formatRanges),
    distributions: mapValues(findDependents(bcb('env', 'path', '--profile', 'full').trim(), byModule), (each) => each),
  };
  writeFileSync(join(root, 'python', 'env', 'task-needs.json'), `${JSON.stringify(document, null, 1)}\n`);
}

/** For each distribution, the modules that tasks cannot use without it: its own, and those of whatever requires it. */
function findDependents(folder, byModule) {
  const manifest = JSON.parse(readFileSync(join(folder, 'environment.json'), 'utf8'));
  const libraries = join(folder, 'venv', 'lib');
  const site = join(libraries, readdirSync(libraries)[0], 'site-packages');
  const requiredBy = new Map(manifest.distributions.map(({ name }) => [name, []]));
  for (const info of readdirSync(site).filter((name) => name.endsWith('.dist-info'))) {
    const name = normalize(info.split('-')[0]);
    const metadata = readFileSync(join(site, info, 'METADATA'), 'utf8');
    for (const [, required, rest] of metadata.matchAll(/^Requires-Dist: ([A-Za-z0-9._-]+)(.*)$/gm)) {
      if (!/extra *==/.test(rest)) requiredBy.get(normalize(required))?.push(name);
    }
  }
  // Keras imports TensorFlow without saying so.
  requiredBy.get('tensorflow-cpu').push('keras');
  const modulesOf = new Map(manifest.distributions.map(({ name, modules }) => [name, modules]));
  return manifest.distributions.flatMap(({ name }) => {
    const reached = new Set([name]);
    for (const each of reached) for (const dependent of requiredBy.get(each)) reached.add(dependent);
    const modules = [...reached].flatMap((each) => modulesOf.get(each)).filter((module) => byModule.has(module));
    return modules.length === 0 ? [] : [[name, [...new Set(modules)].sort()]];
  });
}

const normalize = (name) => name.toLowerCase().replace(/[-_.]+/g, '-');
const mapValues = (entries, map) => Object.fromEntries(entries.map(([key, value]) => [key, map(value)]));

/** `[1, 2, 3, 7]` → `1-3,7`. */
function formatRanges(ids) {
  const ranges = [];
  for (const id of ids.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last?.[1] === id - 1) last[1] = id;
    else ranges.push([id, id]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',');
}

main();
