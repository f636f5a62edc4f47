import { createColors } from 'picocolors';
import { describe, expect, test } from 'vitest';
import { renderTerminal } from './render-terminal.ts';
import { parseReporter, reporters } from './reporters.ts';
import { exampleReport, exampleVerdict } from './testing/example-report.ts';
import { renderTable } from './text-table.ts';

const report = exampleReport();

describe('renderTerminal', () => {
  const shown = renderTerminal(report, { colors: createColors(false) });

  test('leads with the score and its interval, and says what it is based on', () => {
    expect(shown).toMatch(/^openai:example {2}complete · starter · 1\.0\.0/);
    expect(shown).toMatch(/pass@1 +33\.3% \(0\.0–100\.0\) +3\/3 tasks, 3 samples/);
    expect(shown).toMatch(/pass@5 +– +no task has 5 samples/);
    expect(shown).toMatch(/hard +0\.0%/);
    expect(shown).toMatch(/valid tasks +50\.0%/);
    expect(shown).toMatch(/ground truth +66\.7% +2\/3 pass/);
    expect(shown).toMatch(/answers +1 truncated, 0 empty/);
  });

  test('gives the range that chance allows, if samples were re-run', () => {
    expect(shown).not.toContain('by chance');
    const chance = { confirmed: 3, changed: 1, expected: 0.4, range: [0.3, 0.5] as [number, number] };
    const repeated = exampleReport({ score: { ...report.score, chance } });
    expect(renderTerminal(repeated, { colors: createColors(false) })).toMatch(
      /by chance +30\.0–50\.0% +other seeds change 1 of 3 re-run samples/,
    );
    expect(reporters.markdown.render([repeated])).toContain(
      '| by chance | 30.0–50.0% | other seeds change 1 of 3 re-run samples |',
    );
    expect(JSON.parse(reporters.json.render([repeated])).score.chance).toEqual(chance);
  });

  test('tells the score on verified tasks beside the other, which stays as it is', () => {
    const passAt1 = { value: 0.4, standardError: 0.1, interval: [0.3, 0.5] as [number, number] };
    const verified = exampleReport({ verified: { name: 'verified', tasks: 2, passAt1 } });
    const colors = createColors(false);
    const text = renderTerminal(verified, { colors });
    expect(text).toMatch(/pass@1 .*\nverified +40\.0% \(30\.0–50\.0\) +on the 2 verified tasks\n/);
    expect(text.replace(/^verified .*\n/m, '')).toBe(shown);
    const markdown = reporters.markdown.render([verified]);
    expect(markdown).toContain('| verified | 40.0% (30.0–50.0) | on the 2 verified tasks |');
    expect(reporters.github.render([verified])).toContain('on 3 tasks, 40.0%25 on the 2 verified tasks');
    const { verified: told, ...rest } = JSON.parse(reporters.json.render([verified]));
    expect(told).toMatchObject({ tasks: 2, passAt1: { value: 0.4 } });
    expect(rest).toEqual(JSON.parse(reporters.json.render([report])));
  });

  test('names causes, tests, slow samples and what was left out', () => {
    expect(shown).toMatch(/AssertionError +1/);
    expect(shown).toMatch(/timeout: cpu +1/);
    expect(shown).toMatch(/T\/2 +timeout +9\.0 s CPU/);
    expect(shown).toMatch(/not in the selection +1 +T\/9/);
    expect(shown).toContain('At most 256 tokens an answer.');
  });

  test('lets no terminal escape from a model through', () => {
    const verdict = exampleVerdict('T/0', {
      outcome: 'fail',
      status: 'fail',
      tests: [{ name: 'test_\x1b[2J', outcome: 'fail', ms: 1, message: '\x1b]0;title\x07' }],
    });
    const hostile = exampleReport({ verdicts: [verdict] });
    expect(renderTerminal(hostile, { colors: createColors(false) })).toContain(
      'test_\ufffd[2J  1×  \ufffd]0;title\ufffd',
    );
    expect(renderTerminal(hostile, { colors: createColors(false) })).not.toContain('\x1b');
  });

  test('uses colors only when asked', () => {
    expect(shown).not.toContain('\x1b');
    expect(renderTerminal(report, { colors: createColors(true) })).toContain('\x1b[32mpass');
  });
});

