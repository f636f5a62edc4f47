import { listAnswers } from '../compare/recorded-answers.ts';
import { buildProgram, calibrationOf } from '../schema/task.ts';
import type { Row } from '../schema/view/analysis-document.ts';
import { wilsonInterval } from '../score/estimate.ts';
import { resampleMeans } from '../score/resample-means.ts';
import { describeMean, interval95 } from '../score/values.ts';
import { groupBy } from '../util/group-by.ts';
import { type AnalysisInput, arePublished, type Findings } from './analysis.ts';
import { readFeatures, readReference } from './code-features.ts';
import { toPercent } from './table.ts';

/** How what an answer uses compares with what its reference uses, from 0 to 1. */
interface Use {
  readonly taskId: string;
  /** Model, tool, verdict and measure. */
  readonly labels: readonly string[];
  readonly share: number;
}

/** Of all models, the share of answers that use exactly what their reference uses. */
const published: Readonly<Record<string, number>> = {
  'libraries pass': 79.8,
  'libraries fail': 71.8,
  'functions pass': 40.5,
  'functions fail': 22.5,
};

/** Libraries and functions of answers against those of the reference solutions, by pass and fail: Table 2 of the paper. */
export async function analyzeTools({ loadTasks, loadParser, paths }: AnalysisInput): Promise<Findings> {
  const [tasks, parser] = [await loadTasks(), await loadParser()];
  const references = new Map(tasks.map((task) => [task.id, { task, wanted: readReference(parser, task) }]));
  const uses: Use[] = [];
  for await (const { taskId, model, passed, solution } of listAnswers(paths)) {
    const reference = references.get(taskId);
    if (!reference) continue;
    const { wanted, task } = reference;
    // Names are resolved by the imports of the code prompt, too.
    const program = solution.startsWith(calibrationOf(task)) ? solution : buildProgram(task, solution, true);
    const own = readFeatures(parser, program);
    const tools = { libraries: [own.libs, wanted.libs], functions: [own.names, wanted.names] } as const;
    for (const [tool, [used, ofReference]] of Object.entries(tools)) {
      const labels = [model, tool, passed ? 'pass' : 'fail'];
      const shared = used.filter((name) => ofReference.includes(name)).length;
      const isSame = shared === used.length && shared === ofReference.length;
      uses.push({ taskId, labels: [...labels, 'exactly the same'], share: isSame ? 1 : 0 });
      if (used.length > 0) uses.push({ taskId, labels: [...labels, 'share of its own'], share: shared / used.length });
    }
  }
  const ofAll = uses.map((use) => ({ ...use, labels: ['all', ...use.labels.slice(1)] }));
  const rows = summarize(ofAll).map((row) => {
    const [, tool, verdict, measure] = row.labels;
    const isPublished = arePublished(tasks) && measure === 'exactly the same';
    return isPublished ? { ...row, published: published[`${tool} ${verdict}`] } : row;
  });
  const columns = ['model', 'tool', 'verdict', 'measure'];
  const title = 'What answers use that their reference uses too, percent';
  const notes = uses.length === 0 ? ['These results hold no answers to these tasks, so nothing is said of tools.'] : [];
  return { tables: [{ key: 'tools', title, columns, rows: [...rows, ...summarize(uses)] }], notes };
}

/** Means over answers. What is resampled are tasks, since answers to one task are not independent. */
function summarize(uses: readonly Use[]): Row[] {
  return [...groupBy(uses, ({ labels }) => labels.join('\n')).values()].map((group) => {
    const { mean } = describeMean(group.map(({ share }) => share));
    const byTask = [...groupBy(group, ({ taskId }) => taskId).values()];
    const scale = byTask.length / group.length;
    const rest = byTask.map((each) => scale * each.reduce((sum, { share }) => sum + share - mean, 0));
    const [low, high] = interval95(resampleMeans(Float64Array.from(rest)));
    // If all answers agree, every resample is the same. That is not certainty.
    const interval = low === high ? wilsonInterval(mean, byTask.length) : ([mean + low, mean + high] as const);
    return { labels: group[0]?.labels ?? [], ...toPercent({ value: mean, interval: [...interval] }), n: group.length };
  });
}
