import type { Task } from '../schema/task.ts';

/** For each task, others whose function has the same parameters, as they are written. */
export function othersLike(tasks: readonly Task[]): (task: Task) => readonly Task[] {
  const bySignature = new Map<string, Task[]>();
  for (const task of tasks) {
    const signature = signatureOf(task);
    bySignature.set(signature, [...(bySignature.get(signature) ?? []), task]);
  }
  return (task) => (bySignature.get(signatureOf(task)) ?? []).filter(({ id }) => id !== task.id);
}

function signatureOf({ codePrompt, entryPoint }: Task): string {
  const at = codePrompt.lastIndexOf(`def ${entryPoint}(`);
  return at < 0
    ? ''
    : codePrompt
        .slice(at)
        .replaceAll(/\s+/g, '')
        .replaceAll(/=[^,)]*/g, '')
        .replaceAll(/:[^,)=]*/g, '');
}
