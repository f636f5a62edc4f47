/** What an audit costs compared with running the reference solutions once, and how sharp dissent is with few models. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAuditLog } from '../src/audit/audit-log.ts';
import { auditTasks } from '../src/audit/audit-tasks.ts';
import { findAgreement } from '../src/audit/dissent/dissent.ts';
import { type RecordedAnswer, readRecordedAnswers } from '../src/compare/recorded-answers.ts';
import { loadTasks } from '../src/dataset/load-tasks.ts';
import { publishedSolveRate } from '../src/dataset/public-tasks.ts';
import { resolveDataFolder } from '../src/environment/data-folder.ts';
import { loadEnvironment } from '../src/environment/load-environment.ts';
import { checkGroundTruth } from '../src/evaluate/ground-truth/check-ground-truth.ts';
import type { Executor } from '../src/executor/executor.ts';
import { createLocalExecutor } from '../src/executor/local/create-local-executor.ts';
import type { Task } from '../src/schema/task.ts';
import { collect } from '../src/util/collect.ts';
import { createRandom } from '../src/util/random.ts';
import { sharedData } from '../src/util/testing/shared-data.ts';
import type { BenchResult } from './support/results.ts';

const tasksFile = sharedData('bigcodebench-v0.1.4.jsonl.gz');
/** So many random tasks; 1140 for all, 0 for none. */
const count = Number(process.env.BCB_AUDIT_TASKS ?? 30);
const repeats = 60;

export async function run(): Promise<BenchResult> {
  if (!existsSync(tasksFile)) return { skipped: '../shared/data does not exist' };
  const { tasks } = await loadTasks({ subset: tasksFile });
  const answers = await readRecordedAnswers([
    sharedData('runs'),
    sharedData('samples', 'qwen2.5-coder-7b-instruct--complete.eval_results.json.gz'),
  ]);
  const rows = measureDissent(tasks, answers);
  const sharpness = { title: `dissent among k of 9 models, mean of ${repeats} draws`, rows };
  if (count === 0) return [sharpness];
  const random = createRandom(1);
  const chosen = tasks
    .map((task) => ({ task, at: random() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, count);
  const cost = await measureCost(chosen.map(({ task }) => task));
  return [sharpness, { title: `${count} random tasks`, rows: cost }];
}

/** How many tasks dissent names, and how many of them hardly any published model solves. */
function measureDissent(tasks: readonly Task[], answers: ReadonlyMap<string, readonly RecordedAnswer[]>): string[][] {
  const models = [...new Set([...answers.values()].flat().map(({ model }) => model))];
  const random = createRandom(2);
  const name = (chosen: readonly string[]) =>
    tasks.flatMap(({ id }) =>
      findAgreement((answers.get(id) ?? []).filter(({ model }) => chosen.includes(model))) ? [id] : [],
    );
  const final = new Set(name(models));
  const rows = [3, 6, 9].map((k) => {
    const draws = Array.from({ length: k === models.length ? 1 : repeats }, () =>
      name(
        models
          .map((model) => ({ model, at: random() }))
          .sort((a, b) => a.at - b.at)
          .slice(0, k)
          .map(({ model }) => model),
      ),
    );
    const mean = (count: (ids: readonly string[]) => number) =>
      draws.reduce((sum, ids) => sum + count(ids), 0) / draws.length;
    const named = mean((ids) => ids.length);
    const share = (count: (id: string) => boolean) =>
      `${((100 * mean((ids) => ids.filter(count).length)) / named).toFixed(0)}%`;
    const rate = (id: string) => publishedSolveRate(id) ?? 0;
    return [
      String(k),
      named.toFixed(1),
      share((id) => rate(id) <= 0.02),
      share((id) => rate(id) >= 0.2),
      share((id) => final.has(id)),
    ];
  });
  return [
    ['models', 'tasks named', 'solved by ≤ 2% of published models', 'by ≥ 20% (discarded)', 'also named by all 9'],
    ...rows,
  ];
}

async function measureCost(tasks: readonly Task[]): Promise<string[][]> {
  const { environment } = await loadEnvironment({ dataFolder: resolveDataFolder(process.env), isLargest: true });
  const folder = await mkdtemp(join(tmpdir(), 'bench-audit-'));
  await using executor = await createLocalExecutor({ environment });
  try {
    // The first round warms the processes.
    const seconds: number[] = [];
    for (let round = 0; round < 2; round++)
      seconds.push(await timeOf(() => collect(checkGroundTruth({ tasks, executor }))));
    const plain = seconds[1] ?? 1;
    const rows = [['reference solutions', plain.toFixed(1), '1.0', '']];
    for (const [name, mutants, target] of [
      ['audit without mutants', 0, '≤ 8'],
      ['audit with 20 mutants', 20, '≤ 20'],
    ] as const) {
      const taken = await timeOf(() => audit(tasks, executor, mutants, join(folder, `${mutants}.jsonl`)));
      rows.push([name, taken.toFixed(1), (taken / plain).toFixed(1), target]);
    }
    return [['', 'wall, s', '× reference', 'target'], ...rows];
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function audit(tasks: readonly Task[], executor: Executor, mutants: number, path: string): Promise<void> {
  await using log = await openAuditLog(path);
  await collect(auditTasks({ tasks, executor, log, mutants }));
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}
