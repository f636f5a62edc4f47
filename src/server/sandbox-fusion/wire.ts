/** SandboxFusion's vocabulary, and how an execution is described in it. */
import { constants } from 'node:os';
import { z } from 'zod';
import type { Execution } from '../../schema/execution.ts';

/** Languages that its clients may name; one that is not among them is an error of the request. */
const languages = [
  ...[
    'python',
    'pytest',
    'cpp',
    'nodejs',
    'go',
    'go_test',
    'java',
    'junit',
    'jest',
    'php',
    'csharp',
    'bash',
    'typescript',
  ],
  ...['sql', 'rust', 'cuda', 'python_gpu', 'lua', 'R', 'perl', 'D_ut', 'ruby', 'scala', 'julia', 'kotlin_script'],
  ...['verilog', 'lean', 'swift', 'racket', 'python2', 'gtest', 'react'],
] as const;

const seconds = z.number().positive().max(3600);

export const runCodeSchema = z.object({
  code: z.string(),
  language: z.enum(languages),
  compile_timeout: seconds.default(10),
  run_timeout: seconds.default(10),
  memory_limit_MB: z.number().int().default(-1),
  stdin: z.string().nullish(),
  files: z.record(z.string(), z.string().nullable()).default({}),
  fetch_files: z.array(z.string()).default([]),
});

export type RunCodeRequest = z.infer<typeof runCodeSchema>;

interface CommandResult {
  readonly status: 'Finished' | 'TimeLimitExceeded';
  readonly execution_time: number;
  readonly return_code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunCodeResponse {
  readonly status: 'Success' | 'Failed';
  readonly message: string;
  readonly compile_result: null;
  readonly run_result: CommandResult;
  readonly executor_pod_name: null;
  readonly files: Readonly<Record<string, string>>;
}

/** What a shell says of a process that was killed for memory. */
const killedStatus = 137;

/** How a program ended, in their words. Python has no compile step. */
export function toRunCodeResponse(execution: Execution): RunCodeResponse {
  const { outcome, reason, wallMs, stdout, stderr, files = {} } = execution;
  const isNoted = outcome !== 'pass' && outcome !== 'error' && outcome !== 'timeout';
  const note = isNoted ? `${stderr === '' ? '' : '\n'}[${outcome}${reason === undefined ? '' : `: ${reason}`}]\n` : '';
  const returnCode = returnCodeOf(execution);
  return {
    status: returnCode === 0 ? 'Success' : 'Failed',
    message: '',
    compile_result: null,
    run_result: {
      status: outcome === 'timeout' ? 'TimeLimitExceeded' : 'Finished',
      execution_time: wallMs / 1000,
      return_code: returnCode,
      stdout,
      stderr: stderr + note,
    },
    executor_pod_name: null,
    files,
  };
}

function returnCodeOf({ outcome, exit, signal }: Execution): number | null {
  if (outcome === 'timeout') return null;
  if (outcome === 'pass') return 0;
  if (outcome === 'out-of-memory' || outcome === 'output-limit') return killedStatus;
  const number = Object.entries(constants.signals).find(([name]) => name === signal)?.[1];
  if (number !== undefined) return -number;
  return exit === undefined || exit === 0 ? 1 : exit;
}
