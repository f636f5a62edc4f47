import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { readJsonAsset } from '../util/read-asset.ts';
import { type ProgramResult, type RunProgramOptions, runProgram } from '../util/run-program.ts';

/** pip and uv distinguish causes only in their messages. `says`: a regular expression that ignores case. */
const causes =
  readJsonAsset<{ says: string; code: 'ENVIRONMENT' | 'NETWORK'; sentence: string }[]>('install-failures.json');

/** Runs pip, uv or a script of ours that must succeed. */
export async function runInstaller(what: string, command: readonly string[], options: RunProgramOptions) {
  const result = await runProgram(command, options);
  if (result.code !== 0) throw explainFailure(what, result);
}

/** One sentence for a failed pip or uv; the end of its output is kept as data. */
function explainFailure(what: string, result: ProgramResult): BigCodeBenchError {
  const text = `${result.stderr}\n${result.stdout}`.trim();
  const cause = causes.find(({ says }) => new RegExp(says, 'i').test(text));
  const { code = 'ENVIRONMENT', sentence = `it exited with code ${result.code}` } = cause ?? {};
  const detail = findCulprit(text);
  const message = `${what} failed: ${sentence}${detail && ` (${detail})`}.`;
  return new BigCodeBenchError(code, message, { data: { output: text.slice(-4000) }, isRetryable: code === 'NETWORK' });
}

/** The line that names the package or the address. */
function findCulprit(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(/^[\s│├╰─▶×error:]+/i, '').trim());
  const telling = lines.find((line) => /failed to|hash mismatch|because|no matching|could not/i.test(line));
  return (telling ?? lines.findLast((line) => line !== '') ?? '').slice(0, 200);
}
