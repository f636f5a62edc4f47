import { type LogicalLine, lineAt, readLogicalLines } from '../syntax/python-lexer.ts';
import { definedFunction } from './code-prompt.ts';

interface TestClass {
  readonly bases: readonly string[];
  /** With the line of each in the source, from 1. */
  readonly methods: { readonly name: string; readonly line: number }[];
}

/** The tests that unittest finds in class `TestCases`, inherited ones included: each name once, in order of appearance. */
export function listTestNames(test: string): string[] {
  const classes = readTestClasses(test);
  const names = new Set<string>();
  const visit = (className: string): void => {
    const { methods = [], bases = [] } = classes.get(className) ?? {};
    classes.delete(className);
    for (const { name } of methods) names.add(name);
    for (const base of bases) visit(base);
  };
  visit('TestCases');
  return [...names];
}

/** Tests of `TestCases` that replace an earlier one with the same name, which never runs. */
export function findRepeatedTests(test: string): TestClass['methods'] {
  const seen = new Set<string>();
  return readTestMethods(test).filter(({ name }) => seen.size === seen.add(name).size);
}

/** The test methods that `TestCases` itself defines, repeated ones included. */
export function readTestMethods(test: string): TestClass['methods'] {
  return readTestClasses(test).get('TestCases')?.methods ?? [];
}

/** Top-level classes; a later class of the same name replaces the earlier one, as in Python. */
function readTestClasses(test: string): Map<string, TestClass> {
  const classes = new Map<string, TestClass>();
  let current: TestClass | undefined;
  let bodyIndent: number | undefined;
  for (const line of readLogicalLines(test)) {
    if (line.indent === 0) {
      current = openClass(line, classes);
      bodyIndent = undefined;
      continue;
    }
    bodyIndent ??= line.indent;
    const name = line.indent === bodyIndent ? definedFunction(line) : undefined;
    if (name?.startsWith('test')) current?.methods.push({ name, line: lineAt(test, line.tokens[0]?.start ?? 0) });
  }
  return classes;
}

function openClass({ tokens }: LogicalLine, classes: Map<string, TestClass>): TestClass | undefined {
  const [keyword, name] = tokens;
  if (keyword?.text !== 'class' || name?.kind !== 'name') return undefined;
  const bases = tokens.slice(2).flatMap(({ kind, text }) => (kind === 'name' ? [text] : []));
  const opened: TestClass = { bases, methods: [] };
  classes.set(name.text, opened);
  return opened;
}
