/** The options of one or two commands each. */
import { boolean, choice, type DeclaredOption, integer, list, number, takenBy, text } from './option.ts';

export const commandOptions = {
  ...takenBy(['sanitize'], {
    ...{
      calibrate: boolean({ default: false }),
      inplace: boolean({ default: false }),
      diff: boolean({ default: false }),
    },
    debugTask: text({}),
  }),
  ...takenBy(['syncheck'], {
    nsampleCheck: integer({ min: 1 }),
    verbose: boolean({ on: ['syncheck', 'doctor'], default: false }),
  }),
  ...takenBy(['exec'], { task: text({}), solution: text({}) }),
  ...takenBy(['worker'], { queue: text({ on: ['worker', 'fleet', 'doctor'] }), stdio: boolean({ default: false }) }),
  ...takenBy(['serve'], {
    host: text({ default: '127.0.0.1' }),
    port: integer({ on: ['serve', 'view'], default: 7860, defaultOn: { view: 7861 }, min: 0, max: 65535 }),
    token: list({ keepsCommas: true }),
    readToken: list({ keepsCommas: true }),
    tokenSlots: integer({ min: 1 }),
    keepDays: number({ default: 30, min: 0 }),
    keepGb: number({ default: 20, min: 0 }),
    drainS: integer({ default: 30, min: 0 }),
  }),
  ...takenBy(['inspect'], {
    evalResults: text({}),
    savePath: text({ default: 'inspect' }),
    inPlace: boolean({ default: false }),
    markdown: boolean({ on: ['inspect', 'compare', 'leaderboard'], default: false }),
    csv: boolean({ on: ['inspect', 'leaderboard'], default: false }),
  }),
  ...takenBy(['compare'], {
    worlds: boolean({ default: false }),
    failIfWorse: number({ min: 0, max: 100 }),
    listed: integer({ default: 15, min: 0 }),
    html: text({}),
  }),
  ...takenBy(['plan'], {
    gap: number({ min: 0.1, max: 100 }),
    power: number({ default: 0.8, min: 0.01, max: 0.999 }),
    budget: number({ min: 0 }),
  }),
  ...takenBy(['leaderboard'], {
    matrix: text({ on: ['leaderboard', 'plan'] }),
    published: text({ on: ['leaderboard', 'analyze'] }),
    modelInfo: text({ on: ['leaderboard', 'submit'] }),
    rankBy: choice(['average', 'complete', 'instruct'], {}),
    elo: choice(['tasks', 'upstream', 'none'], { default: 'tasks' }),
    resamples: integer({ default: 10_000, min: 100 }),
    include: list({}),
    type: choice(['chat', 'base'], {}),
    openness: choice(['open', 'closed'], {}),
    size: text({}),
    site: text({}),
    upstream: text({}),
  }),
  ...takenBy(['submit'], { check: text({}), audit: integer({ min: 1 }) }),
  ...takenBy(['audit', 'dataset'], {
    runs: list({}),
    mutants: integer({ default: 0, min: 0 }),
    deep: boolean({ on: ['audit', 'dataset', 'doctor'], default: false }),
    watch: boolean({ on: ['dataset'], default: false }),
    auditChanges: boolean({ on: ['dataset'], default: false, flag: 'audit' }),
  }),
  ...takenBy(['analyze'], {
    csvFolder: text({ flag: 'csv', aliases: ['csv'] }),
    scores: text({}),
    similarity: text({}),
    corpus: list({}),
  }),
  ...takenBy(['export'], { dockerImage: text({}), networkTasks: boolean({ default: false }) }),
  ...takenBy(['env'], {
    profile: choice(['starter', 'full', 'modern', 'weights'], { on: ['env', 'dataset'], default: 'starter' }),
    python: text({ on: ['env', 'dataset'] }),
    nltkData: text({}),
  }),
  ...takenBy(['view'], {
    open: boolean({ default: true }),
    exec: boolean({ default: true }),
    export: text({}),
    demo: boolean({ default: false }),
  }),
} satisfies Record<string, DeclaredOption>;
