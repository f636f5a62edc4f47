/** Colours for Python: a list of elements that spell the code. Text is only ever set as text. */
function highlightPython(code) {
  const keywords =
    'and as assert async await break class continue def del elif else except finally for from global if import in is lambda None nonlocal not or pass raise return True False try while with yield';
  const pattern = new RegExp(
    [
      '(?<c>#[^\\n]*)',
      '(?<s>[rRbBfFuU]{0,2}(?:"""[\\s\\S]*?(?:"""|$)|\'\'\'[\\s\\S]*?(?:\'\'\'|$)|"(?:\\\\.|[^"\\\\\\n])*"?|\'(?:\\\\.|[^\'\\\\\\n])*\'?))',
      '(?<d>(?<=\\b(?:def|class)\\s+)\\w+)',
      `(?<k>\\b(?:${keywords.split(' ').join('|')})\\b)`,
      '(?<n>\\b\\d[\\w.]*)',
    ].join('|'),
    'g',
  );
  const nodes = [];
  let from = 0;
  for (const match of code.matchAll(pattern)) {
    const kind = Object.keys(match.groups).find((name) => match.groups[name] !== undefined);
    nodes.push(document.createTextNode(code.slice(from, match.index)), element('span', { className: kind }, match[0]));
    from = match.index + match[0].length;
  }
  nodes.push(document.createTextNode(code.slice(from)));
  return element('pre', {}, ...nodes);
}

function element(tag, properties, ...children) {
  const created = Object.assign(document.createElement(tag), properties);
  created.append(...children);
  return created;
}
