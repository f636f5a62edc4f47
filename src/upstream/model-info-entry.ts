import type { ModelInfo } from './board-file.ts';

/** The entry of a model for the `model_info` of the original's `analysis/utils.py`. */
export function formatModelInfo(prefix: string, info: ModelInfo): string {
  const fields: readonly [string, string][] = [
    ['name', quote(info.name)],
    ['link', quote(info.link)],
    ['prompted', formatBoolean(info.prompted)],
    ['moe', formatBoolean(info.moe)],
    ['size', formatNumber(info.size)],
    ['act_param', formatNumber(info.act_param)],
    ['open-data', quote(info['open-data'])],
    ['prefill', formatBoolean(info.prefill)],
    ['date', quote(info.date)],
  ];
  const lines = fields.map(([name, value]) => `        "${name}": ${value},\n`);
  return `    ${quote(prefix)}: {\n${lines.join('')}    },\n`;
}

/** A JSON string is a Python string, too. */
function quote(text: string): string {
  return JSON.stringify(text);
}

function formatBoolean(value: boolean): string {
  return value ? 'True' : 'False';
}

function formatNumber(value: number | null): string {
  return value === null ? 'None' : String(value);
}
