import { type ExportedFile, type ExportedRun, modelIdOf } from './exported-run.ts';

/** Lines as all-the-noises and eval-arena read them: a task and how many of its samples pass. */
export function exportNoiseLines(run: ExportedRun): ExportedFile {
  const { record } = run;
  return { path: `bigcodebench-${record.subset}-${record.split}-${record.id}.jsonl`, content: formatLines(run) };
}

async function* formatLines({ record, samples }: ExportedRun): AsyncGenerator<string> {
  const counts = new Map<string, { correct: number; count: number }>();
  for await (const { verdict } of samples()) {
    const before = counts.get(verdict.taskId) ?? { correct: 0, count: 0 };
    counts.set(verdict.taskId, {
      correct: before.correct + (verdict.status === 'pass' ? 1 : 0),
      count: before.count + 1,
    });
  }
  for (const [example_id, { correct, count }] of counts) {
    yield `${JSON.stringify({
      benchmark_id: `bigcodebench-${record.subset}-${record.split}`,
      model: modelIdOf(record),
      example_id,
      pass1: correct / count,
      correct,
      count,
    })}\n`;
  }
}
