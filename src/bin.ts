#!/usr/bin/env node
/** The only file that reads argv or exits. */
import { fileURLToPath } from 'node:url';
import { main } from './cli/main.ts';
import { nameCommand, nameProgram, spellCommands, spellContinuation } from './cli/program-name.ts';
import { BigCodeBenchError, exitCodeOf } from './error/bigcodebench-error.ts';
import { InterruptedError } from './error/interrupted-error.ts';
import { packageVersion } from './util/package-version.ts';

const interrupted = 130;

const [, script = '', ...typed] = process.argv;
const words = nameCommand(script, typed);
const program = nameProgram({
  script,
  file: fileURLToPath(import.meta.url),
  cwd: process.cwd(),
  told: process.env.BCB_PROGRAM,
});

async function start(): Promise<number> {
  const controller = new AbortController();
  const interrupt = (signal: NodeJS.Signals) => {
    if (controller.signal.aborted) process.exit(interrupted);
    controller.abort(new InterruptedError(signal));
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  // A reader that closes early (`| head`) is not an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  try {
    return await main({
      words,
      program,
      version: packageVersion(),
      variables: process.env,
      cwd: process.cwd(),
      stdout: process.stdout,
      stderr: process.stderr,
      stdin: process.stdin,
      signal: controller.signal,
    });
  } catch (error) {
    return explain(controller.signal.aborted ? controller.signal.reason : error);
  }
}

/** A user's mistake, or the world's, is one sentence; only our own bugs come with a stack. */
function explain(error: unknown): number {
  if (error instanceof InterruptedError) {
    process.stderr.write(`\n${error.message}. Finished work is saved; run the same command to resume.\n`);
    return interrupted;
  }
  if (error instanceof BigCodeBenchError && error.code !== 'INVARIANT') {
    process.stderr.write(`error: ${spellCommands(error.message, program)}\n`);
    return exitCodeOf[error.code];
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`This is a bug in bigcodebench; please report it with these lines:\n${stack}\n`);
  return exitCodeOf.INVARIANT;
}

process.exitCode = await start();
process.stderr.write(spellContinuation(process.exitCode, program, words));
// Open handles (keep-alive sockets, idle workers) must not keep the process alive once everything is written.
process.stdout.write('', () => process.stderr.write('', () => process.exit()));
