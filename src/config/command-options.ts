/** The options of one or two commands each. */
import { type AnyOption, boolean, choice, integer, list, number, takenBy, text } from './option.ts';

export const commandOptions = {
  ...takenBy(['sanitize'], {
    calibrate: boolean('Restore the prompt in fenced answers first', { default: false }),
    inplace: boolean('Overwrite the samples file; the old one is saved as .bak', { default: false }),
    diff: boolean('Show what each strategy would extract; writes nothing', { default: false }),
    debugTask: text('Only this task', { placeholder: 'ID' }),
  }),
  ...takenBy(['syncheck'], {
    nsampleCheck: integer('Number of samples each task must have', { min: 1 }),
    verbose: boolean('Show every finding', { on: ['syncheck', 'doctor'], default: false }),
  }),
  ...takenBy(['exec'], {
    task: text('Task whose tests judge the solution', { placeholder: 'ID' }),
    solution: text('File with the solution', { placeholder: 'FILE' }),
  }),
  ...takenBy(['worker'], {
    queue: text('Redis or Postgres of a fleet', { on: ['worker', 'fleet', 'doctor'], placeholder: 'URL' }),
    stdio: boolean('Read jobs from stdin, write executions to stdout', { default: false }),
  }),
  ...takenBy(['serve'], {
    host: text('Address to listen on; anything but loopback needs a --token', { default: '127.0.0.1' }),
    port: integer('Port to listen on; 0: any free one', {
      on: ['serve', 'view'],
      default: 7860,
      defaultOn: { view: 7861 },
      min: 0,
      max: 65535,
    }),
    token: list('Token that callers must send, as Bearer or Basic; repeatable', { keepsCommas: true }),
    readToken: list('Token that sees everything and changes nothing, for dashboards; repeatable', {
      keepsCommas: true,
    }),
    tokenSlots: integer('Maximum concurrent programs per token (default: all slots)', { min: 1 }),
    keepDays: number('Days that uploads and results of evaluations are kept', { default: 30, min: 0 }),
    keepGb: number('Gigabytes of uploads and results that are kept, the newest', { default: 20, min: 0 }),
    drainS: integer('Seconds that requests in flight get to finish after SIGTERM', { default: 30, min: 0 }),
  }),
  ...takenBy(['inspect'], {
    evalResults: text('An …_eval_results.json file', { placeholder: 'FILE' }),
    savePath: text('Folder for unsolved tasks', { default: 'inspect', placeholder: 'DIR' }),
    inPlace: boolean('Overwrite an earlier inspection', { default: false }),
    markdown: boolean('Print Markdown', { on: ['inspect', 'compare', 'leaderboard'], default: false }),
    csv: boolean('Print CSV', { on: ['inspect', 'leaderboard'], default: false }),
  }),
  ...takenBy(['compare'], {
    allowMismatch: boolean('Compare results even if they were measured differently, and say so', {
      on: ['compare', 'leaderboard'],
      default: false,
    }),
    failIfWorse: number('Exit with 2 if any other result may be this many points worse than the first', {
      min: 0,
      max: 100,
      placeholder: 'POINTS',
    }),
    alpha: number('Probability that --fail-if-worse lets a worse result pass', {
      default: 0.05,
      min: 0.0001,
      max: 0.5,
    }),
    listed: integer('How many flips and slices to print', { default: 15, min: 0 }),
    html: text('Also write a page', { placeholder: 'FILE' }),
  }),
  ...takenBy(['leaderboard'], {
    matrix: text('CSV of models and tasks with 0 or 1 in each cell, for the split given by --split', {
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
      {},
    ),
    elo: choice(
      'Resample tasks and keep ties, or resample battles as the original did',
      ['tasks', 'upstream', 'none'],
      { default: 'tasks' },
    ),
    resamples: integer('Resamples of the tasks', { default: 10_000, min: 100 }),
    include: list('Only models whose names match, such as Qwen*; !… excludes', { placeholder: 'GLOB' }),
    type: choice('Only chat models or only base models', ['chat', 'base'], {}),
    openness: choice('Only models with open weights, or only closed ones', ['open', 'closed'], {}),
    size: text('Only models with this many billion parameters', { placeholder: 'A-B' }),
    site: text('Write the board as a web page', { placeholder: 'DIR' }),
    upstream: text("Write the files that the original's board reads", { placeholder: 'DIR' }),
  }),
  ...takenBy(['submit'], {
    check: text('Check a bundle instead of creating one; exits with 2 if it fails', { placeholder: 'DIR' }),
    audit: integer('Re-execute this many passing samples instead of all', { min: 1 }),
  }),
  ...takenBy(['audit', 'dataset'], {
    runs: list('Results of models, to ask where they agree against a test: run folders or …_eval_results.json files', {
      placeholder: 'PATH',
    }),
    mutants: integer('Faults to plant in each reference solution', { default: 0, min: 0 }),
    deep: boolean('Also check what takes minutes', { on: ['audit', 'dataset', 'doctor'], default: false }),
    watch: boolean('With `dataset lint`: check again what changes, until Ctrl-C', { on: ['dataset'], default: false }),
    auditChanges: boolean('With `dataset diff`: ask the witnesses about both editions', {
      on: ['dataset'],
      default: false,
      flag: 'audit',
    }),
  }),
  ...takenBy(['analyze'], {
    csvFolder: text('Write each table as CSV, and what an analysis makes, into this folder', {
      flag: 'csv',
      aliases: ['csv'],
      placeholder: 'DIR',
    }),
    scores: text('CSV of models and their scores in other benchmarks, to correlate with', { placeholder: 'FILE' }),
    similarity: text('CSV of task ids and how similar each is to a question of people, for the hard subset', {
      placeholder: 'FILE',
    }),
    corpus: list('Texts to look for the words of tasks in: plain or JSON Lines, gzipped or not', {
      placeholder: 'FILE',
    }),
  }),
  ...takenBy(['env'], {
    profile: choice('Which libraries to install', ['starter', 'full', 'weights'], { default: 'starter' }),
    python: text('Interpreter to build on', { placeholder: 'PATH' }),
    nltkData: text('Folder with NLTK data, instead of downloading it', { placeholder: 'DIR' }),
  }),
  ...takenBy(['view'], {
    open: boolean('Open the browser', { default: true }),
    exec: boolean('Let the page run programs in the sandbox', { default: true }),
    export: text('Write the explorer and its data as files instead of serving them', { placeholder: 'DIR' }),
    demo: boolean('Show the runs created by `npm run demo`', { default: false }),
  }),
} satisfies Record<string, AnyOption>;
