import { type LogicalLine, readLogicalLines } from '../syntax/python-lexer.ts';
import { definedFunction } from './code-prompt.ts';
import { listTestNames } from './test-names.ts';

/** The tests of a task that a model may be shown: the first third by name, at least one. The others stay hidden. */
export function visibleTestsOf(test: string): string[] {
  const names = listTestNames(test).sort();
  return names.slice(0, Math.ceil(names.length / 3));
}

/** The source of the visible tests alone, with what they need: nothing of a hidden one is left, its comments included. */
export function cutHiddenTests(test: string): string {
  const visible = new Set(visibleTestsOf(test));
  const lines = [...readLogicalLines(test)];
  let rest = '';
  let kept = 0;
  for (const { name, first, next } of listMethods(lines)) {
    if (!name.startsWith('test') || visible.has(name)) continue;
    const before = lines[first - 1]?.tokens.at(-1)?.end ?? 0;
    const begin = startOf(lines[first]);
    const indentation = test.slice(test.lastIndexOf('\n', begin) + 1, begin);
    rest += `${test.slice(kept, before)}\n${indentation}pass\n`;
    kept = next < lines.length ? test.lastIndexOf('\n', startOf(lines[next])) + 1 : test.length;
  }
  return rest + test.slice(kept);
}

/** A test as it is written, from its decorators to its last statement. */
export function sourceOfTest(test: string, name: string): string {
  const lines = [...readLogicalLines(test)];
  const { first = 0, next = 0 } = listMethods(lines).findLast((method) => method.name === name) ?? {};
  const margin = new RegExp(`^[ \\t]{0,${lines[first]?.indent}}`, 'gm');
  const end = lines[next - 1]?.tokens.at(-1)?.end ?? 0;
  return test.slice(test.lastIndexOf('\n', startOf(lines[first])) + 1, end).replace(margin, '');
}

/** The methods of all classes: the line that each begins with, decorators included, and the line after it. */
function listMethods(lines: readonly LogicalLine[]) {
  let bodyIndent: number | undefined;
  return lines.flatMap((line, at) => {
    if (line.indent === 0) bodyIndent = line.tokens[0]?.text === 'class' ? lines[at + 1]?.indent : undefined;
    const name = line.indent > 0 && line.indent === bodyIndent ? definedFunction(line) : undefined;
    if (name === undefined) return [];
    const isDecorator = (each: LogicalLine) => each.indent === bodyIndent && each.tokens[0]?.text === '@';
    const first = lines.findLastIndex((each, index) => index < at && !isDecorator(each)) + 1;
    const after = lines.findIndex(({ indent }, index) => index > at && indent <= line.indent);
    return [{ name, first, next: after < 0 ? lines.length : after }];
  });
}

function startOf(line: LogicalLine | undefined): number {
  return line?.tokens[0]?.start ?? 0;
}
