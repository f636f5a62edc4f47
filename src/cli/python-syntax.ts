import type { CheckSyntax } from '../dataset/lint/check-task.ts';

/** A checker for Python 3.10, the oldest Python that tasks run on; ruff's parser, in this process. */
export async function createSyntaxChecker(): Promise<CheckSyntax> {
  const { Workspace, PositionEncoding } = await import('@astral-sh/ruff-wasm-nodejs');
  const workspace = new Workspace({ 'target-version': 'py310', lint: { select: [] } }, PositionEncoding.Utf16);
  return (source) => {
    const diagnostics: readonly { message: string; start_location: { row: number } }[] = workspace.check(source);
    const [first] = diagnostics;
    return first && { line: first.start_location.row, message: first.message };
  };
}
