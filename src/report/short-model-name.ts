/** `replay:/long/way/answers.jsonl` → `replay:answers.jsonl`: what tells models apart, without the way there. */
export function shortModelName(model: string): string {
  const [, provider = '', name = ''] = /^([^:]*:)?(.*)$/s.exec(model) ?? [];
  return provider + name.replace(/^\.?\/(?:[^\s/]+\/)*/, '');
}
