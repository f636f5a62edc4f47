/**
 * `node scripts/published-facts.mjs MATRIX.csv`: writes what the published matrix of models and tasks says
 * to assets/public-tasks.json: how many models solve each task, on how many tasks two of them differ, and how far an estimate
 * from a part of the tasks was off for models that had no say in it. scripts/choose-quick.mjs chooses the quick subset.
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
const repeats = 4;
const partSizes = [20, 50, 100, 200, 400, 700];
const partDraws = 8;

const [matrixPath] = process.argv.slice(2);
if (!matrixPath) throw new Error('Usage: node scripts/published-facts.mjs MATRIX.csv');
const { readResponseMatrix } = await load('upstream/response-matrix.ts');
const { estimateFull } = await load('score/full-estimate.ts');
const { createRandom } = await load('util/random.ts');

const matrix = await readResponseMatrix(matrixPath);
const numberOf = (id) => Number(id.split('/')[1]);
const order = [...matrix.taskIds.keys()].sort((a, b) => numberOf(matrix.taskIds[a]) - numberOf(matrix.taskIds[b]));
const taskIds = order.map((at) => matrix.taskIds[at]);
const rows = matrix.rows.map(({ passes }) => Float64Array.from(order, (at) => passes[at]));
const random = createRandom(1140);

const shuffle = (items) => {
  const shuffled = [...items];
  for (let at = shuffled.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [shuffled[at], shuffled[other]] = [shuffled[other], shuffled[at]];
  }
  return shuffled;
};
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const countSolves = (models) => taskIds.map((_, task) => models.reduce((sum, row) => sum + row[task], 0));

/** Rasch difficulties. Of models that all answered everything, a task's difficulty depends on its solves alone. */
function fitDifficulties(models) {
  const solves = countSolves(models);
  const distinct = [...new Set(solves)];
  const weight = new Map(distinct.map((count) => [count, solves.filter((other) => other === count).length]));
  const scores = models.map((row) => row.reduce((sum, value) => sum + value, 0));
  const abilities = scores.map(() => 0);
  const difficulty = new Map(distinct.map((count) => [count, 0]));
  const chance = (ability, count) => 1 / (1 + Math.exp(difficulty.get(count) - ability));
  for (let round = 0; round < 60; round++) {
    for (const count of distinct) difficulty.set(count, solveDifficulty(abilities, count));
    for (const [model, score] of scores.entries()) {
      let gradient = score - abilities[model];
      let curvature = 1;
      for (const count of distinct) {
        const expected = chance(abilities[model], count);
        gradient -= weight.get(count) * expected;
        curvature += weight.get(count) * expected * (1 - expected);
      }
      abilities[model] += Math.max(-0.5, Math.min(0.5, gradient / curvature));
    }
    const center = mean(abilities);
    for (const model of abilities.keys()) abilities[model] -= center;
  }
  return { abilities, difficulties: solves.map((count) => difficulty.get(count)) };
}

/** Half a model more or less keeps tasks that nobody or everybody solves finite. */
function solveDifficulty(abilities, count) {
  const wanted = Math.min(abilities.length - 0.5, Math.max(0.5, count));
  let [low, high] = [-15, 15];
  for (let at = 0; at < 32; at++) {
    const middle = (low + high) / 2;
    const expected = abilities.reduce((sum, ability) => sum + 1 / (1 + Math.exp(middle - ability)), 0);
    if (expected > wanted) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

const errorOf = (row, places, difficulties) => {
  const taken = new Set(places);
  const judged = places.map((task) => ({ difficulty: difficulties[task], passed: row[task] }));
  const left = difficulties.filter((_, task) => !taken.has(task));
  return estimateFull({ judged, left }) - mean(row);
};

/** Models that are held out, with what the others say of the tasks. */
const splits = Array.from({ length: repeats }, () => shuffle(rows)).flatMap((shuffled) =>
  Array.from({ length: folds }, (_, fold) => {
    const training = shuffled.filter((_, at) => at % folds !== fold);
    const held = shuffled.filter((_, at) => at % folds === fold);
    return { training, held, ...fitDifficulties(training) };
  }),
);

/** Errors for models that neither chose the tasks nor set the difficulties. */
function crossValidate(choose) {
  const errors = splits.flatMap(({ training, held, difficulties }) =>
    choose(training, difficulties).flatMap((places) => held.map((row) => errorOf(row, places, difficulties))),
  );
  return errors.sort((a, b) => a - b);
}

const quantile = (sorted, at) => sorted[Math.min(sorted.length - 1, Math.max(0, Math.round(at * (sorted.length - 1))))];
const reachOf = (errors) =>
  quantile(
    errors.map(Math.abs).sort((a, b) => a - b),
    0.95,
  );

const { abilities } = fitDifficulties(rows);
const parts = partSizes.map((size) => {
  const draw = () => shuffle(taskIds.keys()).slice(0, size);
  const reach = reachOf(crossValidate(() => Array.from({ length: partDraws }, draw)));
  return { size, reach, squared: reach ** 2 / (1 - size / taskIds.length) };
});
// reach² / (1 − n/N) = noise² / n + misfit², by least squares of relative errors.
const sums = parts.reduce(
  (all, { size, squared }) => {
    const [x, y] = [1 / size / squared, 1 / squared];
    return { xx: all.xx + x * x, xy: all.xy + x * y, yy: all.yy + y * y, x: all.x + x, y: all.y + y };
  },
  { xx: 0, xy: 0, yy: 0, x: 0, y: 0 },
);
const determinant = sums.xx * sums.yy - sums.xy ** 2;
const noise = Math.sqrt((sums.x * sums.yy - sums.y * sums.xy) / determinant);
const misfit = Math.sqrt(Math.max(0, (sums.y * sums.xx - sums.x * sums.xy) / determinant));

const digits = (value, count) => Number(value.toFixed(count));

/** For gaps of so many points, the median share of tasks on which two models differ. */
function measureDiscordance() {
  const edges = [0, 1, 2, 3, 4, 6, 8, 10, 12, 15, 20, 25, 30, 40, 60];
  const scores = rows.map((row) => mean([...row]));
  const pairs = rows.flatMap((row, at) =>
    rows.slice(0, at).map((other, before) => ({
      gap: 100 * Math.abs(scores[at] - scores[before]),
      share: row.reduce((sum, value, task) => sum + Math.abs(value - other[task]), 0) / row.length,
    })),
  );
  return edges.slice(1).map((high, at) => {
    const low = edges[at];
    const found = pairs.filter(({ gap }) => gap >= low && gap < high).map(({ share }) => share);
    return [
      (low + high) / 200,
      digits(
        quantile(
          found.sort((a, b) => a - b),
          0.5,
        ),
        3,
      ),
    ];
  });
}

const bySolves = Array.from({ length: rows.length + 1 }, (_, count) => digits(solveDifficulty(abilities, count), 2));
const facts = {
  ...JSON.parse(readFileSync(target, 'utf8')),
  models: rows.length,
  solves: countSolves(rows),
  difficultyBySolves: bySolves,
  discordance: measureDiscordance(),
  partialError: { noise: digits(noise, 3), misfit: digits(misfit, 4) },
};
const lines = Object.entries(facts).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`);
writeFileSync(target, `{\n${lines.join(',\n')}\n}\n`);
for (const { size, reach } of parts) {
  const fitted = Math.sqrt((noise ** 2 / size + misfit ** 2) * (1 - size / taskIds.length));
  console.log(
    `${size} tasks at random: 95% within ${(100 * reach).toFixed(2)} points (formula ${(100 * fitted).toFixed(2)})`,
  );
}
