/**
 * `node scripts/choose-quick.mjs MATRIX.csv [--write]`: chooses the tasks of the quick subset by how well they tell published
 * models apart, and measures on models that had no part in choosing them how well it orders models, beside the subset that is
 * shipped. With --write it becomes the next version in assets/public-tasks.json; earlier ones stay.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createJiti } from 'jiti';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const target = join(root, 'assets', 'public-tasks.json');
const jiti = createJiti(import.meta.url);
const load = (path) => jiti.import(join(root, 'src', path));

const folds = 5;
const repeats = 6;
const sizes = [80, 90, 100];
const tries = 60;
const chosenSize = Number(process.env.QUICK_TASKS ?? 100);

const [matrixPath, ...flags] = process.argv.slice(2);
if (!matrixPath) throw new Error('Usage: node scripts/choose-quick.mjs MATRIX.csv [--write]');
const { readResponseMatrix } = await load('upstream/response-matrix.ts');
const { knownCosts, knownToNeedNetwork } = await load('dataset/public-tasks.ts');
const { createRandom } = await load('util/random.ts');

const facts = JSON.parse(readFileSync(target, 'utf8'));
const matrix = await readResponseMatrix(matrixPath);
const numberOf = (id) => Number(id.split('/')[1]);
const order = [...matrix.taskIds.keys()].sort((a, b) => numberOf(matrix.taskIds[a]) - numberOf(matrix.taskIds[b]));
const taskIds = order.map((at) => matrix.taskIds[at]);
const rows = matrix.rows.map(({ passes }) => Float64Array.from(order, (at) => passes[at]));
const random = createRandom(2026);

const shuffle = (items) => {
  const shuffled = [...items];
  for (let at = shuffled.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [shuffled[at], shuffled[other]] = [shuffled[other], shuffled[at]];
  }
  return shuffled;
};
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const full = new Map(rows.map((row) => [row, mean([...row])]));

/** The quick subset is to be quick, and to run anywhere: without the slowest tasks and those that need the network. */
const pool = [...taskIds.keys()].filter((task) => !knownCosts[taskIds[task]] && !knownToNeedNetwork.has(taskIds[task]));

/** What each model solves of a task. */
const columnOf = (models, task) => models.map((row) => row[task]);

function correlate(one, other) {
  const [a, b] = [mean(one), mean(other)];
  const sum = (of) => one.reduce((all, _, at) => all + of(one[at] - a, other[at] - b), 0);
  return sum((x, y) => x * y) / (Math.sqrt(sum((x) => x * x) * sum((_, y) => y * y)) || 1);
}

/** From each stretch of difficulty, the task that goes best with the score over all other tasks; then the best exchanges. */
function choose(models, count) {
  const scores = models.map((row) => full.get(row));
  const known = pool.map((task) => {
    const column = columnOf(models, task);
    const others = scores.map((score, at) => score - column[at] / taskIds.length);
    return { task, solved: mean(column), discrimination: correlate(column, others) };
  });
  const sorted = known.sort((a, b) => a.solved - b.solved || a.task - b.task);
  const chosen = Array.from({ length: count }, (_, at) => {
    const [from, to] = [at, at + 1].map((edge) => Math.floor((edge * sorted.length) / count));
    return sorted.slice(from, to).reduce((best, each) => (each.discrimination > best.discrimination ? each : best))
      .task;
  });
  return exchange(models, chosen).sort((a, b) => a - b);
}

/** Exchanges each task once for the one of some others with which the number of solved ones goes best with the full score. */
function exchange(models, start) {
  const scores = models.map((row) => full.get(row));
  const columns = new Map(pool.map((task) => [task, columnOf(models, task)]));
  const chosen = [...start];
  let counts = models.map((row) => start.reduce((sum, task) => sum + row[task], 0));
  for (const [place, old] of start.entries()) {
    const offered = [old, ...shuffle(pool).slice(0, tries)].filter((task) => task === old || !chosen.includes(task));
    const exchanged = offered.map((task) => {
      const sums = counts.map((solved, at) => solved - columns.get(old)[at] + columns.get(task)[at]);
      return { task, sums, worth: correlate(sums, scores) };
    });
    const best = exchanged.reduce((one, other) => (other.worth > one.worth ? other : one));
    chosen[place] = best.task;
    counts = best.sums;
  }
  return chosen;
}

/** How version 1 was chosen: the best of many systematic samples over solve rates. */
function sampleSystematically(models, count) {
  const solves = new Map(pool.map((task) => [task, mean(columnOf(models, task))]));
  const scores = models.map((row) => full.get(row));
  const draw = () => {
    const sorted = shuffle(pool).sort((a, b) => solves.get(a) - solves.get(b));
    const step = pool.length / count;
    const from = random() * step;
    return Array.from({ length: count }, (_, at) => sorted[Math.floor(from + at * step)]);
  };
  const candidates = Array.from({ length: 200 }, draw);
  const worth = (places) =>
    correlate(
      models.map((row) => shareOf(row, places)),
      scores,
    );
  return candidates.map((places) => ({ places, worth: worth(places) })).sort((a, b) => b.worth - a.worth)[0].places;
}

