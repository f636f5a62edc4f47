import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { removeReasoning } from './reasoning.ts';

const code = 'def task_func():\n    return 1';

describe('removeReasoning', () => {
  test.each([
    ['a pair', `<think>hm</think>\n${code}`],
    ['other names', `<thinking>a</thinking><reasoning>b</reasoning>${code}`],
    ['any case', `<THINK>hm</Think>${code}`],
    ['nested', `<think>a<think>b</think>c</think>${code}`],
    ['another name inside', `<think>a <reasoning> b</think>${code}`],
    ['several', `<think>a</think>\n\n<think>b</think>\n${code}`],
    ['closed only', `I will write it.\n</think>\n\n${code}`],
    ['with code inside', `<think>\n\`\`\`python\nbad()\n\`\`\`\n</think>${code}`],
    ['with an odd fence inside', `<think>\n\`\`\`python\nbad()\n</think>${code}`],
    ['square brackets', `[THINK]a[/THINK]${code}`],
    ['kimi', `◁think▷a◁/think▷${code}`],
    ['open thoughts', `<|begin_of_thought|>a<|end_of_thought|>\n<|begin_of_solution|>\n${code}<|end_of_solution|>`],
    ['harmony', `<|channel|>analysis<|message|>a<|end|><|start|>assistant<|channel|>final<|message|>${code}`],
    ['seed', `<seed:think>a</seed:think>${code}`],
  ])('%s', (_, text) => {
    expect(removeReasoning(text).text).toBe(code);
  });

  test('takes everything from an unclosed mark on', () => {
    expect(removeReasoning(`${code}\n<think>now I wonder`).text).toBe(`${code}\n`);
    expect(removeReasoning('<think>still at it').text).toBe('');
  });

  test('leaves marks inside a fenced block of the answer', () => {
    const answer = "Here:\n```python\ndef task_func(s):\n    return s.split('</think>')[-1]\n```\n";
    expect(removeReasoning(answer)).toEqual({ text: answer, removed: 0 });
    expect(removeReasoning(`<think>a</think>${answer}`).text).toBe(answer);
  });

  test('leaves a text without marks as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '\n', '`', '<', '>', '/', '[', 'é') }), (text) => {
        expect(removeReasoning(text)).toEqual({ text, removed: 0 });
      }),
    );
  });
});
