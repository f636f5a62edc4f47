import { readJsonAsset } from '../../util/read-asset.ts';

/** Marks after which a model's answer begins, and those that end it, in the chat templates that trainers use. */
const marks = readJsonAsset<Readonly<Record<'answer' | 'end', readonly string[]>>>('chat-marks.json');

/** The answer in a text that holds the prompt as well: what follows the prompt, else the last assistant mark. */
export function takeAnswer(query: string, prompt: string): string {
  if (prompt !== '' && query.startsWith(prompt)) return cutEnd(query.slice(prompt.length));
  const begin = Math.max(
    ...marks.answer.map((mark) => (query.includes(mark) ? query.lastIndexOf(mark) + mark.length : 0)),
  );
  return cutEnd(query.slice(begin));
}

function cutEnd(text: string): string {
  const ends = marks.end.map((mark) => text.indexOf(mark)).filter((at) => at >= 0);
  return ends.length === 0 ? text : text.slice(0, Math.min(...ends));
}
