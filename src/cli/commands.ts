import { type CommandName, commandNames } from '../config/option.ts';
import { readJsonAsset } from '../util/read-asset.ts';
import type { Command, CommandEntry } from './command.ts';

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
  plan: async () => (await import('./commands/plan.ts')).planCommand,
  leaderboard: async () => (await import('./commands/leaderboard.ts')).leaderboardCommand,
  submit: async () => (await import('./commands/submit.ts')).submitCommand,
  safety: async () => (await import('./commands/safety.ts')).safetyCommand,
  audit: async () => (await import('./commands/audit.ts')).auditCommand,
  analyze: async () => (await import('./commands/analyze.ts')).analyzeCommand,
  export: async () => (await import('./commands/export.ts')).exportCommand,
  runs: async () => (await import('./commands/runs.ts')).runsCommand,
  completion: async () => (await import('./commands/completion.ts')).completionCommand,
};

const texts = readJsonAsset<Readonly<Record<CommandName, Omit<CommandEntry, 'load'>>>>('commands.json');

const entries = commandNames.map((name) => [name, { ...texts[name], load: loaders[name] }]);

/** In workflow order. */
export const commands: Readonly<Record<CommandName, CommandEntry>> = Object.fromEntries(entries);
