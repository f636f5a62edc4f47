/** Whether the first line of a file shows a JSON array where one JSON object per line is expected. */
export function looksLikeArray(firstLine: string): boolean {
  return firstLine.trimStart().startsWith('[');
}

export function describeArray(path: string): string {
  return `is a JSON array, not JSON Lines: run \`jq -c '.[]' ${path} > ${path.replace(/\.json(l?)$/, '')}.lines.jsonl\` and use its output`;
}
