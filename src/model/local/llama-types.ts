/** The part of node-llama-cpp 3.22 that we use. */

export type Token = number & { readonly __token: never };

export interface LlamaText {
  tokenize(tokenizer: unknown): Token[];
}

export interface EvaluateOptions {
  readonly temperature: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly minP?: number;
  readonly seed?: number;
  readonly yieldEogToken?: boolean;
  readonly repeatPenalty?: {
    readonly punishTokens: () => Token[];
    readonly penalty: number;
    readonly frequencyPenalty: number;
  };
}

export interface LlamaSequence {
  clearHistory(): Promise<void>;
  evaluate(tokens: Token[], options: EvaluateOptions): AsyncGenerator<Token, void, void>;
}

export interface LlamaContext {
  readonly contextSize: number;
  getSequence(): LlamaSequence;
}

export interface LlamaModel {
  readonly trainContextSize: number;
  readonly tokenizer: unknown;
  readonly tokens: { readonly bos: Token | null; readonly shouldPrependBosToken: boolean };
  readonly fileInfo: { readonly metadata: { readonly tokenizer?: { readonly chat_template?: string } } };
  tokenize(text: string): Token[];
  detokenize(tokens: readonly Token[], specialTokens?: boolean): string;
  isEogToken(token: Token): boolean;
  createContext(options: {
    readonly threads: number;
    readonly contextSize: number;
    readonly sequences: number;
  }): Promise<LlamaContext>;
}

export interface ChatHistoryItem {
  readonly type: 'system' | 'user' | 'model';
  readonly text?: string;
  readonly response?: readonly string[];
}

export interface LlamaModule {
  getLlama(options: {
    readonly gpu: false;
    readonly build: 'never';
    readonly logLevel: string;
    readonly progressLogs: boolean;
  }): Promise<{
    loadModel(options: { readonly modelPath: string; readonly gpuLayers: number }): Promise<LlamaModel>;
    dispose(): Promise<void>;
  }>;
  readonly JinjaTemplateChatWrapper: new (options: {
    readonly template: string;
    readonly tokenizer: unknown;
    readonly joinAdjacentMessagesOfTheSameType: boolean;
    readonly trimLeadingWhitespaceInResponses: boolean;
  }) => {
    generateContextState(options: { readonly chatHistory: readonly ChatHistoryItem[] }): {
      readonly contextText: LlamaText;
    };
  };
}
