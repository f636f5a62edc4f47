/** Marks after which a model's answer begins, in the chat templates that trainers use. */
const answerMarks = [
  '<|im_start|>assistant\n',
  '<|start_header_id|>assistant<|end_header_id|>\n\n',
  '<start_of_turn>model\n',
  '<|assistant|>\n',
  '<｜Assistant｜>',
  '<|Assistant|>',
  '[/INST]',
  '\n\nAssistant:',
];

/** Marks that end it. */
const endMarks = [
  '<|im_end|>',
  '<|eot_id|>',
  '<|end_of_text|>',
  '<|endoftext|>',
  '<end_of_turn>',
  '<eos>',
  '</s>',
  '<｜end▁of▁sentence｜>',
  '<|end|>',
];

/** The answer in a text that holds the prompt as well: what follows the prompt, else the last assistant mark. */
export function takeAnswer(query: string, prompt: string): string {
  if (prompt !== '' && query.startsWith(prompt)) return cutEnd(query.slice(prompt.length));
  const begin = Math.max(
    ...answerMarks.map((mark) => (query.includes(mark) ? query.lastIndexOf(mark) + mark.length : 0)),
  );
  return cutEnd(query.slice(begin));
}

function cutEnd(text: string): string {
  const ends = endMarks.map((mark) => text.indexOf(mark)).filter((at) => at >= 0);
  return ends.length === 0 ? text : text.slice(0, Math.min(...ends));
}
