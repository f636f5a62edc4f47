import { createRequire } from 'node:module';
import type { Diagnostic, Workspace } from '@astral-sh/ruff-wasm-nodejs';

const require = createRequire(import.meta.url);
const packageName = '@astral-sh/ruff-wasm-nodejs';
/** Rules that stand for errors of CPython's compiler; ruff reports the others of its kind always. */
const compilerRules = 'F404 F406 F407 F622 F701 F702 F704 F706 F707 PLE0117 PLE0118 PLE1142'.split(' ');
const stackErrors = new Set(['RangeError', 'RuntimeError']);
let workspace: Workspace | undefined;

/**
 * What ruff says about the syntax of a program, as Python 3.10, semantic syntax errors included; undefined where the
 * program is nested deeper than its stack. The package compiles 10 MB of wasm when it is loaded, so that happens at the
 * first call.
 */
export function checkWithRuff(code: string): readonly Diagnostic[] | undefined {
  workspace ??= loadWorkspace();
  try {
    const diagnostics: readonly Diagnostic[] = workspace.check(code);
    return diagnostics;
  } catch (error) {
    if (!(error instanceof Error) || !stackErrors.has(error.name)) throw error;
    // An instance that was left in the middle of a call is not used again.
    workspace = undefined;
    delete require.cache[require.resolve(packageName)];
    return undefined;
  }
}

function loadWorkspace(): Workspace {
  const ruff: typeof import('@astral-sh/ruff-wasm-nodejs') = require(packageName);
  return new ruff.Workspace(
    { 'target-version': 'py310', lint: { select: compilerRules } },
    ruff.PositionEncoding.Utf32,
  );
}
