import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { resolveDataFolder } from '../../src/environment/data-folder.ts';
import { listEnvironments } from '../../src/environment/load-environment.ts';
import { adjustBenjaminiHochberg, adjustHolm } from '../../src/score/adjust-p.ts';
import { assignTiers, rankRanges, resampleScores } from '../../src/score/board/ranks.ts';
import { fightOverTasks, rateUpstream } from '../../src/score/elo/elo-upstream.ts';
import { comparePaired, testSignFlip } from '../../src/score/paired/compare-paired.ts';
import { readResponseMatrix } from '../../src/upstream/response-matrix.ts';
import { createRandom } from '../../src/util/random.ts';
import { describeNeeding } from '../../src/util/testing/needs.ts';
import { recordings, sharedData } from '../../src/util/testing/shared-data.ts';
import { fullEnvironment } from '../e2e/testing/installed.ts';

const environments = await listEnvironments(resolveDataFolder(process.env));
const python = environments.find(({ environment }) => environment.profile === 'full')?.environment.python;

const opinionSchema = z.object({
  p: z.array(z.number()),
  holm: z.array(z.number()),
  fdr: z.array(z.number()),
  intervals: z.array(z.tuple([z.number(), z.number()])),
  permutation: z.array(z.number()),
  tiers: z.array(z.number()),
  ranks: z.array(z.tuple([z.number(), z.number()])),
  elo: z.array(z.number()),
});

describeNeeding(recordings, fullEnvironment)('a second implementation on the published matrix', () => {
  const random = createRandom(17);
  let rows: readonly Float64Array[];
  let pairs: readonly (readonly [number, number])[];
  let differences: readonly Float64Array[];
  let opinion: z.infer<typeof opinionSchema>;

  beforeAll(async () => {
    const matrix = await readResponseMatrix(sharedData('leaderboard', 'complete-matrix.csv'));
    rows = matrix.rows.map(({ passes }) => passes);
    const pick = () => Math.floor(random() * rows.length);
    pairs = Array.from({ length: 10 }, () => [pick(), pick()]);
    // Shares of samples: each model as the mean of itself and two others.
    differences = pairs.slice(0, 4).map(([a, b]) => {
      const others = [pick(), pick(), pick(), pick()];
      return Float64Array.from(rows[0] ?? [], (_, task) => {
        const at = (model: number) => rows[model]?.[task] ?? 0;
        return (at(b) + at(others[0] ?? 0) + at(others[1] ?? 0) - at(a) - at(others[2] ?? 0) - at(others[3] ?? 0)) / 3;
      });
    });
    const script = fileURLToPath(new URL('testing/second_statistics.py', import.meta.url));
    const request = { rows: rows.map((row) => [...row]), pairs, differences: differences.map((row) => [...row]) };
    const words = { input: JSON.stringify(request), encoding: 'utf8', maxBuffer: 2 ** 26 } as const;
    opinion = opinionSchema.parse(JSON.parse(execFileSync(python ?? '', ['-I', script], words)));
  }, 600_000);

  const compared = () =>
    pairs.map(([a, b]) => comparePaired({ a: rows[a] ?? new Float64Array(), b: rows[b] ?? new Float64Array() }));

  test('exact McNemar of ten random pairs, and their Holm and Benjamini–Hochberg adjustments', () => {
    const p = compared().map((comparison) => comparison.p);
    for (const [at, value] of p.entries()) expect(value).toBeCloseTo(opinion.p[at] ?? -1, 10);
    for (const [at, value] of adjustHolm(p).entries()) expect(value).toBeCloseTo(opinion.holm[at] ?? -1, 10);
    for (const [at, value] of adjustBenjaminiHochberg(p).entries()) {
      expect(value).toBeCloseTo(opinion.fdr[at] ?? -1, 10);
    }
  });

  test('bootstrap intervals of the same pairs, within a tenth of a point', () => {
    for (const [at, { interval }] of compared().entries()) {
      for (const [side, bound] of interval.entries()) {
        expect(Math.abs(bound - (opinion.intervals[at]?.[side] ?? 9))).toBeLessThan(0.001);
      }
    }
  });

  test('sign-flip permutations of shares, within what drawing them allows', () => {
    for (const [at, values] of differences.entries()) {
      expect(Math.abs(testSignFlip(values) - (opinion.permutation[at] ?? 9))).toBeLessThan(0.02);
    }
  });

  test('tiers of all models', () => {
    expect(assignTiers(rows)).toEqual(opinion.tiers);
  });

  test('rank ranges of all models, within a rank', () => {
    const ranges = rankRanges(resampleScores(rows));
    const off = ranges.flatMap((range, model) =>
      range.map((rank, side) => Math.abs(rank - (opinion.ranks[model]?.[side] ?? 99))),
    );
    expect(Math.max(...off)).toBeLessThanOrEqual(1);
  });

  test('the plain Elo fit of all models, within a hundredth of a point', () => {
    const ratings = rateUpstream(fightOverTasks([rows]), 1);
    for (const [model, { rating }] of ratings.entries()) {
      expect(Math.abs(rating - (opinion.elo[model] ?? 0))).toBeLessThan(0.01);
    }
  });
});
