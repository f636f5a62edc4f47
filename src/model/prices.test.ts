import { describe, expect, test } from 'vitest';
import { costOf, describeUnknownPrice, priceOf, priceTable } from './prices.ts';
import { keyVariableOfHost, providerNames } from './provider-table.ts';
import { resolveModel } from './resolve-model.ts';

describe('priceOf', () => {
  test('knows list prices, with their date', () => {
    const { asOf } = priceTable;
    expect(asOf).toMatch(/^20\d\d-\d\d-\d\d$/);
    expect(priceOf('openai:gpt-4o')).toEqual({ input: 2.5, cached: 1.25, output: 10, asOf });
    expect(priceOf('anthropic:claude-sonnet-4-5')).toMatchObject({ input: 3, output: 15 });
    expect(priceOf('google:gemini-2.5-pro')).toMatchObject({ input: 1.25, output: 10 });
  });

  test('gives a snapshot the price of its model, unless it has one of its own', () => {
    expect(priceOf('openai:gpt-4o-2099-01-31')).toEqual(priceOf('openai:gpt-4o'));
    expect(priceOf('anthropic:claude-sonnet-4-5-20990131')).toEqual(priceOf('anthropic:claude-sonnet-4-5'));
    expect(priceOf('openai:gpt-4o-2024-05-13')).toMatchObject({ input: 5, output: 15 });
  });

  test('looks at the host for servers that speak the same protocol', async () => {
    const baseUrl = 'https://api.deepseek.com/v1';
    expect(priceOf('openai-compatible:deepseek-chat', { baseUrl })?.input).toBeGreaterThan(0);
    expect(priceOf('openai-compatible:deepseek-chat')).toBeUndefined();
    const variables = { OPENAI_COMPATIBLE_BASE_URL: baseUrl, DEEPSEEK_API_KEY: 'key' };
    expect((await resolveModel('openai-compatible:deepseek-chat', { variables })).price?.input).toBeGreaterThan(0);
  });

  test('does not guess', () => {
    expect(priceOf('openai:gpt-4o-something')).toBeUndefined();
    expect(priceOf('vllm:gpt-4o')).toBeUndefined();
    expect(describeUnknownPrice('openai:x')).toMatch(/^No price is known for openai:x, so .* `prices` in your config/);
  });

  test('the config file wins', () => {
    const prices = { 'openai:*': { input: 1, output: 2 } };
    expect(priceOf('openai:gpt-4o', { prices })).toEqual({ input: 1, output: 2 });
  });

  test('what runs here is free', async () => {
    expect((await resolveModel('empty')).price).toEqual({ input: 0, output: 0 });
    const variables = { OPENAI_COMPATIBLE_BASE_URL: 'http://127.0.0.1:9/v1' };
    expect((await resolveModel('openai-compatible:m', { variables })).price).toEqual({ input: 0, output: 0 });
  });
});

describe('the shipped table', () => {
  const { prices, source } = priceTable;

  test('names its source, and only providers and hosts we know', () => {
    expect(source).toMatch(/litellm \d/);
    const known = new Set<string>([...providerNames, ...Object.keys(keyVariableOfHost)]);
    expect(Object.keys(prices).filter((name) => !known.has(name))).toEqual([]);
  });

  test.each(Object.entries(prices))('%s has plausible dollars per million tokens', (_, models) => {
    expect(Object.keys(models).length).toBeGreaterThan(0);
    for (const [input, cached, output] of Object.values(models)) {
      expect(input).toBeGreaterThan(0);
      expect(cached).toBeLessThanOrEqual(input);
      expect(output).toBeLessThan(10_000);
    }
  });
});

describe('costOf', () => {
  test('charges cached input less', () => {
    const usage = { inputTokens: 1_000_000, cachedTokens: 400_000, outputTokens: 100_000, reasoningTokens: 50_000 };
    expect(costOf(usage, { input: 2, cached: 1, output: 10 })).toBeCloseTo(0.6 * 2 + 0.4 + 1);
    expect(costOf(usage, { input: 2, output: 10 })).toBeCloseTo(3);
  });
});
