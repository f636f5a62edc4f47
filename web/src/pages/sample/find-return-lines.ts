/** Lines of the `return` statements of a function, the last one of that name; nested functions are left out. */
export function findReturnLines(program: string, entryPoint: string): number[] {
  const lines = program.split('\n');
  const start = lines.findLastIndex((line) =>
    new RegExp(`^\\s*(?:async\\s+)?def\\s+${escapePattern(entryPoint)}\\b`).test(line),
  );
  if (start < 0) return [];
  const outer = indentOf(lines[start] ?? '');
  const found: number[] = [];
  let nestedFrom: number | undefined;
  for (const [offset, line] of lines.slice(start + 1).entries()) {
    if (line.trim() === '' || line.trim().startsWith('#')) continue;
    const indent = indentOf(line);
    // A signature over several lines ends with a bracket at the function's own indentation.
    if (indent <= outer && !/^\s*[)\]}]/.test(line)) break;
    if (nestedFrom !== undefined && indent <= nestedFrom) nestedFrom = undefined;
    if (nestedFrom === undefined && /^\s*(?:async\s+)?(?:def|class)\s/.test(line)) nestedFrom = indent;
    else if (nestedFrom === undefined && /^\s*return\b/.test(line)) found.push(start + 2 + offset);
  }
  return found;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function escapePattern(name: string): string {
  return name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
