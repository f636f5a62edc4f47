import type { Node } from 'web-tree-sitter';
import type { Task } from '../schema/task.ts';
import { argumentsOf, calleeOf, callsIn, type Edit, keywordArgument, replaceNode } from '../syntax/syntax-tree.ts';
import { readJsonAsset } from '../util/read-asset.ts';

type Names = Readonly<Record<string, string | undefined>>;

/** By the name of a call, what stands in its place: null is nothing, where its value is not used. */
type Calls = Readonly<Record<string, string | null>>;

interface ShippedPrograms {
  /** Steps that a prompt asks for, left out. */
  readonly steps: readonly { readonly name: string; readonly asked: string; readonly calls: Calls }[];
  /** Other ways to write the same; `unless` a prompt says how. */
  readonly rewrites: readonly Readonly<{ name: string; what: string; isRare?: true; unless?: string; calls: Calls }>[];
  /** By the name that prompts give a type. */
  readonly emptyValues: Names;
  /** First parameters by their names in the documentation. */
  readonly firstParameters: Names;
  /** How many arguments an assertion has before its message, where that is not two. */
  readonly comparedArguments: Readonly<Record<string, number>>;
}

/** What witnesses know of Python's libraries. */
export const shippedPrograms = readJsonAsset<ShippedPrograms>('audit/programs.json');

export function isSaid({ completePrompt, instructPrompt }: Task, pattern: string): boolean {
  return new RegExp(pattern, 'i').test(`${completePrompt}\n${instructPrompt}`);
}

/** An edit for every such call; undefined where nothing can stand in its place. */
export function replaceCalls(root: Node, from: number, calls: Calls): (Edit | undefined)[] {
  return callsIn(root, from).flatMap((call) => {
    const found = Object.entries(calls).find(([pattern]) => new RegExp(pattern, 'i').test(calleeOf(call)));
    const text = found && standIn(call, found[1]);
    return found ? [text === undefined ? undefined : replaceNode(call, text)] : [];
  });
}

const lacking = '\0';

function standIn(call: Node, template: string | null): string | undefined {
  if (template === null) return call.parent?.type === 'expression_statement' ? 'pass' : undefined;
  const given = argumentsOf(call);
  const [first, second] = given.map(({ type, text }) => (/keyword|splat/.test(type) ? undefined : text));
  const texts = given.map(({ text }) => text);
  const target = call.childForFieldName('function');
  const values: Names = {
    first,
    second,
    rest: texts.slice(1).join(', '),
    list: texts.join(', '),
    call: call.text,
    name: target?.childForFieldName('attribute')?.text,
    object: target?.childForFieldName('object')?.text,
    axes: keywordArgument(call, 'ax')?.text ?? '__import__("matplotlib.pyplot").pyplot.gca()',
  };
  const text = template.replaceAll(/\{(\w+)\}/g, (_, key: string) => values[key] ?? lacking);
  return text.includes(lacking) ? undefined : text;
}
