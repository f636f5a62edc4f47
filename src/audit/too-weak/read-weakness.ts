import type { Node } from 'web-tree-sitter';
import { collectNodes } from '../../syntax/syntax-tree.ts';
import { readAssertions } from '../read-tests.ts';
import { conclude, nothingFound, type Subject, type Witness } from '../witness.ts';

/** What can be seen in the tests without running them. */
export const unaskedFunction: Witness = {
  name: 'unasked-function',
  kind: 'too-weak',
  version: 2,
  needsNoReference: true,
  examine(subject) {
    const { task, parser } = subject;
    if (!usesFunction(subject)) return conclude('proof', `Its tests never call ${task.entryPoint}.`);
    const assertions = readAssertions(parser, task);
    if (assertions.length === 0) return conclude('proof', 'Its tests assert nothing.');
    const areAllTypes = assertions.every(({ name, text }) => asksForType(name, text));
    if (areAllTypes) return conclude('doubt', 'Its tests only ask for the type of what the function returns.');
    return nothingFound;
  },
};

/** Called, or handed to something that calls it. */
function usesFunction({ task, parser }: Subject): boolean {
  const isFunction = ({ text }: Node) => text === task.entryPoint;
  return parser.withTree(task.test, (root) => collectNodes(root, 'identifier').some(isFunction));
}

function asksForType(name: string, text: string): boolean {
  if (['assertIsInstance', 'assertIsNotNone', 'assertIsNone'].includes(name)) return true;
  if (!['assertTrue', 'assert'].includes(name)) return false;
  return /^(?:\w+\.)*assert\w*[\s(]+(?:isinstance|hasattr|callable)\(/.test(text);
}

const enoughAnswers = 5;

export const neverFailed: Witness = {
  name: 'never-failed',
  kind: 'too-weak',
  version: 1,
  examine({ answers }) {
    if (answers.length < enoughAnswers || answers.some(({ passed }) => !passed)) return nothingFound;
    return conclude('hint', `None of ${answers.length} recorded answers fails its tests.`);
  },
};
