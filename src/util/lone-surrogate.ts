/** Whether the text cannot be encoded as UTF-8 because it contains half a surrogate pair. */
export function hasLoneSurrogate(text: string): boolean {
  // Node 20 has the method; TypeScript's ES2023 library does not.
  return !(text as string & { isWellFormed(): boolean }).isWellFormed();
}
