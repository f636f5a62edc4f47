import type { Node } from 'web-tree-sitter';
import { keywordArgument, positionalArguments, readString } from '../syntax/tree-nodes.ts';
import type { CodeFacts } from './code-facts.ts';

export type Finder = (facts: CodeFacts) => readonly { readonly node: Node }[];

/** What a rule looks for. `socket.*` means everything in it; `*.unlink` means that attribute of anything. */
export interface Sought {
  readonly calls?: readonly string[];
  /** Called or not. */
  readonly attributes?: readonly string[];
  readonly writes?: readonly string[];
  readonly imports?: readonly string[];
  /** Regular expressions of literal texts. */
  readonly strings?: readonly string[];
  /** Regular expressions of names that module-level statements bind. */
  readonly moduleNames?: readonly string[];
  readonly special?: readonly (keyof typeof specialFinders)[];
}

export function findAny(sought: Sought): Finder {
  const { strings = [], moduleNames = [], special = [] } = sought;
  const finders = [
    ...nameKinds.flatMap((kind) => (sought[kind] ? [findNamesIn(kind, sought[kind])] : [])),
    ...strings.map((pattern) => stringsLike(new RegExp(pattern))),
    ...moduleNames.map((pattern) => findModuleNames(new RegExp(pattern))),
    ...special.map((name) => specialFinders[name]),
  ];
  return (facts) => finders.flatMap((find) => find(facts));
}

const nameKinds = ['calls', 'attributes', 'writes', 'imports'] as const;

function stringsLike(pattern: RegExp): Finder {
  return ({ strings }) => strings.filter(({ path }) => pattern.test(path));
}

/** A program's own `exit` is not the builtin; `*.name` includes attributes of the program's own objects. */
function findNamesIn(kind: (typeof nameKinds)[number], names: readonly string[]): Finder {
  const ofAnything = names.filter((name) => name.startsWith('*.'));
  const plain = names.filter((name) => !name.startsWith('*.'));
  const attributes = ofAnything.map((name) => name.slice(2));
  const suffix = createPattern('(?:.*\\.)', attributes);
  const full = createPattern('(?:builtins\\.|__builtins__\\.)?', plain);
  return (facts) =>
    facts[kind].filter(({ path, named = null }) => suffix.test(path) || (full.test(path) && !facts.names.isOwn(named)));
}

function createPattern(before: string, names: readonly string[]): RegExp {
  const choices = names.map((name) => name.replace(/[.?[\]]/g, '\\$&').replaceAll('*', '.*'));
  return names.length === 0 ? /(?!)/ : new RegExp(`^${before}(?:${choices.join('|')})$`);
}

/** `raise unittest.SkipTest` without a call. */
const findRaisedSkips: Finder = ({ attributes }) =>
  attributes.filter(({ path, node }) => path === 'unittest.SkipTest' && node.parent?.type === 'raise_statement');

/** Comparison methods whose only statement, besides a docstring, returns a constant. */
const findAlwaysEqual: Finder = ({ classes }) => {
  const constant: Readonly<Record<string, string>> = { __eq__: 'true', __ne__: 'false' };
  return classes.flatMap(listStatements).flatMap((member) => {
    if (member.type === 'expression_statement') return findEqualLambda(member);
    const name = member.childForFieldName('name')?.text ?? '';
    if (member.type !== 'function_definition' || !(name in constant)) return [];
    const statements = listStatements(member).filter(({ type }) => type !== 'comment');
    const [only, ...others] = statements.filter((statement) => !isDocstring(statement));
    const returned = only?.type === 'return_statement' && others.length === 0 ? only.namedChildren[0] : undefined;
    return returned && returned.type === constant[name] ? [{ node: returned }] : [];
  });
};

function listStatements(definition: Node): Node[] {
  return (definition.childForFieldName('body')?.namedChildren ?? []).filter((statement) => statement !== null);
}

/** `__eq__ = lambda self, other: True` */
function findEqualLambda(statement: Node): { node: Node }[] {
  const assignment = statement.namedChildren[0];
  const value = assignment?.childForFieldName('right');
  const isEqual = assignment?.childForFieldName('left')?.text === '__eq__' && value?.type === 'lambda';
  const body = isEqual ? value.childForFieldName('body') : undefined;
  return body?.type === 'true' ? [{ node: body }] : [];
}

