/** Takes `<think>…</think>` off the front of a text. Unclosed, all of it is reasoning: the answer never began. */
export function splitThinking(text: string): { readonly text: string; readonly reasoning?: string } {
  const opened = /^\s*<think>/.exec(text);
  // Templates that open the tag themselves leave only its end in the answer.
  const closedAt = text.indexOf('</think>');
  if (!opened && closedAt < 0) return { text };
  const from = opened?.[0].length ?? 0;
  if (closedAt < 0) return { text: '', reasoning: text.slice(from).trim() };
  return { text: text.slice(closedAt + '</think>'.length).trimStart(), reasoning: text.slice(from, closedAt).trim() };
}
