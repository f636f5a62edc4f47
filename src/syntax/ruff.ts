import { createRequire } from 'node:module';
import type { Diagnostic, Workspace } from '@astral-sh/ruff-wasm-nodejs';

const require = createRequire(import.meta.url);
const packageName = '@astral-sh/ruff-wasm-nodejs';
/** Rules for errors of CPython's compiler; ruff always reports the others of that kind. */
const compilerRules = 'F404 F406 F407 F622 F701 F702 F704 F706 F707 PLE0117 PLE0118 PLE1142'.split(' ');
const stackErrors = new Set(['RangeError', 'RuntimeError']);
let workspace: Workspace | undefined;

/**
 * What ruff reports about a program's syntax as Python 3.10, including semantic syntax errors; undefined if the program is
 * nested deeper than ruff's stack. Loading the package compiles 10 MB of wasm, so that happens on the first call.
 */
export function checkWithRuff(code: string): readonly Diagnostic[] | undefined {
  workspace ??= loadWorkspace();
  try {
    return workspace.check(code);
  } catch (error) {
    if (!(error instanceof Error) || !stackErrors.has(error.name)) throw error;
    // An instance that failed in the middle of a call is not reused.
    workspace = undefined;
    delete require.cache[require.resolve(packageName)];
    return undefined;
  }
}

function loadWorkspace(): Workspace {
  const ruff: typeof import('@astral-sh/ruff-wasm-nodejs') = require(packageName);
  const settings = { 'target-version': 'py310', lint: { select: compilerRules } };
  return new ruff.Workspace(settings, ruff.PositionEncoding.Utf32);
}

const known = new Map<string, boolean>();
const maxKnown = 1000;

/** Whether `\N{name}` names a character. Ruff has the table of names; it is asked once per name. */
export function isCharacterName(name: string): boolean {
  if (!/^[A-Za-z0-9 -]{1,100}$/.test(name)) return false;
  let isName = known.get(name);
  if (isName === undefined) {
    isName = checkWithRuff(`'\\N{${name}}'`)?.length === 0;
    if (known.size >= maxKnown) known.clear();
    known.set(name, isName);
  }
  return isName;
}
