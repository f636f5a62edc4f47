import type { Task } from '../../schema/task.ts';
import { sha256 } from '../../util/hash.ts';

/** A sample's answer: a whole program, or one that continues the task's prompt. */
export type Answer = Readonly<{ solution?: string | undefined; completion?: string | undefined }>;

export function resolveSolution(task: Pick<Task, 'completePrompt'>, answer: Answer): string {
  return answer.solution ?? task.completePrompt + (answer.completion ?? '');
}

/** Names a solution: a verdict counts only for the very program that was judged. */
export function hashProgram(solution: string): string {
  return sha256(solution).slice(0, 32);
}

/** The program that must pass for a task to be valid here. */
export function buildGroundTruthProgram(task: Pick<Task, 'completePrompt' | 'canonicalSolution'>): string {
  return `${task.completePrompt}\n${task.canonicalSolution}`;
}
