import { checkWithRuff } from './ruff.ts';

const known = new Map<string, boolean>();
const maxKnown = 1000;

/** Whether `\N{name}` names a character. Ruff has the table of names; it is asked once per name. */
export function isCharacterName(name: string): boolean {
  if (!/^[A-Za-z0-9 -]{1,100}$/.test(name)) return false;
  let isName = known.get(name);
  if (isName === undefined) {
    isName = checkWithRuff(`'\\N{${name}}'`)?.length === 0;
    if (known.size >= maxKnown) known.clear();
    known.set(name, isName);
  }
  return isName;
}
