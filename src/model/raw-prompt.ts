import type { LanguageModelV3CallOptions } from '@ai-sdk/provider';

/** The exact text for a base model to complete. */
export function rawPromptOf(call: LanguageModelV3CallOptions): string {
  return call.prompt
    .flatMap((message) => (message.role === 'user' ? message.content : []))
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('');
}
