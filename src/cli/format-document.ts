import type { CommandName } from '../config/option.ts';
import { toKebabCase } from '../util/letter-case.ts';

/** Commands that printed keys in camelCase up to version 0.1: for one version, those stay beside the others. */
const renamed: readonly CommandName[] = ['run', 'generate', 'inspect', 'dataset', 'env', 'doctor', 'fleet'];

/** What `--json` prints: one document, its keys in snake_case as in the original's files. */
export function formatDocument(command: CommandName, value: unknown): string {
  const rename = (_: string, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each) ? addSnakeCase(each) : each;
  return `${JSON.stringify(value, renamed.includes(command) ? rename : undefined, 2)}\n`;
}

/** Only names of fields are renamed: names of tasks, variables, models and exceptions look different. */
function addSnakeCase(document: object): object {
  const entries = Object.entries(document).flatMap(([key, value]) => {
    const spelled = /^[a-z][a-z0-9]*([A-Z][a-z0-9]*)+$/.test(key) ? toKebabCase(key).replaceAll('-', '_') : key;
    return [...(spelled in document ? [] : [[spelled, value]]), [key, value]];
  });
  return Object.fromEntries(entries);
}
