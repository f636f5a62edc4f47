/** Whether encoding the text as UTF-8 would fail: half of a surrogate pair stands alone. */
export function hasLoneSurrogate(text: string): boolean {
  // Node has the method since version 20, the ES2023 library of TypeScript does not.
  return !(text as string & { isWellFormed(): boolean }).isWellFormed();
}
