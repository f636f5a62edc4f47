import { wrapText } from '../../report/wrap-text.ts';

const steps = [
  ['doctor', 'what this machine can do'],
  ['run --model openai:gpt-4o --subset hard', 'the whole benchmark, resumable'],
  ['evaluate --samples FILE', 'judge answers you already have'],
  ['inspect RUN', 'unsolved tasks with tracebacks'],
  ['compare RUN RUN', 'which is better, or is it chance?'],
] as const;

const workflow = [
  '  tasks ──► generate ──► sanitize ──► execute ──► score ──► report',
  '            └──────────────────── run ───────────────────────┘',
  '                                      └──── evaluate ────────┘',
  '  before: doctor                              after: inspect, compare',
];

/** What `bcb` prints without arguments: the five commands people use, and where they fit in the workflow. */
export function renderWelcome(width = 80, program = 'bcb'): string {
  const shown = steps.map(([words, meaning]) => [`${program} ${words}`, meaning] as const);
  const left = Math.max(...shown.map(([command]) => command.length));
  const isWide = width >= left + 4 + Math.max(...shown.map(([, meaning]) => meaning.length));
  const commands = shown.flatMap(([command, meaning]) =>
    isWide
      ? [`  ${command.padEnd(left)}  ${meaning}`]
      : [`  ${command}`, ...wrapText(meaning, width - 6).map((line) => `      ${line}`)],
  );
  const isDrawn = width >= Math.max(...workflow.map((line) => line.length));
  return [
    ...wrapText('BigCodeBench measures how well language models write practical Python.', width),
    '',
    ...commands,
    '',
    ...(isDrawn ? [...workflow, ''] : []),
    ...wrapText(`Try it without a key: \`${program} run --model canonical --subset starter\``, width),
    ...wrapText(`Everything else: \`${program} --help\`, \`${program} run --help\`, docs/guide`, width),
    '',
  ].join('\n');
}
