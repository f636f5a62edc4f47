import { checkBundle } from '../../compare/bundle/check-bundle.ts';
import type { Auditor } from '../../compare/bundle/checks/check.ts';
import { loadTasks } from '../../dataset/load-tasks.ts';
import { evaluateSamples } from '../../evaluate/jobs/evaluate-samples.ts';
import type { Executor } from '../../executor/executor.ts';
import { createSanitizer } from '../../sanitize/sanitizer.ts';
import type { SubmissionCheck } from '../../schema/submission.ts';
import type { Task } from '../../schema/task.ts';
import type { CommandContext } from '../command.ts';
import { openFor } from '../run-context.ts';

/** Checks a bundle with our own tasks and sandbox. */
export async function auditSubmission(context: CommandContext, path: string): Promise<SubmissionCheck> {
  const { options, origins, variables, cwd, signal, warn, progress } = context;
  const line = progress({ label: 'checking', total: undefined });
  let done = 0;
  let opened: Promise<Executor> | undefined;
  const openAuditor = async (tasks: readonly Task[]): Promise<Auditor> => {
    opened ??= openFor(context, { libs: [...new Set(tasks.flatMap(({ libs }) => libs))], tasks });
    const executor = await opened;
    return {
      fingerprint: executor.info.fingerprint,
      async *execute({ run }, samples) {
        const verdicts = evaluateSamples({
          samples: samples.map(({ task, solution }) => ({ taskId: task.id, index: 0, solution })),
          tasks: samples.map(({ task }) => task),
          executor,
          // What somebody submits must hold, however loosely it was judged at home.
          rules: { ...run.rules, integrity: 'proven' },
          signal,
        });
        // A pass that could be proven and is not counts for nothing.
        for await (const { taskId, status, proof } of verdicts) {
          yield { taskId, status: proof?.state === 'unproven' ? ('fail' as const) : status };
        }
      },
    };
  };
  try {
    return await checkBundle({
      path,
      sanitizer: await createSanitizer(),
      openAuditor,
      audit: options.audit,
      loadTaskSet: ({ run }) =>
        loadTasks({
          subset: origins.get('subset') === 'default' ? run.subset : options.subset,
          version: run.dataset.version,
          variables,
          cwd,
          signal,
          onWarning: warn,
        }),
      onCheck: (name) => line.update(done++, name),
    });
  } finally {
    line.finish('done');
    await opened?.then(
      (executor) => executor.close(),
      () => {},
    );
  }
}
