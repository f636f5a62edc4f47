import { createColors } from 'picocolors';
import { describe, expect, test } from 'vitest';
import { scoreRun } from '../score/score-run.ts';
import { renderLeaderboard } from './render-leaderboard.ts';
import { exampleReport, exampleTask, exampleVerdict } from './testing/example-report.ts';

const plain = { colors: createColors(false) };

function reportOf(model: string, passes: boolean[]) {
  const tasks = passes.map((_, at) => exampleTask(`T/${at}`));
  const verdicts = passes.map((passed, at) =>
    exampleVerdict(`T/${at}`, passed ? {} : { outcome: 'error', status: 'fail', reason: 'KeyError: 1', tests: [] }),
  );
  const samples = passes.map((passed, at) => ({ taskId: `T/${at}`, passed }));
  return exampleReport({ model, tasks, verdicts, score: scoreRun({ tasks, samples, passK: [1] }), notes: [] });
}

describe('renderLeaderboard', () => {
  test('ranks models and says where each failed', () => {
    const limits = ['asked 4 of 8 tasks'];
    const small = {
      ...reportOf('local:small', [true, false, false, false]),
      notes: [...limits, 'A further sentence.'],
    };
    const shown = renderLeaderboard(
      [
        { report: small, parameters: { temperature: 0 }, limits },
        { report: reportOf('canonical', [true, true, true, true]), parameters: { temperature: 0 }, limits: [] },
      ],
      plain,
    );
    expect(shown).toMatch(/1 {2}canonical +complete +100\.0% \(51\.0–100\.0\) +4\/4/);
    expect(shown).toMatch(/2 {2}local:small +complete +25\.0%.* asked 4 of 8 tasks$/m);
    expect(shown).toMatch(/^ {2}local:small .*\n {4}A further sentence\.$/m);
    expect(shown).toContain('local:small (complete): 3 of 4 samples: KeyError 3×; weakest domain System (25.0%)');
    expect(shown).toContain('canonical (complete): 0 of 4 samples; nothing failed');
    expect(shown).not.toContain('by temperature');
  });

  test('becomes a block of lines per model on a terminal of 40 columns', () => {
    const run = { report: reportOf('canonical', [true, true]), parameters: {}, limits: [] };
    const shown = renderLeaderboard([run, { ...run, report: reportOf('local:small', [true, false]) }], {
      ...plain,
      width: 40,
    });
    expect(shown).toContain('1  canonical\n  split complete\n  pass@1 (95% interval) 100.0%\n');
    expect(shown.split('\n').filter((line) => line.length > 40)).toEqual([]);
  });

  test('shows how the score depends on each parameter of a grid', () => {
    const run = (temperature: number, topP: number, passes: boolean[]) => ({
      report: reportOf('m', passes),
      parameters: { temperature, topP, maxNewTokens: 64 },
      limits: [],
    });
    const shown = renderLeaderboard(
      [run(0, 1, [true, true]), run(0, 0.5, [true, false]), run(0.8, 1, [false, false]), run(0.8, 0.5, [true, false])],
      plain,
    );
    expect(shown).toMatch(/pass@1 by temperature\n {2}0 +75\.0% +2 runs\n {2}0\.8 +25\.0% +2 runs/);
    expect(shown).toMatch(/pass@1 by topP\n {2}1 +50\.0% +2 runs\n {2}0\.5 +50\.0% +2 runs/);
    expect(shown).not.toContain('maxNewTokens');
  });
});
