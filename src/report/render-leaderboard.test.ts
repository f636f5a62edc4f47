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
  return exampleReport({
    model,
    tasks,
    verdicts,
    score: scoreRun({ tasks, samples, passK: [1] }),
    answers: { truncated: 0, empty: 0 },
    notes: [],
  });
}

describe('renderLeaderboard', () => {
  test('ranks models and says where each failed', () => {
    const small = {
      ...reportOf('local:small', [true, false, false, false]),
      answers: { truncated: 2, empty: 0 },
      notes: ['asked 4 of 8 tasks', 'A further sentence.'],
    };
    const shown = renderLeaderboard([small, reportOf('canonical', [true, true, true, true])], plain);
    expect(shown).toMatch(/1 {2}canonical +complete +100\.0% \(51\.0–100\.0\) +4\/4/);
    // A note makes no row wider: it stands below.
    expect(shown).toMatch(/2 {2}local:small +complete +25\.0%.* 4\/4/);
    expect(shown).toMatch(/^ {2}local:small .*\n {4}asked 4 of 8 tasks\n {4}A further sentence\.$/m);
    expect(shown).toContain('local:small (complete): 3 of 4 samples: KeyError 3×; 2 truncated\n');
    expect(shown).toContain('canonical (complete): 0 of 4 samples; nothing failed\n');
    expect(shown).not.toContain('by temperature');
  });

  test('counts the causes that it does not name', () => {
    const report = reportOf('m', [false, false, false, false, false]);
    const causes = ['KeyError: 1', 'KeyError: 2', 'ValueError: 1', 'TypeError: 1', 'OSError: 1'];
    const verdicts = report.verdicts.map((verdict, at) => ({ ...verdict, reason: causes[at] ?? '' }));
    const shown = renderLeaderboard([{ ...report, verdicts }, reportOf('n', [true])], plain);
    expect(shown).toContain('5 of 5 samples: KeyError 2×, ValueError 1×, TypeError 1×, 1 more');
  });

  test('shows pass@n, tokens, dollars and time where they are known', () => {
    const tasks = [exampleTask('T/0')];
    const samples = [true, false, false].map((passed) => ({ taskId: 'T/0', passed }));
    const usage = { inputTokens: 12_000, outputTokens: 345 };
    const paid = { ...reportOf('paid', [true]), usage, costUsd: 0.0431, durationMs: 72_000 };
    const several = { ...reportOf('several', [true]), score: scoreRun({ tasks, samples, passK: [1, 3] }) };
    const [head = '', ...rows] = renderLeaderboard([paid, several], plain).split('\n');
    expect(head.trim().split(/ {2,}/)).toEqual([
      '#',
      'model',
      'split',
      'pass@1 (95% interval)',
      'pass@3',
      'tasks',
      'tokens',
      'cost',
      'time',
    ]);
    expect(rows[0]).toMatch(/paid +complete .* – +1\/1 +12,345 +\$0\.0431 +1m 12s$/);
    expect(rows[1]).toMatch(/several +complete +33\.3% .* 100\.0% +1\/1 +– +– /);
  });

  test('becomes a block of lines per model on a terminal of 40 columns', () => {
    const reports = [reportOf('canonical', [true, true]), reportOf('local:small', [true, false])];
    const shown = renderLeaderboard(reports, { ...plain, width: 40 });
    expect(shown).toContain('1  canonical\n  split complete\n  pass@1 (95% interval) 100.0%\n');
    expect(shown.split('\n').filter((line) => line.length > 40)).toEqual([]);
  });

  test('names the runs of a grid by what differs, and shows how the score of a model depends on it', () => {
    const run = (model: string, temperature: number, topP: number, passes: boolean[]) => ({
      ...reportOf(model, passes),
      parameters: { temperature, topP, maxNewTokens: 64 },
    });
    const grid = [
      run('m', 0, 1, [true, true]),
      run('m', 0, 0.5, [true, false]),
      run('m', 0.8, 1, [false, false]),
      run('m', 0.8, 0.5, [true, false]),
    ];
    const shown = renderLeaderboard(grid, plain);
    expect(shown).toMatch(/1 {2}m · T 0 · top-p 1 +complete/);
    expect(shown).toMatch(/4 {2}m · T 0\.8 · top-p 1 +complete/);
    expect(shown).toMatch(/pass@1 by temperature\n {2}0 +75\.0% +2 runs\n {2}0\.8 +25\.0% +2 runs/);
    expect(shown).toMatch(/pass@1 by topP\n {2}1 +50\.0% +2 runs\n {2}0\.5 +50\.0% +2 runs/);
    expect(shown).not.toContain('maxNewTokens');
    // Another model does not belong to the mean.
    const withOther = renderLeaderboard([...grid, run('weak', 0.8, 1, [false, false])], plain);
    expect(withOther).toMatch(/pass@1 of m by temperature\n {2}0 +75\.0% +2 runs\n {2}0\.8 +25\.0% +2 runs/);
    expect(withOther).not.toContain('of weak');
  });
});
