import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { needing } from '../util/testing/needs.ts';
import { recordings, sharedData } from '../util/testing/shared-data.ts';
import {
  formatBoard,
  formatModelInfo,
  modelInfoSchema,
  parseBoard,
  readBoardFile,
  roundPercent,
} from './board-file.ts';

const info = {
  name: 'Émile-7B',
  link: 'https://huggingface.co/x/emile',
  prompted: true,
  moe: false,
  size: 7,
  act_param: 6.7,
  'open-data': 'None',
  prefill: false,
  date: '2026-01-31',
} as const;

describe('formatBoard', () => {
  it('writes what Python would write', () => {
    expect(formatBoard([{ info, complete: 565 / 1140, instruct: undefined }])).toBe(
      [
        '{',
        '    "\\u00c9mile-7B": {',
        '        "link": "https://huggingface.co/x/emile",',
        '        "open-data": "None",',
        '        "pass@1": {',
        '            "instruct": null,',
        '            "complete": 49.6',
        '        },',
        '        "prompted": true,',
        '        "moe": false,',
        '        "size": 7,',
        '        "act_param": 6.7,',
        '        "date": "2026-01-31",',
        '        "prefill": false',
        '    }',
        '}',
      ].join('\n'),
    );
  });

  it('takes a complete score of 0 for absent, as the original does, and whole numbers for floats', () => {
    const text = formatBoard([{ info, complete: 0, instruct: 0.5 }]);
    expect(text).toContain('"instruct": 50.0,\n            "complete": null');
  });

  it.each(['site-results.json', 'site-results-hard.json'])(
    're-creates the published %s byte for byte',
    needing(recordings),
    (file) => {
      const text = readFileSync(sharedData('leaderboard', file), 'utf8');
      const entries = [...parseBoard(text, file)].map(([name, entry]) => {
        const { complete, instruct } = entry['pass@1'];
        const share = (percent: number | null) => (percent === null ? undefined : percent / 100);
        return {
          info: modelInfoSchema.parse({ ...entry, name }),
          complete: share(complete),
          instruct: share(instruct),
        };
      });
      expect(entries).toHaveLength(202);
      expect(formatBoard(entries) === text).toBe(true);
    },
  );
});

describe('parseBoard', () => {
  it('reads a board of an older form', needing(recordings), async () => {
    const board = await readBoardFile(sharedData('leaderboard', 'site-results-2024-07-05.json'));
    expect(board.size).toBe(89);
    expect(board.get('StarCoder2-3B')).toMatchObject({ 'pass@1': { instruct: null, complete: 21.4 }, elo_mle: 719 });
  });

  const entry = { link: '', 'open-data': 'None', 'pass@1': { instruct: 1, complete: 2 }, prompted: true, size: null };
  const body = JSON.stringify(entry, null, 4).split('\n').join('\n    ');
  it.each([
    ['nonsense', 'it is not JSON'],
    ['{}', 'it contains no models'],
    [`{\n    "A": ${body},\n    "A": ${body}\n}`, 'model "A" appears twice'],
    [JSON.stringify({ A: { ...entry, 'pass@1': { instruct: 1, complete: 200 } } }), 'A → pass@1 → complete'],
    [JSON.stringify({ A: { ...entry, 'pass@1': { complete: 2 } } }), 'A → pass@1 → instruct'],
    [JSON.stringify({ A: { ...entry, 'pass@1': { instruct: 1, complete: 'NaN' } } }), 'A → pass@1 → complete'],
  ])('says what is wrong with %j', (text, sentence) => {
    expect(() => parseBoard(text, 'results.json')).toThrow(new RegExp(sentence));
  });
});

describe('roundPercent', () => {
  it('rounds halves to even, as numpy does', () => {
    expect([0.0625, 0.1875, 0.5, 1 / 3].map(roundPercent)).toEqual([6.2, 18.8, 50, 33.3]);
  });
});

describe('formatModelInfo', () => {
  it('writes a Python entry', () => {
    expect(formatModelInfo('x--emile--main', { ...info, size: null })).toBe(
      [
        '    "x--emile--main": {',
        '        "name": "Émile-7B",',
        '        "link": "https://huggingface.co/x/emile",',
        '        "prompted": True,',
        '        "moe": False,',
        '        "size": None,',
        '        "act_param": 6.7,',
        '        "open-data": "None",',
        '        "prefill": False,',
        '        "date": "2026-01-31",',
        '    },',
        '',
      ].join('\n'),
    );
  });
});
