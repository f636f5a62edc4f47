/** Charts of the board as SVG, and the matrix of wins on a canvas. */
const namespace = 'http://www.w3.org/2000/svg';
const frame = { width: 1120, height: 360, left: 44, right: 20, top: 14, bottom: 30 };

function draw(tag, attributes, ...children) {
  const node = document.createElementNS(namespace, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** Points with their intervals; the best at each place on the x axis is named. */
function scatter(points, { label, ticks, position }) {
  const x = (value) => frame.left + position(value) * (frame.width - frame.left - frame.right);
  const top = Math.min(100, Math.ceil(Math.max(...points.map(({ high, y }) => high ?? y)) / 10) * 10);
  const y = (value) => frame.height - frame.bottom - (value / top) * (frame.height - frame.top - frame.bottom);
  const svg = draw('svg', { class: 'chart', viewBox: `0 0 ${frame.width} ${frame.height}`, role: 'img', 'aria-label': label });
  for (let line = 0; line <= top; line += 10) {
    svg.append(draw('line', { class: 'grid', x1: frame.left, x2: frame.width - frame.right, y1: y(line), y2: y(line) }));
    svg.append(draw('text', { x: frame.left - 8, y: y(line) + 4, 'text-anchor': 'end' }, String(line)));
  }
  for (const { at, text } of ticks) {
    svg.append(draw('text', { x: x(at), y: frame.height - 10, 'text-anchor': 'middle' }, text));
  }
  let best = -1;
  for (const point of [...points].sort((a, b) => a.x - b.x || b.y - a.y)) {
    if (point.low !== undefined) {
      svg.append(draw('line', { class: 'whisker', x1: x(point.x), x2: x(point.x), y1: y(point.low), y2: y(point.high) }));
    }
    const title = draw('title', {}, `${point.name}: ${point.y.toFixed(1)}`);
    svg.append(draw('circle', { cx: x(point.x), cy: y(point.y), r: 4, class: point.type ?? '' }, title));
    if (point.y > best) {
      best = point.y;
      svg.append(draw('text', { class: 'best', x: x(point.x) + 6, y: y(point.y) - 6 }, point.name));
    }
  }
  return svg;
}

function sizeChart(models, scoreOf) {
  const points = models.filter(({ size }) => size !== null).map((model) => toPoint(model, scoreOf, model.size));
  if (points.length < 2) return undefined;
  const [low, high] = [Math.min(...points.map(({ x }) => x)), Math.max(...points.map(({ x }) => x))];
  const position = (size) => Math.log(size / low) / Math.max(1e-9, Math.log(high / low));
  const ticks = [1, 3, 7, 15, 30, 70, 140, 400, 1000].filter((at) => at >= low && at <= high).map((at) => ({ at, text: `${at}B` }));
  return scatter(points, { label: 'Score by number of parameters, in billions', ticks, position });
}

function timeChart(models, scoreOf) {
  const points = models.filter(({ date }) => date !== null).map((model) => toPoint(model, scoreOf, Date.parse(model.date)));
  if (points.length < 2) return undefined;
  const [low, high] = [Math.min(...points.map(({ x }) => x)), Math.max(...points.map(({ x }) => x))];
  const position = (time) => (time - low) / Math.max(1, high - low);
  const ticks = [];
  for (let month = new Date(low); month.getTime() <= high; month = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 3, 1))) {
    ticks.push({ at: Math.max(low, month.getTime()), text: month.toISOString().slice(0, 7) });
  }
  return scatter(points, { label: 'Score by release date', ticks, position });
}

function toPoint(model, scoreOf, x) {
  return { name: model.model, x, y: scoreOf(model), low: model.interval?.[0], high: model.interval?.[1], type: model.type };
}

/** One cell for each pair; what is under the pointer, or the arrow keys, is told in words. */
function winMatrix(names, wins, tell) {
  const count = names.length;
  if (count < 2) return undefined;
  const cell = Math.max(3, Math.min(24, Math.floor(1100 / count)));
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = count * cell;
  canvas.tabIndex = 0;
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', 'Matrix of wins; use the arrow keys to read it');
  const shareAt = (row, column) => {
    const [won, lost] = [wins[row * count + column], wins[column * count + row]];
    return won + lost === 0 ? 0.5 : won / (won + lost);
  };
  const context = canvas.getContext('2d');
  for (let row = 0; row < count; row++) {
    for (let column = 0; column < count; column++) {
      const share = shareAt(row, column);
      context.fillStyle = row === column ? '#8888' : `hsl(${share > 0.5 ? 150 : 8} 60% ${92 - 90 * Math.abs(share - 0.5)}%)`;
      context.fillRect(column * cell, row * cell, cell, cell);
    }
  }
  const place = { row: 0, column: 1 };
  const say = () => {
    const { row, column } = place;
    const [won, lost] = [wins[row * count + column], wins[column * count + row]];
    tell(row === column ? names[row] : `${names[row]} wins ${won} and loses ${lost} tasks against ${names[column]} (${(100 * shareAt(row, column)).toFixed(0)}%).`);
  };
  canvas.addEventListener('pointermove', ({ offsetX, offsetY }) => {
    const scale = canvas.width / canvas.clientWidth;
    place.column = Math.max(0, Math.min(count - 1, Math.floor((offsetX * scale) / cell)));
    place.row = Math.max(0, Math.min(count - 1, Math.floor((offsetY * scale) / cell)));
    say();
  });
  const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  canvas.addEventListener('keydown', (event) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    place.row = Math.max(0, Math.min(count - 1, place.row + step[0]));
    place.column = Math.max(0, Math.min(count - 1, place.column + step[1]));
    say();
  });
  return canvas;
}
