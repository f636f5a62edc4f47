const exception = /^((?:\w+\.)*\w*(?:Error|Exception|Warning|Exit|Interrupt|Iteration|Timeout|Failure))(?::|$)/;

/** The exception of a traceback first, then what follows it, then the frames that led there. */
export function splitMessage(message: string): { readonly headline: string; readonly rest: string } {
  const lines = message.trimEnd().split('\n');
  const at = lines.findLastIndex((line) => exception.test(line));
  if (at < 0) return { headline: lines.at(-1) ?? '', rest: lines.slice(0, -1).join('\n') };
  const details = lines
    .slice(at + 1)
    .join('\n')
    .replace(/^\n+/, '');
  const frames = lines.slice(0, at).join('\n');
  return { headline: lines[at] ?? '', rest: [details, frames].filter((part) => part.trim() !== '').join('\n\n') };
}
