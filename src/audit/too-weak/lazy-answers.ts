import type { Node } from 'web-tree-sitter';
import { buildGroundTruthProgram } from '../../evaluate/jobs/program.ts';
import type { Task } from '../../schema/task.ts';
import { collectNodes, parameterNames } from '../../syntax/syntax-tree.ts';
import { readAssertions } from '../read-tests.ts';
import { shippedPrograms } from '../shipped-programs.ts';
import { conclude, hasPassed, nothingFound, type Subject, type Trial, type Witness } from '../witness.ts';

const mostConstants = 3;

/** Programs that do no work must fail. */
export const lazyAnswers: Witness = {
  name: 'lazy-answers',
  kind: 'too-weak',
  version: 2,
  needsNoReference: true,
  async examine(subject, runTrials) {
    const accepted = (await runTrials(buildTrials(subject))).filter(hasPassed);
    const [first] = accepted;
    return first ? conclude('proof', `Its tests accept ${first.change}.`, accepted) : nothingFound;
  },
};

function buildTrials(subject: Subject): Trial[] {
  const { task, isDeep } = subject;
  const [parameter] = readParameters(subject);
  const [type, empty] = promisedValue(task);
  const constants = expectedConstants(subject).slice(0, isDeep ? mostConstants : 1);
  const bodies: (readonly [name: string, change: string, body: string])[] = [
    ['empty', 'an empty body', 'pass'],
    ...(parameter ? [['argument', 'a function that returns its first argument', `return ${parameter}`] as const] : []),
    ...(empty ? [['nothing', `a function that returns an empty ${type}`, `return ${empty}`] as const] : []),
    ...constants.map((text, at) => {
      return [`constant-${at}`, `a function that returns ${text.slice(0, 60)}`, `return ${text}`] as const;
    }),
  ];
  const { test, codePrompt } = task;
  const trials = bodies.map(([name, change, body]) => ({ name, change, code: `${codePrompt}\n    ${body}\n`, test }));
  const [other] = isDeep ? subject.others : [];
  if (!other) return trials;
  const change = `the reference solution of ${other.id}, which takes the same arguments`;
  return [...trials, { name: 'other', change, code: buildGroundTruthProgram(other), test }];
}

/** The type that the prompt promises first, and its empty value. */
function promisedValue({ completePrompt }: Task): [type: string, empty: string | undefined] {
  const [, told = ''] = /Returns?:?\s+([^\n]*)/.exec(completePrompt) ?? [];
  const type = /\b(?:tuple|DataFrame|Series|Axes|dict(?:ionary)?|list|str(?:ing)?|int|float)\b/.exec(told)?.[0] ?? '';
  return [type, shippedPrograms.emptyValues[type]];
}

function readParameters({ task, parser }: Subject): string[] {
  return parser.withTree(`${task.codePrompt}\n    pass\n`, (root) => {
    const isAsked = (node: Node) => node.childForFieldName('name')?.text === task.entryPoint;
    const definition = collectNodes(root, 'function_definition').find(isAsked);
    return definition ? parameterNames(definition) : [];
  });
}

/** What the tests compare with most often, where that is written down. */
function expectedConstants({ task, parser }: Subject): string[] {
  const counts = new Map<string, number>();
  for (const { literals } of readAssertions(parser, task)) {
    for (const { text } of literals) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([text]) => text);
}