const shareOf = (row, places) => mean(places.map((task) => row[task]));

/** Least squares of the full score on the share of the subset and its square. */
function fitScore(models, places) {
  const xs = models.map((row) => shareOf(row, places)).map((share) => [1, share, share ** 2]);
  const ys = models.map((row) => full.get(row));
  const system = [0, 1, 2].map((i) => [
    ...[0, 1, 2].map((j) => mean(xs.map((x) => x[i] * x[j]))),
    mean(xs.map((x, at) => x[i] * ys[at])),
  ]);
  for (let at = 0; at < 3; at++) {
    for (let other = 0; other < 3; other++) {
      if (other === at) continue;
      const factor = system[other][at] / system[at][at];
      for (let k = at; k < 4; k++) system[other][k] -= factor * system[at][k];
    }
  }
  return system.map((row, at) => row[3] / row[at]);
}

const predict = ([a, b, c], share) => a + b * share + c * share ** 2;

/** Kendall's tau, and of how many pairs a gap apart the order is right, where half a tie counts as right. */
function judgeOrder(held, places) {
  const gaps = [
    [2, 4],
    [4, 6],
    [6, 10],
    [10, 100],
  ].map(([low, high]) => ({ low, high, right: 0, pairs: 0 }));
  let agreeing = 0;
  let pairs = 0;
  for (const [at, one] of held.entries()) {
    for (const other of held.slice(at + 1)) {
      const gap = full.get(one) - full.get(other);
      const found = shareOf(one, places) - shareOf(other, places);
      if (gap === 0) continue;
      const right = found === 0 ? 0.5 : Number(found > 0 === gap > 0);
      agreeing += 2 * right - 1;
      pairs++;
      const points = Math.abs(100 * gap);
      for (const each of gaps) {
        if (points < each.low || points >= each.high) continue;
        each.right += right;
        each.pairs++;
      }
    }
  }
  return { tau: agreeing / pairs, gaps };
}

/** What a way to choose gives, on models that were held out of it. */
function crossValidate(chooseFrom) {
  const taus = [];
  const errors = [];
  const gaps = [];
  for (const [training, held] of splits) {
    const places = chooseFrom(training);
    const weights = fitScore(training, places);
    const found = judgeOrder(held, places);
    taus.push(found.tau);
    gaps.push(found.gaps);
    errors.push(...held.map((row) => predict(weights, shareOf(row, places)) - full.get(row)));
  }
  const right = gaps[0].map((_, at) => {
    const sum = (key) => gaps.reduce((all, each) => all + each[at][key], 0);
    return sum('right') / sum('pairs');
  });
  return { tau: mean(taus), errors: errors.sort((a, b) => a - b), right };
}

const splits = Array.from({ length: repeats }, () => shuffle(rows)).flatMap((shuffled) =>
  Array.from({ length: folds }, (_, fold) => [
    shuffled.filter((_, at) => at % folds !== fold),
    shuffled.filter((_, at) => at % folds === fold),
  ]),
);

const quantile = (sorted, at) => sorted[Math.round(at * (sorted.length - 1))];
const digits = (value, count) => Number(value.toFixed(count));
const describe = (name, { tau, errors, right }) => {
  const error = digits(100 * mean(errors.map(Math.abs)), 2);
  console.log(`| ${[name, tau.toFixed(3), ...right.map((share) => share.toFixed(3)), error].join(' | ')} |`);
};
console.log('| tasks | τ | order right, gap 2–4 | 4–6 | 6–10 | > 10 | mean error |\n|---|---|---|---|---|---|---|');
const quickOf = (version) => version.tasks.map((number) => taskIds.indexOf(`BigCodeBench/${number}`));
for (const [version, each] of Object.entries(facts.quick)) {
  describe(
    `version ${version}, ${each.tasks.length} tasks, had all models`,
    crossValidate(() => quickOf(each)),
  );
}
describe(
  '150 tasks at random',
  crossValidate(() => shuffle(pool).slice(0, 150)),
);
describe(
  '150 tasks, chosen as version 1 was',
  crossValidate((models) => sampleSystematically(models, 150)),
);
for (const size of sizes)
  describe(
    `${size} tasks`,
    crossValidate((models) => choose(models, size)),
  );

if (flags.includes('--write')) {
  const places = choose(rows, chosenSize);
  const { errors } = crossValidate((models) => choose(models, chosenSize));
  const version = {
    date: new Date().toISOString().slice(0, 10),
    tasks: places.map((task) => numberOf(taskIds[task])),
    error: [digits(-quantile(errors, 0.975), 4), digits(-quantile(errors, 0.025), 4)],
    weights: fitScore(rows, places).map((weight) => digits(weight, 5)),
  };
  facts.quick[Math.max(...Object.keys(facts.quick).map(Number)) + 1] = version;
  const lines = Object.entries(facts).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  writeFileSync(target, `{\n${lines.join(',\n')}\n}\n`);
}
