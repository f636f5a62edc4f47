import type { CommandName } from '../config/option.ts';
import type { Command, CommandEntry } from './command.ts';

/** What `bcb --help` lists, in workflow order. */
const summaries: Readonly<Record<CommandName, string>> = {
  run: 'Generate, sanitize, execute, score and report, in one resumable stream',
  generate: 'Generate solutions with a model and write a samples file; resumable',
  dataset: 'Download, list, show and verify tasks; check your own task pack',
  sanitize: 'Extract the code from answers; --diff compares strategies',
  syncheck: 'List solutions that do not compile; exits with 2 if there are any',
  evaluate: 'Judge and score a samples file; --check-gt-only checks this environment',
  exec: 'Run programs in the sandbox: JSON Lines in, JSON Lines out',
  inspect: 'Write out unsolved tasks with their solutions and tracebacks, and summarize what fails',
  report: 'Create reports of a finished run',
  env: 'Install, show and verify the Python environment that programs run in',
  prompt: 'Show the exact request that a model would receive',
  model: 'List providers and keys; download a small local model',
  cache: 'Show what earlier runs left for later ones, and make it smaller',
  doctor: 'Check what this machine can do, what is missing, and which tasks that affects',
  view: 'Explore runs in the browser: why samples fail, and how models differ',
  worker: 'Run jobs for a fleet (--queue) or for one client (--stdio)',
  fleet: 'Show the workers of a fleet and the jobs in its queue',
  e2b: 'Build the template for the sandboxes of --execution e2b',
  serve: "Serve the sandbox over HTTP: our own API, reward APIs of trainers, the original's evaluation API",
  compare: 'Compare results: which one is better, where, and whether it could be chance',
  leaderboard: "Rank models with intervals, tiers and Elo; write a web page or the original leaderboard's files",
  submit: 'Create a bundle that others can check, or check one',
  safety: 'List the rules of the safety scan',
  audit: 'Ask whether tasks can be trusted: what their tests miss, demand unsaid, or leave to chance',
  analyze: "The paper's tables and more: tool use, gaps, correlations, solve rates, the dataset, the hard subset",
  export: 'Export runs to other tools: Inspect, the Hugging Face hub, Every Eval Ever',
  runs: 'List, rename and delete runs',
  completion: 'Print a script that makes bash, zsh or fish complete commands and options',
};

/** Each command's file is loaded on first use. */
const loaders: Readonly<Record<CommandName, () => Promise<Command>>> = {
  run: async () => (await import('./commands/run.ts')).benchmarkCommand,
  generate: async () => (await import('./commands/generate.ts')).generateCommand,
  dataset: async () => (await import('./commands/dataset.ts')).datasetCommand,
  sanitize: async () => (await import('./commands/sanitize.ts')).sanitizeCommand,
  syncheck: async () => (await import('./commands/syncheck.ts')).syncheckCommand,
  evaluate: async () => (await import('./commands/evaluate.ts')).evaluateCommand,
  exec: async () => (await import('./commands/exec.ts')).execCommand,
  inspect: async () => (await import('./commands/inspect.ts')).inspectCommand,
  report: async () => (await import('./commands/report.ts')).reportCommand,
  env: async () => (await import('./commands/env.ts')).envCommand,
  prompt: async () => (await import('./commands/prompt.ts')).promptCommand,
  model: async () => (await import('./commands/model.ts')).modelCommand,
  cache: async () => (await import('./commands/cache.ts')).cacheCommand,
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand,
  view: async () => (await import('./commands/view.ts')).viewCommand,
  worker: async () => (await import('./commands/worker.ts')).workerCommand,
  fleet: async () => (await import('./commands/fleet.ts')).fleetCommand,
  e2b: async () => (await import('./commands/e2b.ts')).e2bCommand,
  serve: async () => (await import('./commands/serve.ts')).serveCommand,
  compare: async () => (await import('./commands/compare.ts')).compareCommand,
  leaderboard: async () => (await import('./commands/leaderboard.ts')).leaderboardCommand,
  submit: async () => (await import('./commands/submit.ts')).submitCommand,
  safety: async () => (await import('./commands/safety.ts')).safetyCommand,
  audit: async () => (await import('./commands/audit.ts')).auditCommand,
  analyze: async () => (await import('./commands/analyze.ts')).analyzeCommand,
  export: async () => (await import('./commands/export.ts')).exportCommand,
  runs: async () => (await import('./commands/runs.ts')).runsCommand,
  completion: async () => (await import('./commands/completion.ts')).completionCommand,
};

const names = Object.keys(summaries) as CommandName[];

export const commands = Object.fromEntries(
  names.map((name): [CommandName, CommandEntry] => [name, { summary: summaries[name], load: loaders[name] }]),
) as Record<CommandName, CommandEntry>;
