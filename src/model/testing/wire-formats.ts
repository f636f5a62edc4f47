import { events, json, type Reply } from './wire-server.ts';

/** Answers in the providers' own formats, with 100 tokens in, 20 of them cached, 50 out, 30 of those reasoning. */

export function openAiChat(...contents: readonly (string | null)[]): Reply {
  return json({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'served-model',
    choices: contents.map((content, index) => ({
      index,
      message: { role: 'assistant', content },
      finish_reason: 'stop',
    })),
    usage: {
      prompt_tokens: 100,
      completion_tokens: 50,
      total_tokens: 150,
      prompt_tokens_details: { cached_tokens: 20 },
      completion_tokens_details: { reasoning_tokens: 30 },
    },
  });
}

export function openAiCompletion(...contents: readonly string[]): Reply {
  return json({
    id: 'cmpl-1',
    object: 'text_completion',
    created: 1,
    model: 'served-model',
    choices: contents.map((content, index) => ({ index, text: content, logprobs: null, finish_reason: 'length' })),
    usage: { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 },
  });
}

export function anthropicEvents(content: string, { thinking = '', stopReason = 'end_turn' } = {}): unknown[] {
  const block = (index: number, start: object, delta: object) => [
    { type: 'content_block_start', index, content_block: start },
    { type: 'content_block_delta', index, delta },
    { type: 'content_block_stop', index },
  ];
  return [
    {
      type: 'message_start',
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'served-model',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 80, cache_read_input_tokens: 20, cache_creation_input_tokens: 0, output_tokens: 1 },
      },
    },
    ...(thinking === ''
      ? []
      : block(0, { type: 'thinking', thinking: '', signature: '' }, { type: 'thinking_delta', thinking })),
    ...block(thinking === '' ? 0 : 1, { type: 'text', text: '' }, { type: 'text_delta', text: content }),
    { type: 'message_delta', delta: { stop_reason: stopReason, stop_sequence: null }, usage: { output_tokens: 50 } },
    { type: 'message_stop' },
  ];
}

export function anthropicMessage(content: string, facts: Parameters<typeof anthropicEvents>[1] = {}): Reply {
  return events(anthropicEvents(content, facts));
}

export function googleContent(...contents: readonly string[]): Reply {
  return json({
    responseId: 'resp-1',
    modelVersion: 'served-model',
    candidates: contents.map((content, index) => ({
      index,
      content: { role: 'model', parts: [{ text: content }] },
      finishReason: 'STOP',
    })),
    usageMetadata: {
      promptTokenCount: 100,
      cachedContentTokenCount: 20,
      candidatesTokenCount: 20,
      thoughtsTokenCount: 30,
      totalTokenCount: 150,
    },
  });
}

export function mistralChat(content: string): Reply {
  return json({
    id: 'mist-1',
    object: 'chat.completion',
    created: 1,
    model: 'served-model',
    choices: [
      { index: 0, message: { role: 'assistant', content, tool_calls: null, prefix: false }, finish_reason: 'stop' },
    ],
    usage: { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 },
  });
}

/** What Ollama's `/v1/chat/completions` answers. */
export function ollamaChat(content: string): Reply {
  return json({
    id: 'chatcmpl-412',
    object: 'chat.completion',
    created: 1,
    model: 'served-model',
    system_fingerprint: 'fp_ollama',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 },
  });
}
