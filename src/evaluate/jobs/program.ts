import { calibrationOf, type Task } from '../../schema/task.ts';

/** A sample's answer: a whole program, or one that continues the task's prompt. */
export interface Answer {
  readonly solution?: string | undefined;
  readonly completion?: string | undefined;
}

/** The whole program of an answer. */
export function resolveSolution(task: Pick<Task, 'completePrompt'>, answer: Answer): string {
  return answer.solution ?? task.completePrompt + (answer.completion ?? '');
}

/**
 * What is executed. If calibrated, the prompt's function comes first with an empty body, so that an answer that omits
 * the prompt's imports does not fail because of it.
 */
export function buildProgram(task: Pick<Task, 'codePrompt'>, solution: string, calibrated: boolean): string {
  return calibrated ? calibrationOf(task) + solution : solution;
}

/** The program that must pass for a task to be valid here. */
export function buildGroundTruthProgram(task: Pick<Task, 'completePrompt' | 'canonicalSolution'>): string {
  return `${task.completePrompt}\n${task.canonicalSolution}`;
}
