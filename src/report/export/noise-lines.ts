import { type ExportedFile, type ExportedRun, modelIdOf } from './exported-run.ts';

/** Lines as all-the-noises and eval-arena read them: a task and how many of its samples pass. */
export function exportNoiseLines(run: ExportedRun): ExportedFile {
  const { subset, split, id } = run.record;
  return { path: `bigcodebench-${subset}-${split}-${id}.jsonl`, content: formatLines(run) };
}

async function* formatLines({ record, samples }: ExportedRun): AsyncGenerator<string> {
  const counts = new Map<string, { correct: number; count: number }>();
  for await (const { verdict } of samples()) {
    const { correct, count } = counts.get(verdict.taskId) ?? { correct: 0, count: 0 };
    counts.set(verdict.taskId, { correct: correct + Number(verdict.status === 'pass'), count: count + 1 });
  }
  const run = { benchmark_id: `bigcodebench-${record.subset}-${record.split}`, model: modelIdOf(record) };
  for (const [example_id, { correct, count }] of counts) {
    yield `${JSON.stringify({ ...run, example_id, pass1: correct / count, correct, count })}\n`;
  }
}
