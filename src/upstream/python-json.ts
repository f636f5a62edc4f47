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
export function formatPythonJson(value: unknown, { indent = 2, margin = '' }: PythonJsonOptions = {}): string {
  return format(value, { indent, margin });
}

/** What `json.dumps(value)` writes, on one line: the lines of the original's JSONL files. */
export function formatPythonJsonLine(value: unknown): string {
  return format(value, undefined);
}

function format(value: unknown, layout: Required<PythonJsonOptions> | undefined): string {
  if (value instanceof PythonFloat) return formatPythonFloat(value.value);
  if (typeof value === 'string') return quotePython(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = layout && { ...layout, margin: `${layout.margin}${' '.repeat(layout.indent)}` };
  const isArray = Array.isArray(value);
  const members = isArray
    ? value.map((member) => format(member, inner))
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(([key, member]) => `${quotePython(key)}: ${format(member, inner)}`);
  const [open, close] = isArray ? '[]' : '{}';
  if (!inner || members.length === 0) return `${open}${members.join(', ')}${close}`;
  const lines = members.map((member) => `${inner.margin}${member}`);
  return `${open}\n${lines.join(',\n')}\n${layout.margin}${close}`;
}

/** A JSON string in ASCII, astral characters as two escapes. */
function quotePython(text: string): string {
  // Python leaves U+007F alone, so only what is past it needs an escape.
  return JSON.stringify(text).replace(/[\u0080-\uffff]/g, escapeUnit);
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
