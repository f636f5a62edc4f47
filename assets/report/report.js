/** State, filters and the list of tasks. */
const { runs, tasks } = JSON.parse(document.getElementById('data').textContent);
const state = { splits: new Set(runs.map(({ split }) => split)), open: new Set() };
const byTask = new Map(tasks.map((task) => [task.id, runs.map((run) => run.verdicts.filter(({ taskId }) => taskId === task.id))]));
const $ = (id) => document.getElementById(id);

const classOf = (outcome) => (['pass', 'fail', 'error'].includes(outcome) ? outcome : 'other');

function haystackOf(task) {
  const answers = byTask.get(task.id).flat();
  const texts = answers.flatMap(({ solution, cause, tests }) => [solution, cause, ...tests.map(({ message }) => message ?? '')]);
  return [task.id, ...task.libs, ...task.domains, task.prompts.complete, task.prompts.instruct, ...texts].join('\n').toLowerCase();
}

function matches(task) {
  const words = $('search').value.toLowerCase().split(/\s+/).filter(Boolean);
  const verdicts = byTask.get(task.id).flat();
  const outcome = $('outcome').value;
  task.haystack ??= haystackOf(task);
  return (
    (!$('domain').value || task.domains.includes($('domain').value)) &&
    (!outcome ||
      (outcome === 'disagree'
        ? new Set(verdicts.map((verdict) => verdict.outcome === 'pass')).size > 1
        : verdicts.some((verdict) => verdict.outcome === outcome))) &&
    words.every((word) => task.haystack.includes(word))
  );
}

function taskRows(task) {
  const cells = byTask.get(task.id).map((verdicts) => ({
    node: element('div', {}, ...verdicts.map(({ outcome, cause }) => element('span', { className: `mark ${classOf(outcome)}`, title: cause }, outcome))),
  }));
  const toggle = element('button', { type: 'button', ariaExpanded: String(state.open.has(task.id)) }, state.open.has(task.id) ? '▾' : '▸');
  const head = row('td', [{ node: toggle }, { text: task.id, className: 'model' }, { text: task.domains.join(', ') }, { text: task.libs.join(', '), className: 'soft' }, ...cells]);
  head.className = 'task';
  head.addEventListener('click', () => {
    state.open.has(task.id) ? state.open.delete(task.id) : state.open.add(task.id);
    renderTasks();
  });
  if (!state.open.has(task.id)) return [head];
  const cell = element('td', { className: 'detail', colSpan: 4 + runs.length }, detailOf(task));
  return [head, element('tr', {}, cell)];
}

function detailOf(task) {
  const prompts = [...state.splits].map((split) =>
    element('div', {}, element('h3', {}, `Prompt (${split})`), split === 'complete' ? highlightPython(task.prompts.complete) : element('pre', {}, task.prompts.instruct)),
  );
  const answers = runs.flatMap((run, at) => byTask.get(task.id)[at].map((verdict) => answerOf(run, verdict)));
  const folded = (title, code) => element('details', {}, element('summary', {}, title), highlightPython(code));
  return element('div', {}, ...prompts, ...answers, folded('Tests', task.test), folded('Reference solution', task.canonicalSolution));
}

function answerOf(run, verdict) {
  const { outcome, reason, tests, cpuMs, wallMs, peakMb, flags, stdout, stderr } = verdict;
  const facts = [`${Math.round(cpuMs)} ms CPU`, `${Math.round(wallMs)} ms`, `${Math.round(peakMb)} MB`, ...flags.map((flag) => `⚑ ${flag}`)];
  const failing = tests.filter((test) => test.outcome !== 'pass');
  const output = [stdout, stderr].filter(Boolean).join('\n');
  return element(
    'div',
    { className: `answer ${classOf(outcome)}` },
    element('div', {}, element('span', { className: 'model' }, `${nameOf(run)} `), element('span', { className: `mark ${classOf(outcome)}` }, outcome), element('span', { className: 'soft' }, [reason, ...facts].filter(Boolean).join(' · '))),
    verdict.solution.trim() === '' ? element('p', { className: 'soft' }, 'No code in the answer.') : highlightPython(verdict.solution),
    ...failing.map(({ name, outcome, message, line }) =>
      element('div', {}, element('h3', {}, `${name}: ${outcome}${line === undefined ? '' : `, line ${line} of the program`}`), ...(message ? [element('pre', {}, message)] : [])),
    ),
    ...(output ? [element('details', {}, element('summary', {}, 'Output'), element('pre', {}, output))] : []),
  );
}

function renderTasks() {
  const shown = tasks.filter(matches);
  $('count').textContent = `${shown.length} of ${tasks.length}`;
  const head = row('th', ['', 'task', 'domains', 'libraries', ...runs.map(nameOf)].map((text) => ({ text })));
  $('tasks').replaceChildren(element('table', {}, head, ...shown.flatMap(taskRows)));
}

function fillSelect(select, first, values) {
  select.append(element('option', { value: '' }, first), ...values.map(([value, label]) => element('option', { value }, label)));
  select.addEventListener('change', renderTasks);
}

const plain = (values) => [...new Set(values)].sort().map((value) => [value, value]);
fillSelect($('domain'), 'All domains', plain(tasks.flatMap(({ domains }) => domains)));
fillSelect($('outcome'), 'All outcomes', [...(runs.length > 1 ? [['disagree', 'models disagree']] : []), ...plain(runs.flatMap(({ verdicts }) => verdicts.map(({ outcome }) => outcome)))]);
$('search').addEventListener('input', renderTasks);
$('filters').addEventListener('submit', (event) => event.preventDefault());
$('theme').addEventListener('click', () => {
  const dark = document.documentElement.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  document.documentElement.dataset.theme = dark === 'dark' ? 'light' : 'dark';
});
$('subtitle').textContent = [...new Set(runs.map(({ split, subset }) => `${split} · ${subset}`))].join(', ');
$('scores').append(renderScores(runs));
$('domains').append(renderDomains(runs));
$('causes').append(...runs.map(renderCauses));
$('provenance').append(
  ...runs.map(({ model, runId, datasetVersion, environment }) =>
    element('div', {}, `${model}: run ${runId}, dataset ${datasetVersion}, environment ${environment.fingerprint}, sandbox level ${environment.level}`),
  ),
);
renderTasks();
