import type { Node } from 'web-tree-sitter';
import { isDocstring, plainStringOf, walk } from '../../syntax/syntax-tree.ts';
import { readAssertions, readInputs } from '../read-tests.ts';
import { conclude, nothingFound, type Subject, type Witness } from '../witness.ts';

/**
 * What the tests compare with, the reference solution spells out, and neither prompt nor inputs contain: a model can only
 * guess it. A value that the reference solution computes is no such literal.
 */
export const unsaidLiterals: Witness = {
  name: 'unsaid-literal',
  kind: 'too-strict',
  version: 2,
  needsNoReference: true,
  examine(subject) {
    const { task, parser } = subject;
    const spelled = new Set(literalsOfReference(subject));
    const prompts = [task.completePrompt, task.instructPrompt].filter((prompt) => prompt !== '');
    const inputs = readInputs(parser, task);
    const unsaid = new Map<string, string>();
    for (const { literals, text } of readAssertions(parser, task)) {
      for (const { value, isString } of literals) {
        if (!isString || !telling.test(value) || !spelled.has(value) || contains(inputs, value)) continue;
        if (prompts.every((prompt) => contains(prompt, value))) continue;
        unsaid.set(value, text);
      }
    }
    const isInSome = ([value]: readonly [string, string]) => prompts.some((prompt) => contains(prompt, value));
    const inNone = [...unsaid].filter((each) => !isInSome(each));
    const [first, ...others] = inNone.length > 0 ? inNone : unsaid;
    if (!first) return nothingFound;
    const [value, assertion] = first;
    const [strength, missing] = isInSome(first)
      ? (['hint', 'one of the prompts does not contain'] as const)
      : (['doubt', 'neither prompt nor inputs contain'] as const);
    const more = others.length === 0 ? '' : `, and ${others.length} more`;
    const sentence = `Its tests demand ${JSON.stringify(value)}, which ${missing}${more}: ${assertion.replaceAll(/\s+/g, ' ').slice(0, 160)}`;
    return conclude(strength, sentence);
  },
};

function literalsOfReference({ reference, task, parser }: Subject): string[] {
  const from = reference.length - task.canonicalSolution.length;
  return parser.withTree(reference, (root) =>
    [...walk(root)].flatMap((node: Node) => {
      const value = node.startIndex < from || isDocstring(node) ? undefined : plainStringOf(node);
      return value === undefined ? [] : [value];
    }),
  );
}

/** One letter, a sign or white space is no demand. */
const telling = /[\p{L}\p{N}]{2}/u;

/** Ignores how white space is laid out: prompts break lines. */
function contains(text: string, value: string): boolean {
  const plain = (each: string) => each.replaceAll(/\\[nt]|\s+/g, ' ').replaceAll(/["'`]/g, '');
  return plain(text).toLowerCase().includes(plain(value).toLowerCase());
}
