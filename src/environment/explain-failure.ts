import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { ProgramResult } from '../util/run-program.ts';

/** pip and uv distinguish causes only in their messages. */
const causes: readonly (readonly [pattern: RegExp, code: 'ENVIRONMENT' | 'NETWORK', sentence: string])[] = [
  [
    /hash mismatch|do not match the hashes|mismatched hash/i,
    'ENVIRONMENT',
    'a downloaded file does not have the locked hash: the index or a proxy changed it',
  ],
  [/no space left|os error 28|disk quota/i, 'ENVIRONMENT', 'the disk is full: free some space'],
  [
    /read-only file system|permission denied/i,
    'ENVIRONMENT',
    'the folder is not writable: set BCB_DATA_DIR to one that is',
  ],
  [
    /dns error|name or service not known|failed to lookup|name resolution|connection (refused|reset|error)|timed? ?out|error sending request|network is unreachable|certificate|tunnel|failed to fetch|network connectivity is disabled/i,
    'NETWORK',
    'the package index cannot be reached: check the network and the configuration of pip',
  ],
  [
    /no matching distribution|could not find a version|no solution found|not found in the/i,
    'NETWORK',
    'the package index cannot be reached, or lacks a file that the lock requires',
  ],
];

/** One sentence for a failed pip or uv; the end of its output is kept as data. */
export function explainFailure(what: string, result: ProgramResult): BigCodeBenchError {
  const text = `${result.stderr}\n${result.stdout}`.trim();
  const [, code = 'ENVIRONMENT', sentence = `it exited with code ${result.code}`] =
    causes.find(([pattern]) => pattern.test(text)) ?? [];
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
