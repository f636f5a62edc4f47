/** litellm's names for our providers, and for the hosts of servers that speak OpenAI's protocol. */
const sources = {
  openai: { name: 'openai' },
  anthropic: { name: 'anthropic' },
  google: { name: 'gemini', prefix: 'gemini/' },
  mistral: { name: 'mistral', prefix: 'mistral/' },
  'api.deepseek.com': { name: 'deepseek', prefix: 'deepseek/' },
  'api.fireworks.ai': { name: 'fireworks_ai', prefix: 'fireworks_ai/' },
  'api.groq.com': { name: 'groq', prefix: 'groq/' },
  'api.together.xyz': { name: 'together_ai', prefix: 'together_ai/' },
  'api.x.ai': { name: 'xai', prefix: 'xai/' },
};

const textModes = new Set(['chat', 'completion', 'responses']);

/** The text of assets/prices.json: one model per line, so that a refresh can be reviewed. */
export function buildPriceTable(litellm, { source, asOf }) {
  const sections = Object.entries(sources).map(([ours, { name, prefix = '' }]) => {
    const rows = Object.entries(litellm)
      .filter(([key, entry]) => entry.litellm_provider === name && textModes.has(entry.mode) && key.startsWith(prefix))
      .map(([key, entry]) => [key.slice(prefix.length), toRow(entry)])
      .filter(([model, row]) => row !== undefined && isPlainName(model, prefix))
      .sort(([a], [b]) => (a < b ? -1 : 1));
    const lines = rows.map(
      ([model, row]) => `      ${JSON.stringify(model)}: ${JSON.stringify(row).replaceAll(',', ', ')}`,
    );
    return `    ${JSON.stringify(ours)}: {\n${lines.join(',\n')}\n    }`;
  });
  const head = [`  "source": ${JSON.stringify(source)}`, `  "asOf": ${JSON.stringify(asOf)}`];
  return `{\n${head.join(',\n')},\n  "prices": {\n${sections.join(',\n')}\n  }\n}\n`;
}

/** `[input, cached, output]` in dollars per million tokens. If both are zero, the price is unknown, not free. */
function toRow(entry) {
  const { input_cost_per_token: input = 0, output_cost_per_token: output = 0, cache_read_input_token_cost } = entry;
  if (input === 0 || output === 0) return undefined;
  const cached = cache_read_input_token_cost > 0 ? cache_read_input_token_cost : input;
  return [input, Math.min(cached, input), output].map((perToken) => Number((perToken * 1e6).toPrecision(6)));
}

/** Fine-tuned models and tools are priced differently. */
function isPlainName(model, prefix) {
  return !model.startsWith('ft:') && (prefix !== '' || !model.includes('/'));
}
