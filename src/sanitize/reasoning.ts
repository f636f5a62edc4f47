/** Pairs of markers around a model's reasoning. Matched case-insensitively. */
const tagNames = ['think', 'thinking', 'thought', 'thoughts', 'reasoning', 'reflection', 'scratchpad', 'seed:think'];
const pairs: readonly (readonly [open: string, close: string])[] = [
  ...tagNames.map((name) => [`<${name}>`, `</${name}>`] as const),
  ['[think]', '[/think]'],
  ['◁think▷', '◁/think▷'],
  ['<|begin_of_thought|>', '<|end_of_thought|>'],
  ['<|start_thinking|>', '<|end_thinking|>'],
  ['<|channel|>analysis<|message|>', '<|channel|>final<|message|>'],
];

/** Markers around the answer itself; only the markers are removed. */
const answerMarks =
  /<\|(?:begin|end)_of_solution\|>|<\|(?:start|end)_response\|>|<\/?answer>|<\|channel\|>final<\|message\|>/gi;

const marks = new Map<string, { pair: number; opens: boolean }>();
for (const [pair, [open, close]] of pairs.entries()) {
  marks.set(open, { pair, opens: true });
  marks.set(close, { pair, opens: false });
}
const markPattern = new RegExp([...marks.keys()].map((mark) => mark.replace(/[[\]|/]/g, '\\$&')).join('|'), 'gi');

/**
 * Removes reasoning: nested pairs as one, an unclosed one to the end of the text, and everything before a closing marker
 * that was never opened (chat templates open it in the prompt). Markers inside a fenced code block are kept. `removed`:
 * how many characters of reasoning that was.
 */
export function removeReasoning(text: string): { readonly text: string; readonly removed: number } {
  const kept: string[] = [];
  let from = 0;
  let open: { pair: number; depth: number } | undefined;
  const isInsideFence = createFenceTracker(text);
  for (const match of text.matchAll(markPattern)) {
    const mark = marks.get(match[0].toLowerCase());
    if (mark === undefined) continue;
    if (open === undefined) {
      if (match.index < from || isInsideFence(from, match.index)) continue;
      if (mark.opens) {
        kept.push(text.slice(from, match.index));
        open = { pair: mark.pair, depth: 1 };
        continue;
      }
      kept.length = 0;
    } else {
      if (mark.pair !== open.pair) continue;
      open.depth += mark.opens ? 1 : -1;
      if (open.depth > 0) continue;
      open = undefined;
    }
    from = match.index + match[0].length;
  }
  if (open === undefined) kept.push(text.slice(from));
  const joined = kept.join('');
  const removed = text.length - joined.length;
  return removed === 0 ? { text, removed } : { text: joined.replace(answerMarks, '').replace(/^\s+/, ''), removed };
}

/** Whether the number of fences between two offsets is odd; both offsets only grow from call to call. */
function createFenceTracker(text: string): (from: number, to: number) => boolean {
  const marks = [...text.matchAll(/^[ \t]*(?:```|~~~)/gm)].map(({ index }) => index);
  let first = 0;
  let next = 0;
  return (from, to) => {
    while (first < marks.length && (marks[first] ?? 0) < from) first++;
    next = Math.max(next, first);
    while (next < marks.length && (marks[next] ?? 0) < to) next++;
    return (next - first) % 2 === 1;
  };
}
