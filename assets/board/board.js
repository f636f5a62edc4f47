/** The table of models, its filters and what else is on the page. */
const { board, wins, ranked } = JSON.parse(document.getElementById('data').textContent);
const $ = (id) => document.getElementById(id);
const scoreOf = (model) => model[board.ranked_by] ?? model.complete ?? model.instruct ?? 0;
const bounds = (pair, digits) => (pair ? pair.map((value) => value.toFixed(digits)).join('–') : '');

function element(tag, { className = '', ...rest }, ...children) {
  const node = Object.assign(document.createElement(tag), rest);
  if (className) node.className = className;
  node.append(...children);
  return node;
}

const domains = [...new Set(board.models.flatMap((model) => Object.keys(model.domains)))];
const columns = [
  { title: '#', value: (model) => model.rank, number: true, ascending: true },
  { title: 'tier', value: (model) => model.tier, number: true, ascending: true },
  { title: 'ranks', value: (model) => model.rank_range?.[0], text: (model) => bounds(model.rank_range, 0), number: true, ascending: true },
  { title: 'model', value: (model) => model.model.toLowerCase(), node: nameCell, ascending: true },
  { title: 'complete', value: (model) => model.complete, digits: 1, number: true },
  { title: 'instruct', value: (model) => model.instruct, digits: 1, number: true },
  { title: 'average', value: (model) => model.average, digits: 1, number: true },
  { title: '95%', value: (model) => model.interval?.[0], text: (model) => bounds(model.interval, 1), number: true },
  { title: 'hard', value: (model) => model.hard, digits: 1, number: true },
  { title: 'Elo', value: (model) => model.elo, digits: 0, number: true },
  { title: 'Elo 95%', value: (model) => model.elo_interval?.[0], text: (model) => bounds(model.elo_interval, 0), number: true },
  { title: 'cost $', value: (model) => model.cost_usd, digits: 2, number: true },
  { title: 'tokens out', value: (model) => model.output_tokens, digits: 0, number: true },
  { title: 'size B', value: (model) => model.size, text: (model) => model.size ?? '', number: true },
  { title: 'date', value: (model) => model.date, text: (model) => model.date ?? '' },
  ...domains.map((domain) => ({ title: domain, value: (model) => model.domains[domain], digits: 1, number: true })),
].filter(({ value }) => board.models.some((model) => value(model) !== null && value(model) !== undefined));

const sorting = { column: columns[0], isAscending: true };

function nameCell(model) {
  const isLink = model.link !== null && /^https?:\/\//.test(model.link);
  const name = isLink ? element('a', { href: model.link, rel: 'noreferrer' }, model.model) : model.model;
  const marks = [model.type === 'base' ? 'base' : '', model.has_verdicts ? '' : 'published numbers, verdicts not available'];
  return element('span', { className: 'model' }, name, element('span', { className: 'soft' }, ` ${marks.filter(Boolean).join(', ')}`));
}

function shownModels() {
  const words = $('search').value.toLowerCase().split(/\s+/).filter(Boolean);
  const { column, isAscending } = sorting;
  const direction = isAscending ? 1 : -1;
  return board.models
    .filter(
      (model) =>
        words.every((word) => model.model.toLowerCase().includes(word)) &&
        (!$('type').value || model.type === $('type').value) &&
        (!$('open').value || model.open === ($('open').value === 'open')),
    )
    .sort((a, b) => {
      const [one, other] = [column.value(a), column.value(b)];
      // What is missing comes last, whichever way the rest is sorted.
      if (one === null || one === undefined) return other === null || other === undefined ? 0 : 1;
      if (other === null || other === undefined) return -1;
      return one < other ? -direction : one > other ? direction : 0;
    });
}

function headCell(column) {
  const button = element('button', { type: 'button' }, column.title);
  button.addEventListener('click', () => {
    sorting.isAscending = sorting.column === column ? !sorting.isAscending : column.ascending === true;
    sorting.column = column;
    show();
    document.querySelectorAll('th button')[columns.indexOf(column)].focus();
  });
  const cell = element('th', { className: column.number ? 'number' : '' }, button);
  if (sorting.column === column) cell.setAttribute('aria-sort', sorting.isAscending ? 'ascending' : 'descending');
  return cell;
}

function bodyRow(model, above) {
  const isByRank = sorting.column.title === '#';
  const cells = columns.map((column) => {
    const value = column.value(model);
    const text = column.text?.(model) ?? (typeof value === 'number' ? value.toFixed(column.digits ?? 0) : (value ?? ''));
    return element('td', { className: column.number ? 'number' : '' }, column.node?.(model) ?? String(text));
  });
  return element('tr', { className: isByRank && above && above.tier !== model.tier ? 'first' : '' }, ...cells);
}

function show() {
  const models = shownModels();
  const head = element('thead', {}, element('tr', {}, ...columns.map(headCell)));
  const body = element('tbody', {}, ...models.map((model, at) => bodyRow(model, models[at - 1])));
  $('models').replaceChildren(element('table', {}, head, body));
  $('count').textContent = `${models.length} of ${board.models.length} models`;
  replaceOrHide('size', sizeChart(models, scoreOf));
  replaceOrHide('time', timeChart(models, scoreOf));
}

function replaceOrHide(id, node) {
  $(id).parentElement.hidden = !node;
  if (node) $(id).replaceChildren(node);
}

function showTasks() {
  const parts = Object.entries(board.solve_rates).map(([split, rates]) => {
    const values = Object.values(rates);
    const none = values.filter((rate) => rate === 0).length;
    const all = values.filter((rate) => rate === 100).length;
    const solvable = (100 * (values.length - none)) / values.length;
    return element('p', {}, `${split}: ${none} of ${values.length} tasks are solved by no model here, ${all} by all; somebody solves ${solvable.toFixed(1)}%.`);
  });
  replaceOrHide('tasks', parts.length > 0 ? element('div', {}, ...parts) : undefined);
}

$('subtitle').textContent = `${board.subset}, ${board.tasks} tasks, ranked by ${board.ranked_by}`;
$('notes').replaceChildren(
  ...[...board.notes, ...board.excluded.map(({ model, reason }) => `Not ranked: ${model} ${reason}.`)].map((note) => element('li', {}, note)),
);
$('provenance').textContent = `Intervals and rank ranges from ${board.resamples} resamples of the tasks. All numbers are in leaderboard.json and leaderboard.csv beside this page.`;
$('theme').addEventListener('click', () => {
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const now = document.documentElement.dataset.theme ?? (isDark ? 'dark' : 'light');
  document.documentElement.dataset.theme = now === 'dark' ? 'light' : 'dark';
});
$('filters').addEventListener('input', show);
$('filters').addEventListener('submit', (event) => event.preventDefault());
show();
showTasks();
replaceOrHide('wins', winMatrix(ranked, wins, (text) => {
  $('duel').textContent = text;
}));
