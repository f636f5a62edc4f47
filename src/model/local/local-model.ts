import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import pLimit from 'p-limit';
import { modelError } from '../../error/bigcodebench-error.ts';
import type { Prompt } from '../../schema/prompt.ts';
import type { FinishReason } from '../../schema/sample.ts';
import { systemClock } from '../../util/clock.ts';
import { fingerprintFile } from '../../util/hash.ts';
import type { Variables } from '../../util/http-fetch.ts';
import { messageOf } from '../../util/system-error.ts';
import { chooseStop } from '../build-call.ts';
import type { Model, ModelAnswer, ModelCallOptions, ModelRequest, WantedSample } from '../model.ts';
import { ProviderError } from '../provider-error.ts';
import type { ModelInput, ResolveModelOptions } from '../resolve-model.ts';
import { type LlamaModel, type LlamaSequence, loadRuntime, type Token } from './llama-runtime.ts';
import { findInCatalog, modelFile } from './pull-model.ts';

/** Enough tokens to contain any stop string. */
const stopWindow = 32;

/** A GGUF model in this process, on the CPU: one of the catalog, or a file. At temperature 0, answers are reproducible to the byte. */
export function createLocalModel(input: ModelInput): Model {
  const { modelId, options } = input;
  const variables = options.variables ?? process.env;
  const path = findModelFile(modelId, options);
  const batch = options.localBatch ?? 1;
  const clock = options.clock ?? systemClock;
  const fingerprint = fingerprintFile(path);
  const limit = pLimit(batch);
  let loading: Promise<Loaded> | undefined;
  const load = () => {
    loading ??= loadModel(path, batch, variables);
    return loading;
  };

  const answerOne = async (request: ModelRequest, sample: WantedSample, call: ModelCallOptions) => {
    const loaded = await load();
    const tokens = tokenizePrompt(loaded, request.prompt, path);
    if (tokens.length >= loaded.contextSize) {
      const prompt = `The prompt of ${request.task.id} has ${tokens.length} tokens`;
      throw new ProviderError('context-too-long', `${prompt}, but the model's context only ${loaded.contextSize}.`);
    }
    const sequence = loaded.idle.pop() as LlamaSequence;
    const startedAt = clock.now();
    try {
      await sequence.clearHistory();
      const budget = Math.min(request.parameters.maxNewTokens, loaded.contextSize - tokens.length);
      const stop = chooseStop(request, { wire: 'completions', ...input });
      const settings = { tokens, budget, stop, evaluate: evaluateOptions(request, sample, input) };
      const { count, ...written } = await generate(loaded.model, sequence, settings, call.signal);
      const usage = { inputTokens: tokens.length, outputTokens: count };
      const latencyMs = clock.now() - startedAt;
      return { ...written, usage, latencyMs, warnings: [], responseModel: basename(path) };
    } finally {
      loaded.idle.push(sequence);
    }
  };

  return {
    samplesPerCall: 1,
    maxConcurrency: batch,
    drainMs: 0,
    fingerprintOf: () => fingerprint,
    async answer(request, call = {}) {
      const answers: ModelAnswer[] = [];
      for (const sample of request.samples) answers.push(await limit(() => answerOne(request, sample, call)));
      return answers;
    },
    async describe(request) {
      const loaded = await load();
      const text = loaded.model.detokenize(tokenizePrompt(loaded, request.prompt, path), true);
      const [sample = { index: 0 }] = request.samples;
      const settings = evaluateOptions(request, sample, input);
      const stop = chooseStop(request, { wire: 'completions', ...input });
      const body = JSON.stringify({ prompt: text, max_tokens: request.parameters.maxNewTokens, ...settings, stop });
      return { method: 'EVALUATE', url: path, headers: {}, body };
    },
    async close() {
      await (await loading?.catch(() => undefined))?.dispose();
    },
  };
}

