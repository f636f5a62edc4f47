import type { LanguageModelV3CallOptions } from '@ai-sdk/provider';

/** The text that a base model completes, exactly as it is. */
export function rawPromptOf(call: LanguageModelV3CallOptions): string {
  return call.prompt
    .flatMap((message) => (message.role === 'user' ? message.content : []))
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('');
}
