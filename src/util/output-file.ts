export interface OutputFile<Content = string | Uint8Array | AsyncIterable<string>> {
  /** Relative to the folder it goes into. */
  readonly path: string;
  readonly content: Content;
}
