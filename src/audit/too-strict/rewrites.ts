import type { Node } from 'web-tree-sitter';
import type { Task } from '../../schema/task.ts';
import {
  applyEdits,
  argumentsOf,
  calleeOf,
  callsIn,
  collectNodes,
  type Edit,
  plainStringOf,
  replaceNode,
  type TreeParser,
} from '../../syntax/syntax-tree.ts';
import { isSaid, replaceCalls, shippedPrograms } from '../shipped-programs.ts';
import { conclude, hasPassed, nothingFound, type Subject, type Trial, type Witness } from '../witness.ts';

/** Another way to write a program that means the same. */
interface Rewrite {
  readonly name: string;
  /** `keyword instead of positional arguments` */
  readonly what: string;
  /** Hardly anybody writes it so: a test that rejects only this does little harm. */
  readonly isRare?: true;
  edits(root: Node, task: Task, from: number): readonly Edit[];
}

const { firstParameters } = shippedPrograms;

export const rewrites: readonly Rewrite[] = [
  {
    name: 'names',
    what: 'other names of local variables',
    edits: (root, task, from) =>
      listLocalNames(root, task.entryPoint, from).map((node) => replaceNode(node, `${node.text}_`)),
  },
  {
    name: 'keywords',
    what: 'a keyword instead of the first positional argument',
    isRare: true,
    edits: (root, _, from) =>
      callsIn(root, from).flatMap((call) => {
        const [first, ...others] = argumentsOf(call);
        const callee = calleeOf(call);
        const name = firstParameters[callee] ?? firstParameters[/^\w+\.(set_\w+|to_csv)$/.exec(callee)?.[1] ?? ''];
        if (!first || !name || /keyword|splat|generator/.test(first.type)) return [];
        if (others.some(({ type }) => type !== 'keyword_argument')) return [];
        return [{ start: first.startIndex, end: first.startIndex, text: `${name}=` }];
      }),
  },
  ...shippedPrograms.rewrites.map(({ unless, calls, ...named }) => ({
    ...named,
    edits: (root: Node, task: Task, from: number) =>
      unless !== undefined && isSaid(task, unless)
        ? []
        : replaceCalls(root, from, calls).filter((edit) => edit !== undefined),
  })),
  {
    name: 'draws',
    what: 'another order of two independent random draws',
    edits: (root, _, from) => swapDraws(root, from),
  },
  {
    name: 'messages',
    what: 'another message of an exception that the prompt does not word',
    edits: (root, task, from) =>
      collectNodes(root, 'raise_statement').flatMap((statement) => {
        const [call] = collectNodes(statement, 'call');
        const [message] = call ? argumentsOf(call) : [];
        const text = message ? plainStringOf(message) : undefined;
        if (statement.startIndex < from || !message || text === undefined || text.length < 3) return [];
        const isWorded = [task.completePrompt, task.instructPrompt].some((prompt) => holds(prompt, text));
        return isWorded ? [] : [replaceNode(message, '"This is refused."')];
      }),
  },
];

/** Programs that mean the same as the reference solution must pass as well: all at once, then what fails one by one. */
export const equalRewrites: Witness = {
  name: 'equal-rewrites',
  kind: 'too-strict',
  version: 4,
  async examine(subject, runTrials) {
    const together = await runTrials(buildTrials(subject, 'all', rewrites));
    if (together.every(hasPassed)) return nothingFound;
    const single = await runTrials(
      rewrites.flatMap((each) =>
        buildTrials(subject, each.name, [each]).map((trial) => ({ ...trial, isRare: each.isRare })),
      ),
    );
    const rejected = single.filter((trial) => !hasPassed(trial));
    if (rejected.length === 0) return nothingFound;
    const what = rejected.map(({ change }) => change).join('; ');
    const strength = rejected.every(({ isRare }) => isRare) ? 'hint' : 'doubt';
    return conclude(strength, `Its tests reject a program that does what the prompts say: ${what}.`, rejected);
  },
};

function buildTrials({ parser, reference, task }: Subject, name: string, chosen: readonly Rewrite[]): Trial[] {
  const code = rewrite(parser, reference, task, chosen);
  const change = chosen.map(({ what }) => what).join('; ');
  return code === undefined ? [] : [{ name, code, test: task.test, change }];
}

