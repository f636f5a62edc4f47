import { wrapText } from '../../report/wrap-text.ts';

const steps = [
  ['bcb doctor', 'what this machine can do'],
  ['bcb run --model openai:gpt-4o --subset hard', 'the whole benchmark, resumable'],
  ['bcb evaluate --samples FILE', 'judge answers you already have'],
  ['bcb inspect RUN', 'unsolved tasks with tracebacks'],
  ['bcb compare RUN RUN', 'which is better, or is it chance?'],
] as const;

const workflow = [
  '  tasks ──► generate ──► sanitize ──► execute ──► score ──► report',
  '            └──────────────────── run ───────────────────────┘',
  '                                      └──── evaluate ────────┘',
  '  before: doctor                              after: inspect, compare',
];

/** What `bcb` prints without arguments: the five commands people use, and where they fit in the workflow. */
export function renderWelcome(width = 80): string {
  const left = Math.max(...steps.map(([command]) => command.length));
  const isWide = width >= left + 4 + Math.max(...steps.map(([, meaning]) => meaning.length));
  const commands = steps.flatMap(([command, meaning]) =>
    isWide
      ? [`  ${command.padEnd(left)}  ${meaning}`]
      : [`  ${command}`, ...wrapText(meaning, width - 6).map((line) => `      ${line}`)],
  );
  const isDrawn = width >= Math.max(...workflow.map((line) => line.length));
  return [
    ...wrapText('bcb measures how well language models write practical Python.', width),
    '',
    ...commands,
    '',
    ...(isDrawn ? [...workflow, ''] : []),
    ...wrapText('Try it without a key: `bcb run --model canonical --subset starter`', width),
    ...wrapText('Everything else: `bcb --help`, `bcb run --help`, docs/guide', width),
    '',
  ].join('\n');
}
