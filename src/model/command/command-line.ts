import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { usageError } from '../../error/bigcodebench-error.ts';
import { fingerprintFile, hashValue, sha256 } from '../../util/hash.ts';

/** Splits a command at white space, but for quotes; files in the given folder are named by their whole paths. */
export function parseCommand(command: string, cwd: string) {
  const parts = command.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
  const words = parts.map((part) => part.replaceAll(/"([^"]*)"|'([^']*)'/g, (_, a, b) => a ?? b));
  if (words.length === 0 || /["']/.test(command.replaceAll(/"[^"]*"|'[^']*'/g, ''))) {
    throw usageError(`command:${command} is no command: name a program and its arguments, and close every quote.`);
  }
  const secret = words.find((word) =>
    /(?:api[-_]?key|access[-_]?token|auth[-_]?token|secret|password)(?:=|$)/i.test(word),
  );
  if (secret !== undefined) {
    const advice = 'put it into an environment variable and name that with --agent-env';
    throw usageError(`The command holds ${secret.replace(/=.*$/s, '')}, and commands are recorded: ${advice}.`);
  }
  // A program without a folder is looked for on PATH.
  const found = words.map((word, at) => (at > 0 || word.includes('/') ? resolveFile(cwd, word) : undefined));
  const files = found.filter((path) => path !== undefined);
  return {
    words: words.map((word, at) => found[at] ?? word),
    files,
    // An edited program must not inherit earlier answers.
    fingerprint: hashValue(files.map(fingerprintFile)),
  };
}

function resolveFile(cwd: string, word: string): string | undefined {
  const path = resolve(cwd, word);
  try {
    return statSync(path).isFile() ? path : undefined;
  } catch {
    return undefined;
  }
}

/** A command as a part of file names: short, and another one for every other command. */
export function fileNameOfCommand(command: string): string {
  const words = command.replaceAll(/[^\w.]+/g, '-').slice(0, 48);
  return `${words.replace(/^[-.]+|-$/g, '')}-${sha256(command).slice(0, 8)}`;
}
