import { describe, expect, test } from 'vitest';
import { type CountedAnswer, describeSigns, findSigns } from './answer-signs.ts';

const answer = (
  taskId: string,
  facts: Partial<CountedAnswer> & { input?: number; output?: number },
): CountedAnswer => ({
  taskId,
  promptCharacters: 1200,
  finishReason: 'stop',
  maxNewTokens: 1280,
  usage: { inputTokens: facts.input ?? 300, outputTokens: facts.output ?? 200 },
  ...facts,
});

describe('findSigns', () => {
  test('sees nothing in ordinary answers', () => {
    const answers = [
      answer('T/0', { promptCharacters: 900, input: 256 }),
      answer('T/1', { promptCharacters: 2200, input: 512 }),
      answer('T/2', { promptCharacters: 2210, input: 512 }),
      answer('T/3', { finishReason: 'length', output: 1280 }),
      answer('T/4', { usage: undefined }),
      answer('T/5', { usage: {}, finishReason: 'length' }),
    ];
    const signs = findSigns(answers);
    expect(signs).toEqual({ cutPrompts: [], cutAt: undefined, tooLong: [], fullContexts: [], overLong: [] });
    expect(describeSigns(signs)).toEqual([]);
  });

  test.each([2048, 2050])('prompts that Ollama cut at %i tokens', (cutAt) => {
    const answers = [
      answer('T/0', { promptCharacters: 900, input: 250 }),
      answer('T/1', { promptCharacters: 12_000, input: cutAt }),
      answer('T/2', { promptCharacters: 9000, input: cutAt }),
    ];
    const signs = findSigns(answers);
    expect(signs).toMatchObject({ cutPrompts: ['T/1', 'T/2'], cutAt });
    expect(describeSigns(signs)).toEqual([
      expect.stringMatching(
        /^The server cut the prompts of T\/1, T\/2 at 2,0\d\d tokens.*OLLAMA_CONTEXT_LENGTH.*--resume false\.$/,
      ),
    ]);
  });

  test('a prompt of which far too little was counted', () => {
    expect(findSigns([answer('T/0', { promptCharacters: 4000, input: 300 })]).cutPrompts).toEqual(['T/0']);
  });

  test('llama.cpp with a slot of 256 tokens', () => {
    const answers = [
      answer('T/0', { finishReason: 'length', input: 242, output: 14 }),
      answer('T/1', { finishReason: 'context-too-long', usage: undefined }),
    ];
    const signs = findSigns(answers);
    expect(signs).toMatchObject({ fullContexts: ['T/0'], tooLong: ['T/1'] });
    expect(describeSigns(signs)).toEqual([
      expect.stringMatching(/^The prompts of T\/1 do not fit .*--retry errors\.$/),
      expect.stringMatching(/^The answers to T\/0 were cut off because the context was full.*--retry truncated\.$/),
    ]);
  });

  test('a server that ignores the limit; a long list is counted', () => {
    const signs = findSigns([0, 1, 2, 3, 4].map((number) => answer(`T/${number}`, { output: 2000 })));
    expect(describeSigns(signs)).toEqual([expect.stringContaining('T/0, T/1, T/2 and 2 more are longer')]);
    expect(findSigns([answer('T/0', { output: 2000, maxNewTokens: undefined })]).overLong).toEqual([]);
  });
});
