import type { CommandContext } from '../command.ts';

/** Asks a yes-or-no question, but only on a terminal and without --yes; otherwise the answer is yes. */
export async function confirm(context: CommandContext, question: string): Promise<boolean> {
  const { options, stdin, stderr } = context;
  const isTerminal = (stdin as { isTTY?: boolean }).isTTY === true && stderr.isTTY === true;
  if (options.yes || !isTerminal) return true;
  const resume = context.screen?.suspend();
  try {
    stderr.write(`${question} [y/N] `);
    for await (const chunk of stdin) return /^\s*y(es)?\s*$/i.test(chunk.toString());
    return false;
  } finally {
    resume?.();
  }
}
