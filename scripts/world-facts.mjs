/**
 * `node scripts/world-facts.mjs run WORLD FILE`: runs every reference solution once in an installed world (`modern-cp313`) and
 * writes what came of it to FILE, one line a task; a FILE that is there is gone on with.
 * `node scripts/world-facts.mjs build FILE…`: from the files of several rounds in one world writes assets/worlds/WORLD.json. A
 * program that ran out of wall time on a busy machine says nothing where
 * another round has measured it, and `run` runs it again. What a
 * failure's text does not tell, scripts/world-notes.json adds.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createJiti } from 'jiti';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const jiti = createJiti(import.meta.url);
const load = (path) => jiti.import(join(root, 'src', path));

const readLines = (file) =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean).map(JSON.parse) : [];

const isMeasured = ({ state }) => !state.reason?.startsWith('timeout: wall');
const numberOf = (id) => Number(id.split('/')[1]);

async function build(...files) {
  const { buildWorldFacts } = await load('dataset/world-facts.ts');
  const { worldOf } = await load('schema/python-environment.ts');
  const all = files.map(readLines);
  const rounds = all.map((lines) => new Map(lines.map((line) => [line.taskId, line])));
  // A round that is not over yet says what it says, but is not counted.
  const complete = all.filter((lines) => lines.length >= all[0].length).length;
  const fingerprints = all.flat().map(({ fingerprint }) => fingerprint);
  const worlds = [...new Set(fingerprints.flatMap((fingerprint) => worldOf(fingerprint) ?? []))];
  if (worlds.length !== 1) throw new Error(`These are of several worlds: ${worlds}`);
  const [world] = worlds;
  const notes = JSON.parse(readFileSync(join(root, 'scripts', 'world-notes.json'), 'utf8'));
  const { fails, ...facts } = buildWorldFacts({ world, dataset: 'v0.1.4' }, rounds);
  const listed = Object.entries(fails)
    .sort(([a], [b]) => numberOf(a) - numberOf(b))
    .map(
      ([id, fact]) =>
        `  ${JSON.stringify(id)}: ${JSON.stringify({ ...fact, ...(fact.why !== 'chance' && notes[numberOf(id)]) })}`,
    );
  const head = JSON.stringify({ ...facts, rounds: complete }).slice(0, -1);
  const target = join(root, 'assets', 'worlds', `${world}.json`);
  writeFileSync(target, `${head},\n"fails": {\n${listed.join(',\n')}\n}}\n`);
  process.stderr.write(`${target}: ${listed.length} of ${rounds[0].size} tasks do not hold\n`);
}

async function runRound(world, file) {
  const { loadTasks } = await load('dataset/load-tasks.ts');
  const { openExecutor } = await load('run/executor-table.ts');
  const { checkGroundTruth } = await load('evaluate/ground-truth/check-ground-truth.ts');
  const done = new Set(
    readLines(file)
      .filter(isMeasured)
      .map(({ taskId }) => taskId),
  );
  const { tasks } = await loadTasks({ subset: 'full', variables: process.env });
  const left = tasks.filter(({ id }) => !done.has(id));
  const warn = (sentence) => process.stderr.write(`${sentence}\n`);
  const runContext = { variables: process.env, cwd: process.cwd(), warn };
  const executor = await openExecutor(['local'], { libs: undefined, env: world }, runContext);
  try {
    for await (const found of checkGroundTruth({ tasks: left, executor, reruns: 0 })) {
      appendFileSync(file, `${JSON.stringify({ ...found, world, fingerprint: executor.info.fingerprint })}\n`);
    }
  } finally {
    await executor.close();
  }
}

const [verb, ...words] = process.argv.slice(2);
if (verb === 'run' && words.length === 2) await runRound(...words);
else if (verb === 'build' && words.length > 0) await build(...words);
else throw new Error('Usage: node scripts/world-facts.mjs run WORLD FILE | build FILE…');
