#!/usr/bin/env node
/** The only file that reads argv or exits. */
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { main } from './cli/main.ts';
import { nameProgram, spellCommands } from './cli/program-name.ts';
import { BigCodeBenchError, exitCodeOf } from './error/bigcodebench-error.ts';
import { InterruptedError } from './error/interrupted-error.ts';
import { packageVersion } from './util/package-version.ts';
import { quoteWord } from './util/shell-quote.ts';

const interrupted = 130;

const [, script = '', ...words] = process.argv;
const program = nameProgram({
  script,
  file: fileURLToPath(import.meta.url),
  cwd: process.cwd(),
  told: process.env.BCB_PROGRAM,
});

/** `bigcodebench.evaluate` is the same program, entered at one command. */
const enteredAt = /^bigcodebench\.([a-z]+)$/.exec(basename(script))?.[1];

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
      ...(enteredAt === undefined ? {} : { enteredAt }),
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

/** What is not finished goes on with the same words; a token in an address is left out. */
function nameContinuation(code: number): void {
  const [command = ''] = words;
  const goesOn = code === exitCodeOf.INCOMPLETE || code === exitCodeOf.UNTRUSTED_ENVIRONMENT;
  if (!goesOn || !['run', 'generate', 'evaluate'].includes(enteredAt ?? command) || words.includes('--quiet')) return;
  const shown = words.map((word) => quoteWord(word.replace(/(\w+:\/\/)[^/@\s]*@/g, '$1')));
  process.stderr.write(`next: ${[program, ...shown].join(' ')}  # goes on where this stopped\n`);
}

process.exitCode = await start();
nameContinuation(process.exitCode);
// Open handles (keep-alive sockets, idle workers) must not keep the process alive once everything is written.
process.stdout.write('', () => process.stderr.write('', () => process.exit()));