describe('reporters', () => {
  test('markdown escapes what would break a table', () => {
    const text = reporters.markdown.render([report]);
    expect(text).toContain('| pass@1 | 33.3% (0.0–100.0) | 3/3 tasks, 3 samples |');
    expect(text).toContain('| T/1 | test_a | 1× | AssertionError: "&lt;b>" \\| x, y\ufffd |');
  });

  test('csv has one quoted line per sample', () => {
    const lines = reporters.csv.render([report]).trimEnd().split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[2]).toBe('0123456789ab,openai:example,T/1,0,fail,fail,,2,test_a,10,12,40,always-equal,');
  });

  test('every format holds several runs', () => {
    const both = [report, { ...report, model: 'openai:other', split: 'instruct' as const }];
    expect(reporters.junit.render(both).match(/<testsuite /g)).toHaveLength(2);
    expect(reporters.csv.render(both).match(/openai:other/g)).toHaveLength(3);
    expect(reporters.markdown.render(both).match(/^# /gm)).toHaveLength(2);
    expect(reporters.github.render(both).match(/^::notice/gm)).toHaveLength(2);
    expect(JSON.parse(reporters.json.render(both)).runs).toMatchObject([{ split: 'complete' }, { split: 'instruct' }]);
    expect(JSON.parse(reporters.json.render([report]))).toMatchObject({ model: 'openai:example' });
  });

  test('csv does not pass formulas to a spreadsheet', () => {
    const [verdict] = report.verdicts;
    if (!verdict) throw new Error('the example has verdicts');
    const text = reporters.csv.render([{ ...report, verdicts: [{ ...verdict, reason: '=HYPERLINK("x")' }] }]);
    expect(text).toContain(`"'=HYPERLINK(""x"")"`);
  });

  test('junit is well-formed and counts failures', () => {
    const text = reporters.junit.render([report]);
    expect(text).toContain('<testsuites tests="3" failures="2" time="9.124">');
    expect(text).toContain('<testcase classname="T" name="1#0" time="0.012">');
    expect(text).toContain('AssertionError: &quot;&lt;b&gt;&quot; | x, y\ufffd');
  });

  test('github escapes workflow commands', () => {
    const text = reporters.github.render([report]);
    expect(text).toContain('::notice title=openai%3Aexample complete starter::pass@1 33.3%25 (0.0–100.0) on 3 tasks');
  });

  test('json contains the score and no programs', () => {
    const parsed = JSON.parse(reporters.json.render([report]));
    expect(parsed).toMatchObject({ runId: '0123456789ab', outcomes: { pass: 1 }, taskIds: ['T/0', 'T/1', 'T/2'] });
    expect(parsed.verdicts[0].solution).toBeUndefined();
  });

  test('html cannot be broken out of', () => {
    const text = reporters.html.render([report]);
    expect(text).not.toContain('</script><script>window.broken');
    const data = /<script type="application\/json" id="documents">(.*?)<\/script>/s.exec(text)?.[1] ?? '';
    const documents = JSON.parse(data);
    expect(documents[`runs/${report.runId}/samples/0/T%2F1`].program).toContain(
      '</script><script>window.broken = true</script>',
    );
    expect(documents.tasks.ids).toHaveLength(3);
    expect(text).not.toMatch(/<(?:script|link|img)[^>]*(?:src|href)="(?!data:)/);
  });

  test('parses a reporter with or without a file', () => {
    expect(parseReporter('junit')).toEqual({ name: 'junit' });
    expect(parseReporter('html:out/a.html')).toEqual({ name: 'html', file: 'out/a.html' });
    expect(() => parseReporter('pdf')).toThrow(/Unknown reporter/);
  });
});

describe('renderTable', () => {
  test('aligns by visible width, ignoring color codes', () => {
    expect(
      renderTable(
        [
          ['\x1b[32mab\x1b[0m', '1'],
          ['c', '22'],
        ],
        { right: [1] },
      ),
    ).toBe('\x1b[32mab\x1b[0m   1\nc   22');
  });
});
