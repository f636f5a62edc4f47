import type { CommandName } from '../config/option.ts';
import type { CommandEntry } from './command.ts';

/** What `bcb --help` lists, in the order of the main job. Each command's file is loaded when it is used. */
export const commands: Partial<Record<CommandName, CommandEntry>> = {
  run: {
    summary: 'The main job: generate, sanitize, execute, score and report, in one resumable stream',
    load: async () => {
      const [{ createRunCommand }, { openLocalExecutor }] = await Promise.all([
        import('./commands/run.ts'),
        import('./open-local-executor.ts'),
      ]);
      return createRunCommand(openLocalExecutor);
    },
  },
  generate: {
    summary: 'Ask a model for solutions: tasks in, samples file out; resumable',
    load: async () => (await import('./commands/generate.ts')).generateCommand,
  },
  dataset: {
    summary: 'Fetch, list, show and verify tasks; check a task pack of your own',
    load: async () => (await import('./commands/dataset.ts')).datasetCommand,
  },
  sanitize: {
    summary: 'Take the code out of answers; --diff compares the ways to do it',
    load: async () => (await import('./commands/sanitize.ts')).sanitizeCommand,
  },
  syncheck: {
    summary: 'Which solutions do not even compile; exit 2 when any',
    load: async () => {
      const [{ createSyncheckCommand }, { openLocalExecutor }] = await Promise.all([
        import('./commands/syncheck.ts'),
        import('./open-local-executor.ts'),
      ]);
      return createSyncheckCommand(openLocalExecutor);
    },
  },
  evaluate: {
    summary: 'Samples file to verdicts and scores; --check-gt-only checks this environment',
    load: async () => {
      const [{ createEvaluateCommand }, { openLocalExecutor }] = await Promise.all([
        import('./commands/evaluate.ts'),
        import('./open-local-executor.ts'),
      ]);
      return createEvaluateCommand(openLocalExecutor);
    },
  },
  exec: {
    summary: 'Run programs in the sandbox: JSON Lines in, executions out',
    load: async () => {
      const [{ createExecCommand }, { openExecExecutor }] = await Promise.all([
        import('./commands/exec.ts'),
        import('./open-local-executor.ts'),
      ]);
      return createExecCommand(openExecExecutor);
    },
  },
  inspect: {
    summary: 'Write out unsolved tasks with their solutions and tracebacks, and summarize what fails',
    load: async () => (await import('./commands/inspect.ts')).inspectCommand,
  },
  env: {
    summary: 'Install, show and verify the Python environment that programs run in',
    load: async () => (await import('./commands/env.ts')).envCommand,
  },
  prompt: {
    summary: 'Show the exact request that a model would get',
    load: async () => (await import('./commands/prompt.ts')).promptCommand,
  },
  model: {
    summary: 'List providers and keys; fetch a small model that runs here',
    load: async () => (await import('./commands/model.ts')).modelCommand,
  },
  doctor: {
    summary: 'Say what this machine can do, what is missing and which tasks that costs',
    load: async () => (await import('./commands/doctor.ts')).doctorCommand,
  },
};