/** The rewritten program; undefined if there is nothing to rewrite. */
export function rewrite(parser: TreeParser, code: string, task: Task, chosen: readonly Rewrite[]): string | undefined {
  const from = code.length - task.canonicalSolution.length;
  const changed = chosen.reduce(
    (text, each) => parser.withTree(text, (root) => applyEdits(text, each.edits(root, task, from))),
    code,
  );
  return changed === code ? undefined : changed;
}

/** Two assignments in a row that draw, and neither of which uses the other's name. */
function swapDraws(root: Node, from: number): Edit[] {
  for (const second of collectNodes(root, 'expression_statement')) {
    const first = second.previousNamedSibling;
    if (second.startIndex < from || first?.type !== 'expression_statement') continue;
    const [one, two] = [first, second].map(readDraw);
    if (!one || !two || one.name === two.name || uses(two.value, one.name) || uses(one.value, two.name)) continue;
    return [replaceNode(first, second.text), replaceNode(second, first.text)];
  }
  return [];
}

function readDraw(statement: Node): { readonly name: string; readonly value: Node } | undefined {
  const [assignment] = statement.namedChildren;
  const name = assignment?.type === 'assignment' ? assignment.childForFieldName('left') : undefined;
  const value = assignment?.childForFieldName('right');
  const draws =
    value &&
    /\b(?:random\.\w+|randint|rand|randn|choices?|uniform|sample)\(/.test(value.text) &&
    !/seed|RandomState|default_rng/.test(value.text);
  return name?.type === 'identifier' && value && draws ? { name: name.text, value } : undefined;
}

function uses(value: Node, name: string): boolean {
  return [value, ...collectNodes(value, 'identifier')].some((node) => node.text === name);
}

function holds(text: string, part: string): boolean {
  const plain = (each: string) => each.replaceAll(/\s+/g, ' ').toLowerCase();
  return plain(text).includes(plain(part));
}

/** Code that finds variables by their names must keep them. */
const readsNames = /\b(?:locals|globals|vars|eval|exec)\(|\bglobal\b|\bnonlocal\b|\.(?:query|eval)\(/;

/**
 * Every use of the names that a function assigns to in its own body, after `from`. Names that a function inside it, a
 * class or a parameter uses as well are left out: they may be others.
 */
function listLocalNames(root: Node, functionName: string, from: number): Node[] {
  const isNamed = (node: Node) => node.childForFieldName('name')?.text === functionName;
  const definition = collectNodes(root, 'function_definition').findLast(isNamed);
  const body = definition?.childForFieldName('body');
  if (!definition || !body || readsNames.test(body.text)) return [];
  const inner = collectNodes(body, 'function_definition', 'lambda', 'class_definition');
  const taken = new Set([definition, ...inner].flatMap(namesOfScope));
  const own = new Set(
    collectNodes(body, 'assignment', 'for_statement', 'as_pattern')
      .filter((node) => scopeOf(node)?.id === definition.id)
      .flatMap((node) => targetsOf(node.childForFieldName('left') ?? node.childForFieldName('alias')))
      .filter((name) => !taken.has(name)),
  );
  const isUse = (node: Node) => node.startIndex >= from && own.has(node.text) && !isMember(node);
  return collectNodes(body, 'identifier').filter(isUse);
}

/** Its parameters and, but for the outermost, all that it names. */
function namesOfScope(scope: Node, at: number): string[] {
  const from = at === 0 ? scope.childForFieldName('parameters') : scope;
  const used = from ? collectNodes(from, 'identifier') : [];
  return used.filter((node) => !isMember(node)).map(({ text }) => text);
}

function scopeOf(node: Node): Node | undefined {
  let scope = node.parent;
  while (scope && !['function_definition', 'lambda', 'class_definition'].includes(scope.type)) scope = scope.parent;
  return scope ?? undefined;
}

function targetsOf(target: Node | null): string[] {
  if (!target) return [];
  if (target.type === 'identifier') return [target.text];
  if (!['pattern_list', 'tuple_pattern', 'list_pattern', 'as_pattern_target'].includes(target.type)) return [];
  return target.namedChildren.flatMap(targetsOf);
}

/** The name of an attribute or of a keyword, which is no variable. */
function isMember(node: Node): boolean {
  const { parent } = node;
  if (parent?.type === 'attribute') return parent.childForFieldName('attribute')?.id === node.id;
  return parent?.type === 'keyword_argument' && parent.childForFieldName('name')?.id === node.id;
}
