/**
 * What a test run came to: how many passed, failed and were skipped, and what the skipped ones lack. Run by itself, it adds up
 * the closing lines on stdin: their sum with what was lacking, and as the last line without.
 */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** From the report of vitest's JSON reporter. A skipped test says in its metadata what it needs. */
export function countVitest(report, status) {
  const skipped = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status: state }) => state !== 'passed' && state !== 'failed');
  return {
    passed: report.numPassedTests,
    // A file that cannot even be loaded fails without a failed test.
    failed: Math.max(report.numFailedTests, report.success && status === 0 ? 0 : 1),
    skipped: skipped.map(({ meta }) => meta?.needs ?? 'no reason given'),
  };
}

/** From what `python -m unittest -v` prints. */
export function countUnittest(output, status) {
  const count = (pattern) => Number(pattern.exec(output)?.[1] ?? 0);
  const ran = count(/^Ran (\d+) test/m);
  const bad = count(/failures=(\d+)/) + count(/errors=(\d+)/);
  const skipped = [...output.matchAll(/ \.\.\. skipped ['"](.*)['"]$/gm)].map(([, reason]) => reason);
  return {
    passed: ran - bad - skipped.length,
    failed: status === 0 && ran > 0 ? bad : Math.max(1, bad),
    skipped,
  };
}

/** `1290 passed, 0 failed, 41 skipped (chromium: 20, redis-server: 18, recordings: 3)`. */
export function formatCounts(counts) {
  const sum = (key) => counts.reduce((total, each) => total + each[key], 0);
  const skipped = counts.flatMap((each) => each.skipped);
  const reasons = new Map();
  for (const reason of skipped) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  const listed = [...reasons]
    .sort(([a, countA], [b, countB]) => countB - countA || a.localeCompare(b))
    .map(([reason, count]) => `${reason}: ${count}`);
  const why = listed.length === 0 ? '' : ` (${listed.join(', ')})`;
  return `${sum('passed')} passed, ${sum('failed')} failed, ${skipped.length} skipped${why}`;
}

/** From a closing line. */
export function parseCounts(line) {
  const [, passed, failed, why = ''] = /^(\d+) passed, (\d+) failed, \d+ skipped(?: \((.*)\))?$/.exec(line) ?? [];
  // A run without its closing line has failed.
  if (passed === undefined) return { passed: 0, failed: 1, skipped: [] };
  const reasons = [...why.matchAll(/(.+?): (\d+)(?:, |$)/g)].flatMap(([, reason, count]) =>
    Array(Number(count)).fill(reason),
  );
  return { passed: Number(passed), failed: Number(failed), skipped: reasons };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const sum = formatCounts(readFileSync(0, 'utf8').trim().split('\n').map(parseCounts));
  console.log(sum);
  console.log(sum.replace(/ \(.*\)$/, ''));
}