function findModelFile(modelId: string, { variables = process.env, cwd = '.' }: ResolveModelOptions): string {
  const entry = findInCatalog(modelId);
  const path = entry ? modelFile(entry, variables) : resolve(cwd, modelId);
  if (existsSync(path)) return path;
  throw modelError(
    entry
      ? `${entry.name} is not installed (${Math.round(entry.bytes / 1e6)} MB): run \`bcb model pull ${entry.name}\`, or add --yes.`
      : `Model file not found: ${path}. Pass a .gguf file, or smollm2-135m.`,
  );
}

const longestContext = 8192;

/** A GGUF model in memory, with one sequence per concurrent answer. */
type Loaded = Awaited<ReturnType<typeof loadModel>>;

async function loadModel(path: string, batch: number, variables: Variables) {
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
    throw modelError(`${path} cannot be loaded as a GGUF model: ${messageOf(cause)}`, { cause });
  }
}

/** The prompt in the model's own chat template, ending where the answer continues. */
function tokenizePrompt({ module, model }: Loaded, prompt: Prompt, path: string): Token[] {
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

function evaluateOptions({ parameters }: ModelRequest, sample: WantedSample, { profile }: ModelInput) {
  const { temperature, topP, topK, frequencyPenalty } = parameters;
  const usual = temperature > 0 ? profile.topP.sampling : profile.topP.greedy;
  const sampling = { temperature, topP: topP ?? usual ?? 1, topK: topK ?? 0, minP: 0 };
  const seed = sample.seed ?? sample.index;
  return { ...sampling, seed, ...(frequencyPenalty === undefined ? {} : { frequencyPenalty }) };
}

interface Generation {
  readonly tokens: Token[];
  readonly budget: number;
  readonly stop: readonly string[];
  readonly evaluate: ReturnType<typeof evaluateOptions>;
}

async function generate(
  model: LlamaModel,
  sequence: LlamaSequence,
  { tokens, budget, stop, evaluate }: Generation,
  signal: AbortSignal | undefined,
): Promise<{ text: string; finishReason: FinishReason; count: number }> {
  const { frequencyPenalty, ...options } = evaluate;
  const generated: Token[] = [];
  const isLoop = createRepetitionWatch();
  let finishReason: FinishReason = 'length';
  const repeatPenalty = { punishTokens: () => generated, penalty: 1, frequencyPenalty };
  const penalty = frequencyPenalty ? { repeatPenalty } : {};
  for await (const token of sequence.evaluate(tokens, { ...options, ...penalty, yieldEogToken: true })) {
    signal?.throwIfAborted();
    const isEnd = model.isEogToken(token);
    if (!isEnd) generated.push(token);
    const tail = model.detokenize(generated.slice(-stopWindow));
    if (isEnd || stop.some((text) => tail.includes(text))) finishReason = 'stop';
    else if (isLoop(token)) finishReason = 'repetition';
    if (finishReason !== 'length' || generated.length >= budget) break;
  }
  const text = model.detokenize(generated);
  const ends = stop.map((end) => text.indexOf(end)).filter((at) => at >= 0);
  return { text: text.slice(0, Math.min(text.length, ...ends)), finishReason, count: generated.length };
}

const longestPeriod = 96;
const shortestRun = 192;
const fewestRounds = 4;

/**
 * Watches a stream of tokens for a loop: the same stretch of up to 96 tokens, at least four times and 192 tokens in a
 * row. Small models fall into such loops and would fill their whole budget with them.
 */
export function createRepetitionWatch(): (token: number) => boolean {
  const tokens: number[] = [];
  const runs = new Array<number>(longestPeriod + 1).fill(0);
  return (token) => {
    const at = tokens.push(token) - 1;
    let isLoop = false;
    for (let period = 1; period <= longestPeriod && period <= at; period++) {
      const run = tokens[at - period] === token ? (runs[period] ?? 0) + 1 : 0;
      runs[period] = run;
      isLoop ||= run >= Math.max(shortestRun, fewestRounds * period);
    }
    return isLoop;
  };
}
