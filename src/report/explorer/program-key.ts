import { lexPython } from '../../syntax/python-lexer.ts';
import { sha256 } from '../../util/hash.ts';

/** Equal for programs that differ only in comments, blank lines and spacing inside lines. */
export function programKeyOf(solution: string): string {
  const words: string[] = [];
  let lineStart = 0;
  let isAtStart = true;
  for (const { kind, text, start, end } of lexPython(solution)) {
    if (kind === 'newline') {
      lineStart = end;
      isAtStart = true;
      continue;
    }
    if (kind === 'comment') continue;
    // Indentation is meaning in Python, so it is part of the key.
    words.push(isAtStart ? `\n${start - lineStart} ${text}` : text);
    isAtStart = false;
  }
  return sha256(words.join(' ')).slice(0, 12);
}
