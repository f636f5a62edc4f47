import type { Node } from 'web-tree-sitter';
import { keywordArgument, positionalArguments, readString } from '../syntax/syntax-tree.ts';
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
    const isDocstring = (node: Node) =>
      node.namedChildren[0]?.type === 'string' && node.type === 'expression_statement';
    const [only, ...others] = listStatements(member).filter((node) => node.type !== 'comment' && !isDocstring(node));
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

/** Which argument says where a call writes, or else its object, a `Path`; and which one the mode, where it may only read. */
const writers: readonly { readonly calls: RegExp; readonly path?: number; readonly mode?: number }[] = [
  { calls: /^(?:(?:io|os|codecs|gzip|bz2|lzma|tarfile)\.)?open$|^zipfile\.ZipFile$/, path: 0, mode: 1 },
  { calls: /^os\.(?:mkdir|makedirs|chmod|chown)$/, path: 0 },
  { calls: /^(?:shutil\.(?:copy\w*|move)|os\.(?:rename|replace|link|symlink))$/, path: 1 },
  { calls: /\.open$/, mode: 0 },
  { calls: /\.(?:write_text|write_bytes|touch|mkdir)$/ },
];

/** Calls that write to a literal path like this, also to one that a name stands for. */
const findWrites =
  (where: RegExp): Finder =>
  ({ calls, names }) =>
    calls.filter(({ path, node }) => {
      const writer = writers.find((each) => each.calls.test(path));
      const given = positionalArguments(node);
      if (writer?.mode !== undefined && !isWriting(given[writer.mode] ?? keywordArgument(node, 'mode'))) return false;
      const place = writer?.path === undefined ? readPathObject(node, names) : given[writer.path];
      const text = writer && names.follow(place ?? null);
      return text != null && where.test(readString(text) ?? '');
    });

/** By the letters of a mode, or the flags of `os.open`. */
function isWriting(mode: Node | undefined): boolean {
  const letters = mode && readString(mode);
  return letters === undefined ? /\bO_(?:WRONLY|RDWR|CREAT)\b/.test(mode?.text ?? '') : /[wax+]/.test(letters);
}

/** The `'/etc/x'` of `Path('/etc/x').touch`, and of what is below it. */
function readPathObject(call: Node, { follow, resolve }: CodeFacts['names']): Node | undefined {
  let object = follow(call.childForFieldName('function')?.childForFieldName('object') ?? null);
  while (object && /^(?:binary_operator|parenthesized_expression)$/.test(object.type)) {
    object = follow(object.namedChildren[0] ?? null);
  }
  const made = object?.type === 'call' ? resolve(object.childForFieldName('function')) : '';
  return object && /^pathlib\.\w*Path$/.test(made) ? positionalArguments(object)[0] : undefined;
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
