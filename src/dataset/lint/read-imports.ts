import { lineAt, readLogicalLines } from '../../syntax/python-lexer.ts';

export interface ImportedModule {
  /** The top-level package: `os` of `import os.path`. */
  readonly module: string;
  /** From 1. */
  readonly line: number;
}

/** What a source imports at the top level, where a missing module ends the program. */
export function readImports(source: string): ImportedModule[] {
  const imported: ImportedModule[] = [];
  for (const { indent, tokens } of readLogicalLines(source)) {
    const [first, second] = tokens;
    if (indent > 0 || first?.kind !== 'name') continue;
    const line = lineAt(source, first.start);
    if (first.text === 'from' && second?.kind === 'name') imported.push({ module: second.text, line });
    if (first.text !== 'import') continue;
    for (const [at, token] of tokens.entries()) {
      const previous = tokens[at - 1]?.text;
      if (previous === 'import' || previous === ',') imported.push({ module: token.text, line });
    }
  }
  return imported;
}
