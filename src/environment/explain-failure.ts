import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { ProgramResult } from '../util/run-program.ts';

/** pip and uv distinguish causes only in their messages. */
const causes: readonly { pattern: RegExp; code: 'ENVIRONMENT' | 'NETWORK'; sentence: string }[] = [
  {
    pattern: /hash mismatch|do not match the hashes|mismatched hash/i,
    code: 'ENVIRONMENT',
    sentence: 'a downloaded file does not have the locked hash: the index or a proxy changed it',
  },
  {
    pattern: /no space left|os error 28|disk quota/i,
    code: 'ENVIRONMENT',
    sentence: 'the disk is full: free some space',
  },
  {
    pattern: /read-only file system|permission denied/i,
    code: 'ENVIRONMENT',
    sentence: 'the folder is not writable: set BCB_DATA_DIR to one that is',
  },
  {
    pattern:
      /dns error|name or service not known|failed to lookup|name resolution|connection (refused|reset|error)|timed? ?out|error sending request|network is unreachable|certificate|tunnel|failed to fetch|network connectivity is disabled/i,
    code: 'NETWORK',
    sentence: 'the package index cannot be reached: check the network and the configuration of pip',
  },
  {
    pattern: /no matching distribution|could not find a version|no solution found|not found in the/i,
    code: 'NETWORK',
    sentence: 'the package index cannot be reached, or lacks a file that the lock requires',
  },
];

/** One sentence for a failed pip or uv; the end of its output is kept as data. */
export function explainFailure(what: string, result: ProgramResult): BigCodeBenchError {
  const text = `${result.stderr}\n${result.stdout}`.trim();
  const cause = causes.find(({ pattern }) => pattern.test(text));
  const detail = findCulprit(text);
  const sentence = cause?.sentence ?? `it exited with code ${result.code}`;
  return new BigCodeBenchError(
    cause?.code ?? 'ENVIRONMENT',
    `${what} failed: ${sentence}${detail && ` (${detail})`}.`,
    {
      data: { output: text.slice(-4000) },
      isRetryable: cause?.code === 'NETWORK',
    },
  );
}

/** The line that names the package or the address. */
function findCulprit(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(/^[\s│├╰─▶×error:]+/i, '').trim());
  const telling = lines.find((line) => /failed to|hash mismatch|because|no matching|could not/i.test(line));
  return (telling ?? lines.findLast((line) => line !== '') ?? '').slice(0, 200);
}
