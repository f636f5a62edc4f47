import { readFileSync } from 'node:fs';

export function readAsset(name: string): string {
  return readFileSync(new URL(`../../assets/${name}`, import.meta.url), 'utf8');
}

/** The value of a JSON file in `assets`: our own, so we know its shape. */
export function readJsonAsset<Value>(name: string): Value {
  return JSON.parse(readAsset(name));
}

/** A text of `assets` with a value in place of each `{{name}}`. */
export function fillAsset(name: string, values: Readonly<Record<string, string>>): string {
  return readAsset(name).replace(/\{\{(\w+)\}\}/g, (_, key: string) => values[key] ?? '');
}

/** A JSON file of `assets` in which each `"{{name}}"` is a value, left out where that is undefined; inside a text it is its text. */
export function fillJsonAsset(name: string, values: Readonly<Record<string, unknown>>): unknown {
  return JSON.parse(readAsset(name), (_, member: unknown) => {
    if (typeof member !== 'string') return member;
    const [, whole] = /^\{\{(\w+)\}\}$/.exec(member) ?? [];
    return whole ? values[whole] : member.replace(/\{\{(\w+)\}\}/g, (__, key: string) => String(values[key] ?? ''));
  });
}
