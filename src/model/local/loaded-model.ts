import { modelError } from '../../error/bigcodebench-error.ts';
import type { Prompt } from '../../schema/prompt.ts';
import type { Variables } from '../../util/http-fetch.ts';
import { loadRuntime, type Token } from './llama-runtime.ts';

const longestContext = 8192;

/** A GGUF model in memory, with one sequence per concurrent answer. */
export type Loaded = Awaited<ReturnType<typeof loadModel>>;

export async function loadModel(path: string, batch: number, variables: Variables) {
  const module = await loadRuntime(variables);
  const llama = await module.getLlama({ gpu: false, build: 'never', logLevel: 'error', progressLogs: false });
  const dispose = () => llama.dispose();
  try {
    const model = await llama.loadModel({ modelPath: path, gpuLayers: 0 });
    const contextSize = Math.min(model.trainContextSize, longestContext);
    // One thread each: more of them would wait for each other, for minutes if the cores are busy.
    const createContext = () => model.createContext({ threads: 1, contextSize, sequences: 1 });
    const contexts = await Promise.all(Array.from({ length: batch }, createContext));
    const idle = contexts.map((context) => context.getSequence());
    return { module, model, contextSize, idle, dispose };
  } catch (cause) {
    await dispose();
    const why = cause instanceof Error ? cause.message : String(cause);
    throw modelError(`${path} cannot be loaded as a GGUF model: ${why}`, { cause });
  }
}

/** The prompt in the model's own chat template, ending where the answer continues. */
export function tokenizePrompt({ module, model }: Loaded, prompt: Prompt, path: string): Token[] {
  if (prompt.form === 'completion') {
    const { bos, shouldPrependBosToken } = model.tokens;
    const tokens = model.tokenize(prompt.text);
    return shouldPrependBosToken && bos !== null ? [bos, ...tokens] : tokens;
  }
  const template = model.fileInfo.metadata.tokenizer?.chat_template;
  if (template === undefined) {
    throw modelError(`${path} has no chat template, so it is a base model: add --direct-completion.`);
  }
  const wrapper = new module.JinjaTemplateChatWrapper({
    template,
    tokenizer: model.tokenizer,
    joinAdjacentMessagesOfTheSameType: false,
    trimLeadingWhitespaceInResponses: false,
  });
  const chatHistory = [
    ...prompt.messages.map(({ role, content }) =>
      role === 'assistant' ? { type: 'model' as const, response: [content] } : { type: role, text: content },
    ),
    { type: 'model' as const, response: prompt.prefill === undefined ? [] : [prompt.prefill] },
  ];
  return wrapper.generateContextState({ chatHistory }).contextText.tokenize(model.tokenizer);
}
