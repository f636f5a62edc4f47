import type { Node } from 'web-tree-sitter';
import type { Task } from '../../schema/task.ts';
import type { TreeParser } from '../../syntax/syntax-tree.ts';
import { words } from '../../util/words.ts';
import {
  applyEdits,
  argumentsOf,
  calleeOf,
  collectNodes,
  type Edit,
  plainStringOf,
  replaceNode,
} from '../read-tree.ts';
import { listLocalNames } from './local-names.ts';

/** Another way to write a program that means the same. */
export interface Rewrite {
  readonly name: string;
  /** `keyword instead of positional arguments` */
  readonly what: string;
  /** Hardly anybody writes it so: a test that rejects only this does little harm. */
  readonly isRare?: true;
  edits(root: Node, task: Task, from: number): readonly Edit[];
}

/** First parameters by their names in the documentation. */
const firstParameters = readPairs(`
  pd.DataFrame=data pd.Series=data pd.read_csv=filepath_or_buffer json.dumps=obj json.load=fp requests.get=url
  requests.post=url subprocess.run=args subprocess.Popen=args open=file os.makedirs=name shutil.move=src shutil.copy=src
  os.mkdir=path np.random.seed=seed set_title=label set_xlabel=xlabel set_ylabel=ylabel to_csv=path_or_buf`);

/** Functions of the current figure, and what they do to its axes. */
const axesMethods = readPairs(`
  plt.title=set_title plt.xlabel=set_xlabel plt.ylabel=set_ylabel plt.plot=plot plt.bar=bar plt.hist=hist
  plt.scatter=scatter plt.legend=legend plt.grid=grid`);

function readPairs(text: string): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(words(text).map((pair) => pair.split('=')));
}

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
        const [first] = argumentsOf(call);
        const callee = calleeOf(call);
        const name = firstParameters[callee] ?? firstParameters[/^\w+\.(set_\w+|to_csv)$/.exec(callee)?.[1] ?? ''];
        const others = argumentsOf(call)
          .slice(1)
          .every(({ type }) => type === 'keyword_argument');
        if (!first || !name || !others || /keyword|splat|generator/.test(first.type)) return [];
        return [{ start: first.startIndex, end: first.startIndex, text: `${name}=` }];
      }),
  },
  {
    name: 'subprocess',
    what: '`subprocess.run` instead of `call` and `check_output`',
    edits: (root, _, from) =>
      callsIn(root, from).flatMap((call) => {
        const list = call.childForFieldName('arguments')?.text.slice(1, -1).replace(/,\s*$/, '') ?? '';
        if (calleeOf(call) === 'subprocess.call') return [replaceNode(call, `subprocess.run(${list}).returncode`)];
        if (calleeOf(call) !== 'subprocess.check_output') return [];
        return [replaceNode(call, `subprocess.run(${list}, check=True, stdout=subprocess.PIPE).stdout`)];
      }),
  },
  {
    name: 'axes',
    what: 'methods of the axes instead of functions of pyplot',
    edits: (root, _, from) =>
      callsIn(root, from).flatMap((call) => {
        const method = axesMethods[calleeOf(call)];
        const target = call.childForFieldName('function');
        return method && target ? [replaceNode(target, `plt.gca().${method}`)] : [];
      }),
  },
  {
    name: 'open',
    what: '`Path.open` instead of `open`',
    isRare: true,
    edits: (root, _, from) =>
      callsIn(root, from).flatMap((call) => {
        const [first, ...others] = argumentsOf(call);
        if (calleeOf(call) !== 'open' || !first || /keyword|splat/.test(first.type)) return [];
        const rest = others.map(({ text }) => text).join(', ');
        return [replaceNode(call, `__import__("pathlib").Path(${first.text}).open(${rest})`)];
      }),
  },
  {
    name: 'listed',
    what: 'sorted entries of a folder, whose order nothing promises',
    edits: (root, _, from) =>
      callsIn(root, from).flatMap((call) =>
        /^(?:os\.listdir|glob\.glob|glob)$/.test(calleeOf(call)) ? [replaceNode(call, `sorted(${call.text})`)] : [],
      ),
  },
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

/** The rewritten program; undefined if there is nothing to rewrite. */
export function rewrite(parser: TreeParser, code: string, task: Task, chosen: readonly Rewrite[]): string | undefined {
  const from = code.length - task.canonicalSolution.length;
  const changed = chosen.reduce(
    (text, each) => parser.withTree(text, (root) => applyEdits(text, each.edits(root, task, from))),
    code,
  );
  return changed === code ? undefined : changed;
}

function callsIn(root: Node, from: number): Node[] {
  return collectNodes(root, 'call').filter(({ startIndex }) => startIndex >= from);
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
