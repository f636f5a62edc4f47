/** The options of one or two commands each: serve, inspect, compare, leaderboard, submit, env and view. */
import { type AnyOption, boolean, choice, integer, list, number, text } from './option.ts';

export const commandOptions = {
  // serve
  host: text('Address to listen on; anything but loopback needs a --token', { on: ['serve'], default: '127.0.0.1' }),
  port: integer('Port to listen on; 0: any free one', {
    on: ['serve', 'view'],
    default: 7860,
    defaultOn: { view: 7861 },
    min: 0,
    max: 65535,
  }),
  token: list('Token that callers must send, as Bearer or Basic; repeatable', { on: ['serve'], keepsCommas: true }),
  readToken: list('Token that sees everything and changes nothing, for dashboards; repeatable', {
    on: ['serve'],
    keepsCommas: true,
  }),
  tokenSlots: integer('Maximum concurrent programs per token (default: all slots)', { on: ['serve'], min: 1 }),
  keepDays: number('Days that uploads and results of evaluations are kept', { on: ['serve'], default: 30, min: 0 }),
  keepGb: number('Gigabytes of uploads and results that are kept, the newest', { on: ['serve'], default: 20, min: 0 }),
  drainS: integer('Seconds that requests in flight get to finish after SIGTERM', {
    on: ['serve'],
    default: 30,
    min: 0,
  }),

  // inspect
  evalResults: text('An …_eval_results.json file', { on: ['inspect'], placeholder: 'FILE' }),
  savePath: text('Folder for unsolved tasks', { on: ['inspect'], default: 'inspect', placeholder: 'DIR' }),
  inPlace: boolean('Overwrite an earlier inspection', { on: ['inspect'], default: false }),
  markdown: boolean('Print Markdown', { on: ['inspect', 'compare', 'leaderboard'], default: false }),
  csv: boolean('Print CSV', { on: ['inspect', 'leaderboard'], default: false }),

  // compare and leaderboard
  allowMismatch: boolean('Compare results even if they were measured differently, and say so', {
    on: ['compare', 'leaderboard'],
    default: false,
  }),
  failIfWorse: number('Exit with 2 if any other result may be this many points worse than the first', {
    on: ['compare'],
    min: 0,
    max: 100,
    placeholder: 'POINTS',
  }),
  alpha: number('Probability that --fail-if-worse lets a worse result pass', {
    on: ['compare'],
    default: 0.05,
    min: 0.0001,
    max: 0.5,
  }),
  listed: integer('How many flips and slices to print', { on: ['compare'], default: 15, min: 0 }),
  html: text('Also write a page', { on: ['compare'], placeholder: 'FILE' }),
  matrix: text('CSV of models and tasks with 0 or 1 in each cell, for the split given by --split', {
    on: ['leaderboard'],
    placeholder: 'FILE',
  }),
  published: text("A results.json from the original's site: scores, links, sizes and dates", {
    on: ['leaderboard', 'analyze'],
    placeholder: 'FILE',
  }),
  modelInfo: text('JSON with name, link, prompted, moe, size, act_param, open-data, prefill and date of each model', {
    on: ['leaderboard', 'submit'],
    placeholder: 'FILE',
  }),
  rankBy: choice(
    'Score to rank by (default: the average, if all have both splits)',
    ['average', 'complete', 'instruct'],
    { on: ['leaderboard'] },
  ),
  elo: choice('Resample tasks and keep ties, or resample battles as the original did', ['tasks', 'upstream', 'none'], {
    on: ['leaderboard'],
    default: 'tasks',
  }),
  resamples: integer('Resamples of the tasks', { on: ['leaderboard'], default: 10_000, min: 100 }),
  include: list('Only models whose names match, such as Qwen*; !… excludes', {
    on: ['leaderboard'],
    placeholder: 'GLOB',
  }),
  type: choice('Only chat models or only base models', ['chat', 'base'], { on: ['leaderboard'] }),
  openness: choice('Only models with open weights, or only closed ones', ['open', 'closed'], { on: ['leaderboard'] }),
  size: text('Only models with this many billion parameters', { on: ['leaderboard'], placeholder: 'A-B' }),
  site: text('Write the board as a web page', { on: ['leaderboard'], placeholder: 'DIR' }),
  upstream: text("Write the files that the original's board reads", { on: ['leaderboard'], placeholder: 'DIR' }),
  check: text('Check a bundle instead of creating one; exits with 2 if it fails', {
    on: ['submit'],
    placeholder: 'DIR',
  }),
  audit: integer('Re-execute this many passing samples instead of all', { on: ['submit'], min: 1 }),

  // audit
  runs: list('Results of models, to ask where they agree against a test: run folders or …_eval_results.json files', {
    on: ['audit', 'dataset'],
    placeholder: 'PATH',
  }),
  mutants: integer('Faults to plant in each reference solution', { on: ['audit', 'dataset'], default: 0, min: 0 }),
  deep: boolean('Also check what takes minutes', { on: ['audit', 'dataset', 'doctor'], default: false }),
  auditChanges: boolean('With `dataset diff`: ask the witnesses about both editions', {
    on: ['dataset'],
    default: false,
    flag: 'audit',
  }),

  // analyze
  csvFolder: text('Write each table as CSV, and what an analysis makes, into this folder', {
    on: ['analyze'],
    flag: 'csv',
    aliases: ['csv'],
    placeholder: 'DIR',
  }),
  scores: text('CSV of models and their scores in other benchmarks, to correlate with', {
    on: ['analyze'],
    placeholder: 'FILE',
  }),
  similarity: text('CSV of task ids and how similar each is to a question of people, for the hard subset', {
    on: ['analyze'],
    placeholder: 'FILE',
  }),
  corpus: list('Texts to look for the words of tasks in: plain or JSON Lines, gzipped or not', {
    on: ['analyze'],
    placeholder: 'FILE',
  }),

  // environment
  profile: choice('Which libraries to install', ['starter', 'full'], { on: ['env'], default: 'starter' }),
  python: text('Interpreter to build on', { on: ['env'], placeholder: 'PATH' }),
  nltkData: text('Folder with NLTK data, instead of downloading it', { on: ['env'], placeholder: 'DIR' }),

  // view
  open: boolean('Open the browser', { on: ['view'], default: true }),
  exec: boolean('Let the page run programs in the sandbox', { on: ['view'], default: true }),
  export: text('Write the explorer and its data as files instead of serving them', {
    on: ['view'],
    placeholder: 'DIR',
  }),
  demo: boolean('Show the runs created by `npm run demo`', { on: ['view'], default: false }),
} satisfies Record<string, AnyOption>;
