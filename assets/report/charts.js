/** The tables and bars above the task list. */
const share = (value) => `${(100 * value).toFixed(1)}%`;
const range = ([low, high]) => `${(100 * low).toFixed(1)}–${(100 * high).toFixed(1)}`;
const nameOf = (run) => (state.splits.size > 1 ? `${run.model} (${run.split})` : run.model);

function row(tag, cells) {
  const children = cells.map(({ text = '', className = '', node }) => element(tag, { className }, node ?? text));
  return element('tr', {}, ...children);
}

function renderScores(runs) {
  const head = ['model', 'pass@1', '95% interval', '', 'tasks', 'samples', 'truncated / empty'];
  const ranked = [...runs].sort((a, b) => scoreOf(b) - scoreOf(a));
  const body = ranked.map((run) => {
    const first = run.score.byK.find(({ k }) => k === 1)?.passAtK;
    const others = run.score.byK.filter(({ k }) => k > 1).map(({ k, passAtK }) => `pass@${k} ${share(passAtK.value)}`);
    const counted = new Set(run.verdicts.map(({ taskId }) => taskId)).size;
    return row('td', [
      { node: element('div', {}, element('div', { className: 'model' }, nameOf(run)), element('div', { className: 'soft' }, [...others, ...run.notes].join(' · '))) },
      { text: first ? share(first.value) : '–', className: 'number model' },
      { text: first ? range(first.interval) : '', className: 'number' },
      { node: first ? bar(first) : '' },
      { text: `${counted}/${run.score.tasks}`, className: 'number' },
      { text: String(run.score.samples), className: 'number' },
      { text: `${run.answers.truncated} / ${run.answers.empty}`, className: 'number' },
    ]);
  });
  const numbers = [1, 2, 4, 5, 6];
  return element('table', {}, row('th', head.map((text, at) => ({ text, className: numbers.includes(at) ? 'number' : '' }))), ...body);
}

function scoreOf(run) {
  return run.score.byK.find(({ k }) => k === 1)?.passAtK.value ?? 0;
}

function bar({ value, interval: [low, high] }) {
  const reach = element('div', { className: 'range' });
  reach.style.left = `${100 * low}%`;
  reach.style.width = `${100 * (high - low)}%`;
  const dot = element('div', { className: 'dot' });
  dot.style.left = `${100 * value}%`;
  return element('div', { className: 'track' }, reach, dot);
}

function renderDomains(runs) {
  const domains = [...new Set(runs.flatMap((run) => run.score.byDomain.map(({ name }) => name)))];
  const head = row('th', [{ text: 'domain' }, { text: 'tasks', className: 'number' }, ...runs.map((run) => ({ text: nameOf(run), className: 'number' }))]);
  const body = domains.map((domain) => {
    const groups = runs.map((run) => run.score.byDomain.find(({ name }) => name === domain));
    return row('td', [
      { text: domain },
      { text: String(Math.max(...groups.map((group) => group?.tasks ?? 0))), className: 'number' },
      ...groups.map((group) => ({ node: group ? heat(group.passAt1) : '', className: 'number' })),
    ]);
  });
  return element('table', {}, head, ...body);
}

function heat({ value, interval }) {
  const cell = element('span', { className: 'cell', title: `95% interval ${range(interval)}` }, share(value));
  cell.style.background = `color-mix(in oklab, var(--pass-soft) ${100 * value}%, var(--fail-soft))`;
  return cell;
}

function renderCauses(run) {
  const counts = new Map();
  for (const { cause } of run.verdicts) if (cause) counts.set(cause, (counts.get(cause) ?? 0) + 1);
  const ranked = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 8);
  const lines = ranked.map(([cause, count]) => element('div', { className: 'cause' }, element('span', {}, cause), element('span', {}, String(count))));
  return element('div', {}, element('h3', {}, nameOf(run)), ...(lines.length > 0 ? lines : ['Nothing failed.']));
}
