import { join } from 'node:path';
import { z } from 'zod';
import { runProgram } from '../util/run-program.ts';
import { shippedFolder } from './lock.ts';

export const pythonInfoSchema = z.object({
  version: z.string(),
  implementation: z.string(),
  bits: z.number(),
  /** The base interpreter, even for one in a virtual environment. */
  executable: z.string(),
  home: z.string(),
  hasVenv: z.boolean(),
  hasEnsurepip: z.boolean(),
  hasPip: z.boolean(),
  stdlib: z.array(z.string()),
});

export type PythonInfo = z.infer<typeof pythonInfoSchema>;

export interface DescribePythonOptions {
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal | undefined;
}

/** Starts an interpreter and asks what it is; undefined if it does not start, like a shim without a version behind it. */
export async function describePython(path: string, options: DescribePythonOptions): Promise<PythonInfo | undefined> {
  const command = [path, '-I', '-B', join(shippedFolder, 'describe_python.py')];
  const result = await runProgram(command, { ...options, timeoutMs: 20_000 });
  if (result.code !== 0) return undefined;
  try {
    return pythonInfoSchema.parse(JSON.parse(result.stdout));
  } catch {
    return undefined;
  }
}

/** Environment variables for a Python that must see only its own libraries. */
export function cleanPythonVariables(
  variables: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  const { PYTHONHOME, PYTHONPATH, VIRTUAL_ENV, CONDA_PREFIX, ...rest } = variables;
  return { ...rest, PYTHONNOUSERSITE: '1' };
}