function isDocstring(statement: Node): boolean {
  return statement.type === 'expression_statement' && statement.namedChildren[0]?.type === 'string';
}

/** `os.environ['API_KEY']`, `os.getenv('HF_TOKEN')` */
const findSecretVariables: Finder = ({ strings, names }) =>
  strings.filter(({ path, node: { parent } }) => {
    if (!/SECRET|TOKEN|PASSWORD|PASSWD|API_?KEY|PRIVATE_?KEY|CREDENTIAL/i.test(path)) return false;
    if (parent?.type === 'subscript') return names.resolve(parent.childForFieldName('value')) === 'os.environ';
    const call = parent?.type === 'argument_list' ? parent.parent : null;
    return /^os\.(?:getenv|environ\.\w+)$/.test(names.resolve(call?.childForFieldName('function') ?? null));
  });

const temporary = /^\/(?:tmp|dev\/shm)\b/;
const outside = /^(?:\/(?!tmp\b|dev\/(?:null|shm|stdout|stderr)\b)|~|[A-Za-z]:\\|.*\.\.\/)/;

/** `open` and the like with a literal path like this, in a writing mode. */
const findWrites =
  (where: RegExp): Finder =>
  ({ calls, names }) =>
    calls.filter(({ path, node }) => {
      const [first, second] = positionalArguments(node);
      if (path === 'open' || path === 'io.open') {
        const mode = readText(second) ?? readText(keywordArgument(node, 'mode')) ?? 'r';
        return /[wax+]/.test(mode) && isAt(where, first);
      }
      if (/^os\.(?:mkdir|makedirs|chmod|chown|symlink)$/.test(path)) return isAt(where, first);
      if (/^(?:shutil\.(?:copy\w*|move)|os\.(?:rename|replace))$/.test(path)) return isAt(where, second);
      if (!/\.(?:write_text|write_bytes|touch)$/.test(path)) return false;
      const object = node.childForFieldName('function')?.childForFieldName('object');
      const made = object?.type === 'call' ? names.resolve(object.childForFieldName('function')) : '';
      return object != null && /^pathlib\.\w*Path$/.test(made) && isAt(where, positionalArguments(object)[0]);
    });

function isAt(where: RegExp, node: Node | undefined): boolean {
  const text = readText(node);
  return text !== undefined && where.test(text);
}

function readText(node: Node | undefined): string | undefined {
  return node && readString(node);
}

/** Assignments to attributes of imported modules and their classes; tests and builtins have their own rules. */
const findModuleWrites: Finder = ({ writes, imports }) => {
  const modules = new Set(imports.map(({ path }) => path));
  return writes.filter(({ path }) => {
    if (/^(?:unittest|pytest|builtins|sys|os\.environ)\b|\[\]$/.test(path)) return false;
    const [owner = '', holder = ''] = [path.slice(0, path.lastIndexOf('.')), path.split('.').at(-2)];
    return modules.has(owner) || (/^_*[A-Z]/.test(holder) && modules.has(owner.slice(0, owner.lastIndexOf('.'))));
  });
};

function findModuleNames(wanted: RegExp): Finder {
  return ({ bindings }) => bindings.filter(({ names }) => names.some((name) => wanted.test(name)));
}

/** `getattr` and the like with a computed name. */
const findSpelledNames: Finder = ({ calls }) =>
  calls.filter(({ path, node }) => {
    if (!/^(?:getattr|setattr|delattr)$/.test(path)) return false;
    const name = positionalArguments(node)[1];
    if (name === undefined || name.type === 'identifier' || name.type === 'attribute') return false;
    return readString(name) === undefined;
  });

const specialFinders = {
  alwaysEqual: findAlwaysEqual,
  moduleWrites: findModuleWrites,
  outsideWrites: findWrites(outside),
  raisedSkips: findRaisedSkips,
  secretVariables: findSecretVariables,
  spelledNames: findSpelledNames,
  temporaryWrites: findWrites(temporary),
};
