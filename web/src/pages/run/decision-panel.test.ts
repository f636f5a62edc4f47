import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { DecisionPanel } from './decision-panel.tsx';

const decision = {
  ...{ verdict: 'better' as const, against: 'last week', tasksUsed: 16, tasksTotal: 1140, alpha: 0.05 },
  steps: [
    { tasks: 8, better: 2, worse: 0.2 },
    { tasks: 16, better: 40, worse: 0.00001 },
  ],
};
type Shown = Parameters<typeof DecisionPanel>[0]['decision'];
const show = (facts: Partial<Shown> = {}) =>
  renderToStaticMarkup(createElement(DecisionPanel, { decision: { ...decision, ...facts } as Shown }));
const linesOf = (html: string) =>
  [...html.matchAll(/points="([^"]+)"/g)].map(([, points = '']) =>
    points.split(' ').map((point) => point.split(',').map(Number)),
  );
const thresholdOf = (html: string) => Number(/stroke-dasharray[^>]* y1="([\d.]+)"/.exec(html)?.[1]);

it('draws a line for each hypothesis over the tasks, and the e-value that decides', () => {
  const html = show();
  expect(html).toContain('Decision: better');
  expect(html).toContain('against last week, after 16 of 1,140 tasks');
  expect(html).toContain('aria-label="E-values after each of 16 tasks; 20 decides"');
  const [better = [], worse = [], ...others] = linesOf(html);
  expect(others).toEqual([]);
  expect([better.length, worse.length]).toEqual([3, 3]);
  // Both start at a half; larger values are further up, and the one that decides is above the threshold.
  expect(better[0]).toEqual(worse[0]);
  const [, , [, end = Number.NaN] = []] = better;
  expect(end).toBeLessThan(thresholdOf(html));
  expect(better[1]?.[1]).toBeGreaterThan(thresholdOf(html));
  for (const [x, y] of [...better, ...worse]) expect([x, y].every(Number.isFinite)).toBe(true);
});

it('draws equivalence only where a margin was asked for', () => {
  const steps = [{ tasks: 8, better: 0.1, worse: 0.1, equivalent: 30 }];
  const html = show({ verdict: 'equivalent', steps });
  expect(linesOf(html)).toHaveLength(3);
  expect(html).toContain('e-value for equivalent');
  expect(show()).not.toContain('equivalent');
  expect(linesOf(show({ verdict: 'undecided', steps: [] }))).toEqual([]);
});
