import type { CommandName } from '../config/option.ts';
import type { CommandEntry } from './command.ts';

/** What `bcb --help` lists, in the order of the main job. Each command's file is loaded when it is used. */
export const commands: Record<CommandName, CommandEntry> = {
  run: {
    summary: 'The main job: generate, sanitize, execute, score and report, in one resumable stream',
    load: async () => (await import('./commands/run.ts')).createRunCommand(),
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
    load: async () => (await import('./commands/syncheck.ts')).createSyncheckCommand(),
  },
  evaluate: {
    summary: 'Samples file to verdicts and scores; --check-gt-only checks this environment',
    load: async () => (await import('./commands/evaluate.ts')).createEvaluateCommand(),
  },
  exec: {
    summary: 'Run programs in the sandbox: JSON Lines in, executions out',
    load: async () => (await import('./commands/exec.ts')).createExecCommand(),
  },
  inspect: {
    summary: 'Write out unsolved tasks with their solutions and tracebacks, and summarize what fails',
    load: async () => (await import('./commands/inspect.ts')).inspectCommand,
  },
  report: {
    summary: 'Make any report of a finished run again, from its folder alone',
    load: async () => (await import('./commands/report.ts')).reportCommand,
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
  view: {
    summary: 'Explore runs in the browser: why samples fail, and how models differ',
    load: async () => (await import('./commands/view.ts')).createViewCommand(),
  },
  worker: {
    summary: 'Run jobs for others: of a fleet (--queue), or of one client (--stdio)',
    load: async () => (await import('./commands/worker.ts')).createWorkerCommand(),
  },
  fleet: {
    summary: 'Who works for a fleet, and how much there is to do',
    load: async () => (await import('./commands/fleet.ts')).fleetCommand,
  },
  e2b: {
    summary: 'Make the template that --execution e2b starts its sandboxes from',
    load: async () => (await import('./commands/e2b.ts')).e2bCommand,
  },
  serve: {
    summary: 'The sandbox over HTTP: own API, reward servers of trainers, the evaluation server of the original',
    load: async () => (await import('./commands/serve.ts')).createServeCommand(),
  },
  compare: {
    summary: 'Say which of several results is better, where, and whether that is chance',
    load: async () => (await import('./commands/compare.ts')).compareCommand,
  },
  leaderboard: {
    summary: 'Rank models with intervals, tiers and Elo; write a web page or what the original board reads',
    load: async () => (await import('./commands/leaderboard.ts')).leaderboardCommand,
  },
  submit: {
    summary: 'Make a bundle that somebody else can check, or check one',
    load: async () => (await import('./commands/submit.ts')).createSubmitCommand(),
  },
  export: {
    summary: 'Write runs in the formats of other tools: Inspect, the Hugging Face hub, Every Eval Ever',
    load: async () => (await import('./commands/export.ts')).exportCommand,
  },
};
