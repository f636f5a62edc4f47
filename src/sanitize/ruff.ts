import { createRequire } from 'node:module';
import type { Diagnostic, Workspace } from '@astral-sh/ruff-wasm-nodejs';

let workspace: Workspace | undefined;

/**
 * What ruff says about the syntax of a program, as Python 3.10, semantic syntax errors included. The package compiles
 * 10 MB of wasm when it is loaded, so that happens at the first call.
 */
export function checkWithRuff(code: string): readonly Diagnostic[] {
  workspace ??= loadWorkspace();
  const diagnostics: readonly Diagnostic[] = workspace.check(code);
  return diagnostics;
}

function loadWorkspace(): Workspace {
  const require = createRequire(import.meta.url);
  const ruff: typeof import('@astral-sh/ruff-wasm-nodejs') = require('@astral-sh/ruff-wasm-nodejs');
  return new ruff.Workspace({ 'target-version': 'py310', lint: { select: [] } }, ruff.PositionEncoding.Utf32);
}
