import { formatPythonFloat } from '../util/python-text.ts';

/** A number that is a float in Python: 1 is written as `1.0`. */
export class PythonFloat {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

/** What `json.dumps(value, indent=indent)` writes in ASCII; `margin` precedes each line but the first. */
export function formatPythonJson(value: unknown, { indent = 2, margin = '' } = {}): string {
  if (value instanceof PythonFloat) return formatPythonFloat(value.value);
  if (typeof value === 'string') return quotePython(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = { indent, margin: `${margin}${' '.repeat(indent)}` };
  const isArray = Array.isArray(value);
  const members = isArray
    ? value.map((member) => formatPythonJson(member, inner))
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(([key, member]) => `${quotePython(key)}: ${formatPythonJson(member, inner)}`);
  const [open, close] = isArray ? '[]' : '{}';
  if (indent === 0 || members.length === 0) return `${open}${members.join(', ')}${close}`;
  const lines = members.map((member) => `${inner.margin}${member}`);
  return `${open}\n${lines.join(',\n')}\n${margin}${close}`;
}

/** What `json.dumps(value)` writes: the lines of the original's JSONL files. */
export function formatPythonJsonLine(value: unknown): string {
  return formatPythonJson(value, { indent: 0 });
}

/** A JSON string in ASCII, astral characters as two escapes. */
function quotePython(text: string): string {
  // Python leaves U+007F alone, so only what is past it needs an escape.
  const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(text).replace(/[\u0080-\uffff]/g, escapeUnit);
}
