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
  let bodyIndent: number | undefined;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    if (line === undefined) break;
    if (line.indent === 0) {
      bodyIndent = line.tokens[0]?.text === 'class' ? lines[at + 1]?.indent : undefined;
      continue;
    }
    if (line.indent !== bodyIndent) continue;
    const isDecorated = (each: LogicalLine | undefined) => each?.indent === bodyIndent && each?.tokens[0]?.text === '@';
    let defined = at;
    while (isDecorated(lines[defined])) defined++;
    const definition = lines[defined];
    const name = definition && definedFunction(definition);
    if (!name?.startsWith('test') || visible.has(name)) continue;
    const after = lines.findIndex(({ indent }, index) => index > defined && indent <= line.indent);
    const previous = lines[at - 1]?.tokens.at(-1)?.end ?? 0;
    const next = after < 0 ? test.length : test.lastIndexOf('\n', lines[after]?.tokens[0]?.start) + 1;
    rest += `${test.slice(kept, previous)}\n${indentation(test, line)}pass\n`;
    kept = next;
    at = (after < 0 ? lines.length : after) - 1;
  }
  return rest + test.slice(kept);
}

function indentation(source: string, { tokens }: LogicalLine): string {
  const start = tokens[0]?.start ?? 0;
  return source.slice(source.lastIndexOf('\n', start) + 1, start);
}
