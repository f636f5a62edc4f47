import { formatPythonFloat } from '../util/python-text.ts';

/** A number that is a float in Python: 1 is written as `1.0`. */
export class PythonFloat {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

export interface PythonJsonOptions {
  readonly indent?: number;
  /** Prefix of each line but the first. */
  readonly margin?: string;
}

/** What `json.dumps(value, indent=2)` writes: ASCII only, floats recognizable as floats. */
export function formatPythonJson(value: unknown, options: PythonJsonOptions = {}): string {
  const { indent = 2, margin = '' } = options;
  if (value instanceof PythonFloat) return formatPythonFloat(value.value);
  if (typeof value === 'string') return quotePython(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${margin}${' '.repeat(indent)}`;
  const format = (member: unknown) => formatPythonJson(member, { indent, margin: inner });
  const isArray = Array.isArray(value);
  const members = isArray
    ? value.map((member) => `${inner}${format(member)}`)
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(([key, member]) => `${inner}${quotePython(key)}: ${format(member)}`);
  const [open, close] = isArray ? '[]' : '{}';
  return members.length === 0 ? `${open}${close}` : `${open}\n${members.join(',\n')}\n${margin}${close}`;
}

/** What `json.dumps(value)` writes, on one line: the lines of the original's JSONL files. */
export function formatPythonJsonLine(value: unknown): string {
  if (value instanceof PythonFloat) return formatPythonFloat(value.value);
  if (typeof value === 'string') return quotePython(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(formatPythonJsonLine).join(', ')}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([key, member]) => `${quotePython(key)}: ${formatPythonJsonLine(member)}`);
  return `{${members.join(', ')}}`;
}

/** A JSON string in ASCII, astral characters as two escapes. */
function quotePython(text: string): string {
  // Python leaves U+007F alone, so only what is past it needs an escape.
  return JSON.stringify(text).replace(/[\u0080-\uffff]/g, escapeUnit);
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
