import { checkBundle } from '../../compare/bundle/check-bundle.ts';
import type { AuditedSample, Auditor } from '../../compare/bundle/checks/check.ts';
import { loadTasks } from '../../dataset/load-tasks.ts';
import { evaluateSamples } from '../../evaluate/jobs/evaluate-samples.ts';
import type { Executor } from '../../executor/executor.ts';
import type { OpenExecutor } from '../../run/open-executor.ts';
import { createSanitizer } from '../../sanitize/sanitizer.ts';
import type { SubmissionCheck, SubmittedRun } from '../../schema/submission.ts';
import type { Task } from '../../schema/task.ts';
import type { CommandContext } from '../command.ts';
import { openFor } from '../open-for.ts';

/** Checks a bundle with our own tasks and sandbox. */
export async function auditSubmission(
  context: CommandContext,
  path: string,
  open: OpenExecutor,
): Promise<SubmissionCheck> {
  const { options, origins, variables, cwd, signal, warn, progress } = context;
  const line = progress({ label: 'checking', total: undefined });
  let done = 0;
  let opened: Promise<Executor> | undefined;
  const openAuditor = async (tasks: readonly Task[]): Promise<Auditor> => {
    opened ??= openFor(context, open, { libs: [...new Set(tasks.flatMap(({ libs }) => libs))], tasks });
    const executor = await opened;
    return {
      fingerprint: executor.info.fingerprint,
      execute: (run, samples) => executeAgain({ run, samples, executor, signal }),
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

interface ExecuteAgainInput {
  readonly run: SubmittedRun;
  readonly samples: readonly AuditedSample[];
  readonly executor: Executor;
  readonly signal: AbortSignal;
}

async function* executeAgain({ run, samples, executor, signal }: ExecuteAgainInput) {
  const verdicts = evaluateSamples({
    samples: samples.map(({ task, solution }) => ({ taskId: task.id, index: 0, solution })),
    tasks: samples.map(({ task }) => task),
    executor,
    // What somebody submits must hold, however loosely it was judged at home.
    rules: { ...run.run.rules, integrity: 'proven' },
    signal,
  });
  for await (const { taskId, status } of verdicts) yield { taskId, status };
}
