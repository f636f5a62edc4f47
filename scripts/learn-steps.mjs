/**
 * `node scripts/learn-steps.mjs EXECUTIONS.jsonl…`: adds what honest programs were flagged for to the lists of what is
 * known (python/bcb_runner/judge/known-*.txt). The files come from `bcb exec` over reference solutions and recorded
 * answers. A step that a program takes itself, not through a library, is never added.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const judge = join(import.meta.dirname, '..', 'python', 'bcb_runner', 'judge');
const stepPrefix = 'integrity:step ';
const changePrefix = 'integrity:changed ';
/** A class or module that changes itself in more places than this is known as a whole. */
const mostNames = 5;

function readLines(path) {
  return readFileSync(path, 'utf8').split('\n').filter(Boolean);
}

const flags = process.argv.slice(2).flatMap((path) => readLines(path).flatMap((line) => JSON.parse(line).flags));
const takenByLibraries = (step) => !/ (program|made) < /.test(step);
learn(
  'known-steps.txt',
  flags
    .filter((flag) => flag.startsWith(stepPrefix))
    .map((flag) => flag.slice(stepPrefix.length))
    .filter(takenByLibraries),
  generalize,
);
learn(
  'known-changes.txt',
  flags.filter((flag) => flag.startsWith(changePrefix)).map((flag) => flag.slice(changePrefix.length)),
  summarize,
);

function learn(file, found, simplify = (lines) => lines) {
  const path = join(judge, file);
  const lines = readLines(path);
  const comments = lines.filter((line) => line.startsWith('#'));
  const known = new Set(lines.filter((line) => !line.startsWith('#')));
  const before = known.size;
  for (const line of found) known.add(line);
  const kept = simplify([...known]).sort();
  writeFileSync(path, [...comments, ...kept, ''].join('\n'));
  console.log(`${file}: ${before} → ${kept.length}`);
}

/** `*` in place of many libraries that take the same step. */
function generalize(steps) {
  const byInner = groupBy(steps, (step) => step.slice(0, step.indexOf(' < ')));
  return [...byInner].flatMap(([inner, own]) => {
    const [direct, through] = [own.filter(isDirect), own.filter((step) => !isDirect(step))];
    return through.length > mostNames || through.includes(`${inner} < *`) ? [...direct, `${inner} < *`] : own;
  });
}

function isDirect(step) {
  return / < (program|made)$/.test(step);
}

/** `owner.*` in place of many names of one owner. */
function summarize(names) {
  return [...groupBy(names, ownerOf)].flatMap(([owner, own]) =>
    own.length > mostNames || own.includes(`${owner}.*`) ? [`${owner}.*`] : own,
  );
}

function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

function ownerOf(name) {
  return name.slice(0, name.lastIndexOf('.'));
}
