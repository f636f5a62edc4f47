/** The words of a text, for lists that read better as one. */
export function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
