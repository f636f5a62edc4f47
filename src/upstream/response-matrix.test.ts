import { describe, expect, it } from 'vitest';
import { parseResponseMatrix, readResponseMatrix } from './response-matrix.ts';

const parse = (text: string) => parseResponseMatrix(text, 'matrix.csv');

describe('parseResponseMatrix', () => {
  it('reads models, tasks and cells, however lines end and names are quoted', () => {
    const { taskIds, rows } = parse('Model,T/0,T/1\r\nA,1,0\r\n"B, the ""second""",0.0,1.0\r\n\r\n');
    expect(taskIds).toEqual(['T/0', 'T/1']);
    expect(rows.map(({ model, passes }) => [model, ...passes])).toEqual([
      ['A', 1, 0],
      ['B, the "second"', 0, 1],
    ]);
  });

  it('keeps holes as holes', () => {
    const { rows } = parse('Model,T/0,T/1,T/2\nA,1,,NaN\n');
    expect([...(rows[0]?.passes ?? [])]).toEqual([1, Number.NaN, Number.NaN]);
  });

  it.each([
    ['', 'first line must list the task ids'],
    ['Model\nA\n', 'first line must list the task ids'],
    ['Model,T/0\n', 'first line must list the task ids'],
    ['Model,T/0,T/0\nA,1,1\n', 'task "T/0" has two columns'],
    ['Model,T/0\nA,1\nA,0\n', 'model "A" has two lines'],
    ['Model,T/0\nA,1,0\n', 'matrix.csv:2 .* it has 2 cells for 1 tasks'],
    ['Model,T/0\n,1\n', 'matrix.csv:2 .* must name a model'],
    ['Model,T/0\nA,1\nB,0.5\n', 'matrix.csv:3 .* T/0 is "0.5", which is neither 0 nor 1'],
    ['Model,T/0\nA,yes\n', 'T/0 is "yes"'],
  ])('says what is wrong with %j', (text, sentence) => {
    expect(() => parse(text)).toThrow(new RegExp(sentence));
  });

  it('says that there is no such file', async () => {
    await expect(readResponseMatrix('/nowhere.csv')).rejects.toThrow(/no such file/);
  });
});
