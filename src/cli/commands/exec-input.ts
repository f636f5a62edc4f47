import type { z } from 'zod';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { chooseRequestSchema, type ExecRequest } from '../../schema/exec-request.ts';

/** Requests to `bcb exec`, one JSON object per line, as they arrive. A bad line ends the stream with an error. */
export async function* readExecRequests(stdin: AsyncIterable<Buffer | string>): AsyncGenerator<ExecRequest> {
  let number = 0;
  for await (const line of splitLines(stdin)) {
    number++;
    if (line.trim() !== '') yield parseExecRequest(line, number);
  }
}

/** Only `\n` ends a line: JSON may contain any other kind of line break. */
async function* splitLines(stdin: AsyncIterable<Buffer | string>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of stdin) {
    const lines = (rest + (typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }))).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  yield rest + decoder.decode();
}

export function parseExecRequest(line: string, number: number): ExecRequest {
  const fail = (what: string) =>
    new BigCodeBenchError('BAD_INPUT', `Line ${number} of stdin: ${what}.`, { data: { line: number } });
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw fail(`not JSON (${error instanceof Error ? error.message : String(error)})`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw fail('expected a JSON object');
  const schema = chooseRequestSchema(value);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw fail(parsed.error.issues.map((issue) => describeIssue(issue, Object.keys(schema.shape))).join('; '));
}

function describeIssue(issue: z.core.$ZodIssue, allowed: readonly string[]): string {
  const place = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => JSON.stringify(place ? `${place}.${key}` : key)).join(', ');
    return `unknown ${issue.keys.length > 1 ? 'keys' : 'key'} ${names}${place ? '' : ` (use one of ${allowed.join(', ')})`}`;
  }
  if (/received undefined$/.test(issue.message)) return `${JSON.stringify(place)} is missing`;
  return `${JSON.stringify(place)}: ${issue.message}`;
}
