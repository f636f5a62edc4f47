import type { CommandName } from '../config/option.ts';
import type { CommandEntry } from './command.ts';

/** What `bcb --help` lists, in workflow order. Each command's file is loaded on first use. */
export const commands: Record<CommandName, CommandEntry> = {
  run: {
    summary: 'Generate, sanitize, execute, score and report, in one resumable stream',
    load: async () => (await import('./commands/run.ts')).createRunCommand(),
  },
  generate: {
    summary: 'Ask a model for solutions and write a samples file; resumable',
    load: async () => (await import('./commands/generate.ts')).generateCommand,
  },
  dataset: {
    summary: 'Download, list, show and verify tasks; check your own task pack',
    load: async () => (await import('./commands/dataset.ts')).datasetCommand,
  },
  sanitize: {
    summary: 'Extract the code from answers; --diff compares strategies',
    load: async () => (await import('./commands/sanitize.ts')).sanitizeCommand,
  },
  syncheck: {
    summary: 'List solutions that do not compile; exits with 2 if there are any',
    load: async () => (await import('./commands/syncheck.ts')).createSyncheckCommand(),
  },
  evaluate: {
    summary: 'Judge and score a samples file; --check-gt-only checks this environment',
    load: async () => (await import('./commands/evaluate.ts')).createEvaluateCommand(),
  },
  exec: {
    summary: 'Run programs in the sandbox: JSON Lines in, JSON Lines out',
    load: async () => (await import('./commands/exec.ts')).createExecCommand(),
  },
  inspect: {
    summary: 'Write out unsolved tasks with their solutions and tracebacks, and summarize what fails',
    load: async () => (await import('./commands/inspect.ts')).inspectCommand,
  },
  report: {
    summary: 'Create any report of a finished run from its folder',
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
    summary: 'List providers and keys; download a small model that runs here',
    load: async () => (await import('./commands/model.ts')).modelCommand,
  },
  doctor: {
    summary: 'Check what this machine can do, what is missing, and which tasks that affects',
    load: async () => (await import('./commands/doctor.ts')).doctorCommand,
  },
  view: {
    summary: 'Explore runs in the browser: why samples fail, and how models differ',
    load: async () => (await import('./commands/view.ts')).createViewCommand(),
  },
  worker: {
    summary: 'Run jobs for a fleet (--queue) or for one client (--stdio)',
    load: async () => (await import('./commands/worker.ts')).createWorkerCommand(),
  },
  fleet: {
    summary: 'Show the workers of a fleet and the jobs in its queue',
    load: async () => (await import('./commands/fleet.ts')).fleetCommand,
  },
  e2b: {
    summary: 'Build the template for the sandboxes of --execution e2b',
    load: async () => (await import('./commands/e2b.ts')).e2bCommand,
  },
  serve: {
    summary: "Serve the sandbox over HTTP: our own API, reward APIs of trainers, the original's evaluation API",
    load: async () => (await import('./commands/serve.ts')).createServeCommand(),
  },
  compare: {
    summary: 'Compare results: which is better, where, and whether it could be chance',
    load: async () => (await import('./commands/compare.ts')).compareCommand,
  },
  leaderboard: {
    summary: "Rank models with intervals, tiers and Elo; write a web page or the original leaderboard's files",
    load: async () => (await import('./commands/leaderboard.ts')).leaderboardCommand,
  },
  submit: {
    summary: 'Create a bundle that others can check, or check one',
    load: async () => (await import('./commands/submit.ts')).createSubmitCommand(),
  },
  export: {
    summary: 'Export runs to other tools: Inspect, the Hugging Face hub, Every Eval Ever',
    load: async () => (await import('./commands/export.ts')).exportCommand,
  },
};
