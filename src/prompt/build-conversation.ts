import type { Prompt } from '../schema/prompt.ts';

type ChatPrompt = Extract<Prompt, { form: 'chat' }>;

/** An answer of the model, and what it is told about it. */
export interface ConversationTurn {
  readonly answer: string;
  readonly feedback: string;
}

/** The prompt, the answers so far and what was said about each: what the model is sent to get the next one. */
export function buildConversation(prompt: ChatPrompt, turns: readonly ConversationTurn[]): ChatPrompt {
  const said = turns.flatMap(({ answer, feedback }): ChatPrompt['messages'] => [
    // Providers refuse messages without text.
    { role: 'assistant', content: `${prompt.prefill ?? ''}${answer.trim() === '' ? '(no answer)' : answer}` },
    { role: 'user', content: feedback },
  ]);
  return { ...prompt, messages: [...prompt.messages, ...said] };
}
