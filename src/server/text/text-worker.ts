/** The thread that reads long texts. Says `ready`, then one message for each that comes in. */
import { parentPort } from 'node:worker_threads';
import { RequestFault } from '../http/request-fault.ts';
import { createTextTasks, type TextTasks } from './text-tasks.ts';

export type TextRequest = Readonly<{ task: keyof TextTasks; input: unknown }>;

export type TextAnswer =
  | { readonly value: unknown }
  /** The text is not what the caller may send. */
  | { readonly fault: Pick<RequestFault, 'status' | 'message' | 'issues'> }
  | { readonly error: string };

const tasks = await createTextTasks();

parentPort?.on('message', ({ task, input }: TextRequest) => {
  parentPort?.postMessage(carryOut(task, input));
});
parentPort?.postMessage('ready');

function carryOut(task: TextRequest['task'], input: unknown): TextAnswer {
  try {
    // The sender names a task and hands in what that task takes.
    return { value: (tasks[task] as (given: unknown) => unknown)(input) };
  } catch (error) {
    if (error instanceof RequestFault) {
      const { status, message, issues } = error;
      return { fault: { status, message, issues } };
    }
    return { error: String(error) };
  }
}
