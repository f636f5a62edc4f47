/** The part of node-llama-cpp 3.22 that we use. */

export type Token = number & { readonly __token: never };

export interface LlamaSequence {
  clearHistory(): Promise<void>;
  evaluate(tokens: Token[], options: object): AsyncGenerator<Token, void, void>;
}

export interface LlamaModel {
  readonly trainContextSize: number;
  readonly tokenizer: unknown;
  readonly tokens: { readonly bos: Token | null; readonly shouldPrependBosToken: boolean };
  readonly fileInfo: { readonly metadata: { readonly tokenizer?: { readonly chat_template?: string } } };
  tokenize(text: string): Token[];
  detokenize(tokens: readonly Token[], specialTokens?: boolean): string;
  isEogToken(token: Token): boolean;
  createContext(options: object): Promise<{ getSequence(): LlamaSequence }>;
}

export interface LlamaModule {
  getLlama(options: object): Promise<{
    loadModel(options: object): Promise<LlamaModel>;
    dispose(): Promise<void>;
  }>;
  readonly JinjaTemplateChatWrapper: new (
    options: object,
  ) => {
    generateContextState(options: { readonly chatHistory: readonly object[] }): {
      readonly contextText: { tokenize(tokenizer: unknown): Token[] };
    };
  };
}
