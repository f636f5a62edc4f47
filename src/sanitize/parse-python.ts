/** The environment's own parser, reached through whatever executes jobs: programs are compiled, not run. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Execution } from '../schema/execution.ts';
import type { Job } from '../schema/job.ts';
import { completeLimits } from '../schema/limits.ts';
import { sha256 } from '../util/hash.ts';
import { parseJson } from '../util/parse-json.ts';
import type { ParsePython, PythonVerdict } from './check-syntax.ts';

const script = new URL('../../python/jobs/check_syntax.py', import.meta.url);

const lineSchema = z.union([
  z.object({
    number: z.number().int(),
    kind: z.enum(['syntax', 'compile']),
    line: z.number().int().nullable(),
    column: z.number().int().nullable(),
    message: z.string(),
  }),
  z.object({ checked: z.number().int() }),
]);

/**
 * Turns a way to run one job into a `ParsePython`. All programs go into one process; if it dies, they are bisected until
 * the one that kills it is found.
 */
export function createPythonParser(runJob: (job: Job) => Promise<Execution>): ParsePython {
  const parse: ParsePython = async (codes) => {
    const execution = await runJob(await buildParseJob(codes));
    const verdicts = readVerdicts(execution, codes.length);
    if (verdicts !== undefined) return verdicts;
    if (codes.length === 1) return [{ crashed: execution.reason ?? execution.signal ?? execution.outcome }];
    const middle = Math.ceil(codes.length / 2);
    return [...(await parse(codes.slice(0, middle))), ...(await parse(codes.slice(middle)))];
  };
  return async (codes) => (codes.length === 0 ? [] : parse(codes));
}

async function buildParseJob(codes: readonly string[]): Promise<Job> {
  const payload = Buffer.from(JSON.stringify(codes)).toString('base64');
  const test = `PAYLOAD = "${payload}"\n${await readFile(script, 'utf8')}`;
  const limits = completeLimits({ wallMs: 120_000, cpuMs: 120_000, memoryMb: 2048, processes: 16, outputKb: 8192 });
  return { id: `syntax-${sha256(test).slice(0, 12)}`, code: '', test, limits, libs: [] };
}

/** Undefined if the process did not reach its last line. */
function readVerdicts({ stdout }: Execution, count: number): PythonVerdict[] | undefined {
  const verdicts: PythonVerdict[] = Array.from({ length: count }, () => ({}));
  let isComplete = false;
  for (const line of stdout.split('\n')) {
    if (line === '') continue;
    const parsed = lineSchema.safeParse(parseJson(line)).data;
    if (parsed === undefined) return undefined;
    if ('checked' in parsed) {
      isComplete = parsed.checked === count;
    } else {
      const { number, kind, line: row, column, message } = parsed;
      verdicts[number] = { problem: { kind, line: row ?? undefined, column: column ?? undefined, message } };
    }
  }
  return isComplete ? verdicts : undefined;
}
