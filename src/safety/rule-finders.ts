/** What individual rules look for, if rule-parts.ts is not enough. */
import type { Node } from 'web-tree-sitter';
import { type CodeFacts, listArguments, readString } from './code-facts.ts';

/** `raise unittest.SkipTest` without a call. */
export function findRaisedSkips({ attributes }: CodeFacts): Node[] {
  return attributes
    .filter(({ path, node }) => path === 'unittest.SkipTest' && node.parent?.type === 'raise_statement')
    .map(({ node }) => node);
}

/** Comparison methods whose only statement, besides a docstring, returns a constant. */
export function findAlwaysEqual({ classes }: CodeFacts): Node[] {
  const constant: Readonly<Record<string, string>> = { __eq__: 'true', __ne__: 'false' };
  return classes.flatMap((definition) =>
    (definition.childForFieldName('body')?.namedChildren ?? []).flatMap((member) => {
      const name = member?.childForFieldName('name')?.text ?? '';
      if (member?.type === 'expression_statement') return findEqualLambda(member);
      if (member?.type !== 'function_definition' || !(name in constant)) return [];
      const statements = (member.childForFieldName('body')?.namedChildren ?? []).filter(
        (statement) => statement !== null && statement.type !== 'comment' && !isDocstring(statement),
      );
      const only = statements.length === 1 ? statements[0] : undefined;
      const returned = only?.type === 'return_statement' ? only.namedChildren[0] : undefined;
      return returned && returned.type === constant[name] ? [returned] : [];
    }),
  );
}

/** `__eq__ = lambda self, other: True` */
function findEqualLambda(statement: Node): Node[] {
  const assignment = statement.namedChildren[0];
  const value = assignment?.childForFieldName('right');
  const isEqual = assignment?.childForFieldName('left')?.text === '__eq__' && value?.type === 'lambda';
  const body = isEqual ? value.childForFieldName('body') : undefined;
  return body?.type === 'true' ? [body] : [];
}

function isDocstring(statement: Node): boolean {
  return statement.type === 'expression_statement' && statement.namedChildren[0]?.type === 'string';
}

/** `os.environ['API_KEY']`, `os.getenv('HF_TOKEN')` */
export function findSecretVariables({ strings, names }: CodeFacts): Node[] {
  return strings
    .filter(({ path, node }) => {
      if (!/SECRET|TOKEN|PASSWORD|PASSWD|API_?KEY|PRIVATE_?KEY|CREDENTIAL/i.test(path)) return false;
      const { parent } = node;
      if (parent?.type === 'subscript') return names.resolve(parent.childForFieldName('value')) === 'os.environ';
      const call = parent?.type === 'argument_list' ? parent.parent : null;
      return /^os\.(?:getenv|environ\.\w+)$/.test(names.resolve(call?.childForFieldName('function') ?? null));
    })
    .map(({ node }) => node);
}

const outside = /^(?:\/(?!tmp\b|dev\/(?:null|shm|stdout|stderr)\b)|~|[A-Za-z]:\\|.*\.\.\/)/;

/** `open` and the like with a literal path outside, in a writing mode. */
export function findOutsideWrites({ calls, names }: CodeFacts): Node[] {
  return calls
    .filter(({ path, node }) => {
      const [first, second] = listArguments(node);
      if (path === 'open' || path === 'io.open') {
        const mode = (second && readString(second)) ?? readKeyword(node, 'mode') ?? 'r';
        return /[wax+]/.test(mode) && isOutside(first);
      }
      if (/^(?:os\.(?:mkdir|makedirs|chmod|chown)|os\.symlink)$/.test(path)) return isOutside(first);
      if (/^(?:shutil\.(?:copy\w*|move)|os\.(?:rename|replace))$/.test(path)) return isOutside(second);
      if (!/\.(?:write_text|write_bytes|touch)$/.test(path)) return false;
      const object = node.childForFieldName('function')?.childForFieldName('object');
      const made = object?.type === 'call' ? names.resolve(object.childForFieldName('function')) : '';
      return object != null && /^pathlib\.\w*Path$/.test(made) && isOutside(listArguments(object)[0]);
    })
    .map(({ node }) => node);
}

function isOutside(node: Node | undefined): boolean {
  const text = node && readString(node);
  return text !== undefined && outside.test(text);
}

function readKeyword(call: Node, keyword: string): string | undefined {
  for (const node of call.childForFieldName('arguments')?.namedChildren ?? []) {
    if (node?.type !== 'keyword_argument' || node.childForFieldName('name')?.text !== keyword) continue;
    const value = node.childForFieldName('value');
    return value ? readString(value) : undefined;
  }
  return undefined;
}

/** Assignments to attributes of imported modules and their classes; tests and builtins have their own rules. */
export function findModuleWrites({ writes, imports }: CodeFacts): Node[] {
  const modules = new Set(imports.map(({ path }) => path));
  return writes
    .filter(({ path }) => {
      if (/^(?:unittest|pytest|builtins|sys|os\.environ)\b|\[\]$/.test(path)) return false;
      const [owner = '', holder = ''] = [path.slice(0, path.lastIndexOf('.')), path.split('.').at(-2)];
      return modules.has(owner) || (/^_*[A-Z]/.test(holder) && modules.has(owner.slice(0, owner.lastIndexOf('.'))));
    })
    .map(({ node }) => node);
}

/** Module-level statements that bind one of these names. */
export function findModuleNames(wanted: RegExp): (facts: CodeFacts) => Node[] {
  return ({ bindings }) =>
    bindings.filter(({ names }) => names.some((name) => wanted.test(name))).map(({ node }) => node);
}

/** `getattr` and the like with a computed name. */
export function findSpelledNames({ calls }: CodeFacts): Node[] {
  return calls
    .filter(({ path, node }) => {
      if (!/^(?:getattr|setattr|delattr)$/.test(path)) return false;
      const name = listArguments(node)[1];
      if (name === undefined || name.type === 'identifier' || name.type === 'attribute') return false;
      return readString(name) === undefined;
    })
    .map(({ node }) => node);
}
