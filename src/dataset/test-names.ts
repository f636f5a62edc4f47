import { type LogicalLine, lineAt, readLogicalLines } from '../syntax/python-lexer.ts';
import { definedFunction } from './code-prompt.ts';

export interface TestMethod {
  readonly name: string;
  /** Line of the test source, from 1. */
  readonly line: number;
}

interface TestClass {
  readonly bases: readonly string[];
  readonly methods: TestMethod[];
}

/** The tests that unittest finds in class `TestCases`, inherited ones included: each name once, in order of appearance. */
export function listTestNames(test: string): string[] {
  const classes = readTestClasses(test);
  const names = new Set<string>();
  const visited = new Set<string>();
  const visit = (className: string): void => {
    const found = classes.get(className);
    if (found === undefined || visited.has(className)) return;
    visited.add(className);
    for (const { name } of found.methods) names.add(name);
    for (const base of found.bases) visit(base);
  };
  visit('TestCases');
  return [...names];
}

/** Tests of `TestCases` that replace an earlier one with the same name, which never runs. */
export function findRepeatedTests(test: string): TestMethod[] {
  const seen = new Set<string>();
  return readTestMethods(test).filter(({ name }) => {
    const isRepeated = seen.has(name);
    seen.add(name);
    return isRepeated;
  });
}

/** The test methods that `TestCases` itself defines, repeated ones included. */
export function readTestMethods(test: string): readonly TestMethod[] {
  return readTestClasses(test).get('TestCases')?.methods ?? [];
}

/** Top-level classes; a later class of the same name replaces the earlier one, as in Python. */
function readTestClasses(test: string): Map<string, TestClass> {
  const classes = new Map<string, TestClass>();
  let current: { testClass: TestClass; bodyIndent: number | undefined } | undefined;
  for (const line of readLogicalLines(test)) {
    if (line.indent === 0) {
      current = undefined;
      const opened = readClassHeader(line);
      if (opened) {
        classes.set(opened.name, opened.testClass);
        current = { testClass: opened.testClass, bodyIndent: undefined };
      }
      continue;
    }
    if (current === undefined) continue;
    current.bodyIndent ??= line.indent;
    const name = line.indent === current.bodyIndent ? definedFunction(line) : undefined;
    if (name?.startsWith('test')) {
      current.testClass.methods.push({ name, line: lineAt(test, line.tokens[0]?.start ?? 0) });
    }
  }
  return classes;
}

function readClassHeader({ tokens }: LogicalLine): { name: string; testClass: TestClass } | undefined {
  const [keyword, name] = tokens;
  if (keyword?.text !== 'class' || name?.kind !== 'name') return undefined;
  const bases = tokens.slice(2).flatMap(({ kind, text }) => (kind === 'name' ? [text] : []));
  return { name: name.text, testClass: { bases, methods: [] } };
}
