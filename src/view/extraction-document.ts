import { compareStrategies } from '../sanitize/sanitize-answers.ts';
import { createSanitizer, type Sanitizer } from '../sanitize/sanitizer.ts';
import type { Task } from '../schema/task.ts';
import type { ExtractionDocument } from '../schema/view/sample-document.ts';

let loading: Promise<Sanitizer> | undefined;

/** What every strategy takes out of a raw answer, those that take the same together. */
export async function buildExtraction(rawText: string, task: Task): Promise<ExtractionDocument> {
  loading ??= createSanitizer();
  const answer = { taskId: task.id, index: 0, rawText, extra: {}, origin: 'view' };
  const { taken, groups } = compareStrategies({ answer, task, sanitizer: await loading });
  return {
    strategies: groups.map((names) => {
      const { solution, extraction } = taken[names[0] ?? 'none'];
      return { names, solution, trail: extraction.trail };
    }),
  };
}
