import { createRequire } from 'node:module';
import type { printParseErrorCode } from 'jsonc-parser';
import { readJsonAsset } from './read-asset.ts';

// Loaded, like the words for its codes, when a text turns out not to be JSON.
const load = () => createRequire(import.meta.url)('jsonc-parser') as typeof import('jsonc-parser');

/** In which line, from 1, a text stops being JSON, which `JSON.parse` does not always say; undefined if it is JSON. */
export function findJsonFault(source: string) {
  const { printParseErrorCode: nameOf, visit } = load();
  const messages = readJsonAsset<Readonly<Record<string, string>>>('json-faults.json');
  const faults: { readonly line: number; readonly message: string }[] = [];
  const onError = (code: Parameters<typeof printParseErrorCode>[0], _offset: number, _length: number, line: number) => {
    faults.push({ line: line + 1, message: messages[nameOf(code)] ?? 'invalid JSON' });
  };
  visit(source, { onError }, { disallowComments: true });
  return faults[0];
}
