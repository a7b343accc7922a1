'use strict';
// Everything from the program is put in as text, never as markup.
const data = JSON.parse(document.getElementById('data').textContent);
const $ = id => document.getElementById(id);
const PAGE = 400;
const el = (tag, props = {}, ...children) => {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (key === 'onclick') node.addEventListener('click', value);
    else if (key in node && key !== 'role') node[key] = value;
    else node.setAttribute(key, value);
  }
  node.append(...children.filter(c => c !== null && c !== undefined));
  return node;
};
const place = x => x.file ? x.file + ':' + x.line + (x.column ? ':' + x.column : '') : '';
const state = { tab: 'findings', selected: -1, step: -1, file: null, shown: PAGE, rows: [] };

function options(select, pairs, change) {
  for (const [value, text] of pairs) select.append(el('option', { value, textContent: text }));
  select.addEventListener('change', change);
}

function start() {
  document.title = 'maymust: ' + data.verdict;
  $('verdict').textContent = data.verdict_text;
  $('verdict').classList.add(data.verdict);
  $('summary').textContent = data.counts.proved + ' proved, ' + data.counts.fails + ' failing, ' + data.counts.unknown + ' unknown';
  for (const tab of ['findings', 'functions', 'about']) {
    $('tabs').append(el('button', { id: 'tab-' + tab, role: 'tab', textContent: tab[0].toUpperCase() + tab.slice(1), onclick: () => show(tab) }), ' ');
  }
  options($('status'), [['open', 'not proved'], ['fails', 'failing'], ['unknown', 'unknown'], ['proved', 'proved'], ['all', 'all']], list);
  options($('sort'), [['rank', 'by gravity'], ['place', 'by place'], ['code', 'by kind']], list);
  options($('group'), [['', 'no groups'], ['function', 'by function'], ['file', 'by file'], ['code', 'by kind']], list);
  if (!data.findings.some(f => f.verdict !== 'proved')) $('status').value = 'all';
  $('filter').addEventListener('input', list);
  $('theme').addEventListener('click', theme);
  $('list').addEventListener('scroll', () => {
    const box = $('list');
    if (state.shown < state.rows.length && box.scrollTop + box.clientHeight > box.scrollHeight - 200) { state.shown += PAGE; rows(); }
  });
  options($('file'), data.files.map((f, i) => [i, f.name]), () => source(data.files[$('file').value].name, 0));
  document.addEventListener('keydown', keys);
  functions();
  about();
  show('findings');
  list();
  if (state.rows.length) select(state.rows[0]);
  else if (data.files.length) source(data.files[0].name, 0);
}

function theme() {
  const root = document.documentElement;
  const dark = root.classList.contains('dark') || (!root.classList.contains('light') && matchMedia('(prefers-color-scheme: dark)').matches);
  root.classList.toggle('dark', !dark);
  root.classList.toggle('light', dark);
}

function show(tab) {
  state.tab = tab;
  for (const name of ['findings', 'functions', 'about']) {
    $('view-' + name).hidden = name !== tab;
    $('tab-' + name).setAttribute('aria-selected', name === tab);
  }
}

const GRAVITY = { fails: 0, unknown: 1, proved: 2 };
function list() {
  const words = $('filter').value.toLowerCase().split(/\s+/).filter(Boolean);
  const want = $('status').value, sort = $('sort').value, group = $('group').value;
  const matches = f => {
    if (want === 'open' ? f.verdict === 'proved' : want !== 'all' && f.verdict !== want) return false;
    if (!words.length) return true;
    const text = (f.title + ' ' + f.code + ' ' + place(f) + ' ' + f.function + ' ' + (f.verdict === 'fails' ? 'failing' : f.verdict)).toLowerCase();
    return words.every(w => text.includes(w));
  };
  const by = {
    rank: (a, b) => GRAVITY[a.verdict] - GRAVITY[b.verdict],
    place: (a, b) => (a.file || '').localeCompare(b.file || '') || a.line - b.line,
    code: (a, b) => a.code.localeCompare(b.code),
  }[sort];
  const rowsNow = data.findings.map((f, i) => [f, i]).filter(([f]) => matches(f));
  rowsNow.sort(([a, i], [b, j]) => (group ? String(a[group]).localeCompare(String(b[group])) : 0) || by(a, b) || i - j);
  state.rows = rowsNow.map(([, i]) => i);
  state.shown = PAGE;
  rows();
}

function rows() {
  const group = $('group').value;
  const nodes = [];
  let last = null;
  for (const i of state.rows.slice(0, state.shown)) {
    const f = data.findings[i];
    if (group && f[group] !== last) { last = f[group]; nodes.push(el('div', { className: 'group', textContent: last || '?' })); }
    nodes.push(el('div', { className: 'row', role: 'option', id: 'row-' + i, 'aria-selected': i === state.selected, onclick: () => select(i) },
      el('b', { className: f.verdict, textContent: f.verdict }),
      el('div', {}, el('div', { textContent: f.title + ' [' + f.code + ']' + (f.known ? ' (known)' : '') }),
        el('div', { className: 'place', textContent: place(f) + ' in ' + f.function }))));
  }
  if (!nodes.length) nodes.push(el('div', { className: 'group soft', textContent: 'nothing matches' }));
  $('list').replaceChildren(...nodes);
}

function select(i) {
  const old = $('row-' + state.selected);
  if (old) old.setAttribute('aria-selected', 'false');
  state.selected = i;
  const row = $('row-' + i);
  if (row) { row.setAttribute('aria-selected', 'true'); row.scrollIntoView({ block: 'nearest' }); }
  const f = data.findings[i];
  state.step = f.steps && f.steps.length ? f.steps.length - 1 : -1;
  detail();
  if (f.file) source(f.file, f.line);
}

function pairs(title, values) {
  if (!values || !values.length) return null;
  return el('div', {}, el('h2', { textContent: title }),
    el('table', {}, ...values.map(([n, v]) => el('tr', {}, el('td', { className: 'mono', textContent: n }), el('td', { className: 'mono', textContent: v })))));
}

function detail() {
  const f = data.findings[state.selected];
  const steps = f.steps || [];
  const parts = [
    el('div', {}, el('b', { className: f.verdict, textContent: f.verdict + ' ' }), f.title + ' [' + f.code + '] ',
      el('a', { textContent: place(f), onclick: () => source(f.file, f.line) })),
    f.reason ? el('div', { className: 'soft', textContent: f.reason }) : null,
    ...(f.help || []).map(h => el('div', { textContent: 'help: ' + h })),
    f.confirmation ? el('div', { textContent: f.confirmation }) : null,
    ...(f.notes || []).map(n => el('div', {}, 'note: ' + n.text + ' ', el('a', { textContent: place(n), onclick: () => source(n.file, n.line) }))),
    pairs('Values there', f.values), pairs('Inputs', f.inputs),
  ];
  if (steps.length) {
    const box = el('div', { className: 'steps', id: 'steps' });
    steps.forEach((s, k) => box.append(el('div', { className: 'step' + (k === state.step ? ' here' : ''), id: 'step-' + k, onclick: () => go(k),
      textContent: '  '.repeat(s.depth) + (s.folded ? '… ' + s.folded + ' more iterations ' : '') + s.line + ': ' + s.text
        + (s.values.length ? '    // ' + s.values.map(([n, v]) => n + ' = ' + v).join(', ') : '') })));
    parts.push(el('h2', {}, 'Trace ', el('button', { id: 'back', textContent: '◀ back (p)', onclick: () => go(state.step - 1) }), ' ',
      el('button', { id: 'next', textContent: 'next (n) ▶', onclick: () => go(state.step + 1) }), ' ', el('span', { id: 'at', className: 'soft' })),
      box, el('div', { id: 'stack' }));
  }
  $('detail').replaceChildren(...parts.filter(Boolean));
  if (steps.length) mark();
}

function go(k) {
  const steps = data.findings[state.selected].steps || [];
  if (k < 0 || k >= steps.length) return;
  state.step = k;
  mark();
  source(steps[k].file, steps[k].line);
}

// The calls under way at a step, with what their lines have assigned so far.
function stack(steps, k) {
  const frames = [];
  for (const s of steps.slice(0, k + 1)) {
    while (frames.length && frames[frames.length - 1].depth > s.depth) frames.pop();
    let top = frames[frames.length - 1];
    if (!top || top.depth < s.depth || s.call) {
      if (top && top.depth === s.depth) frames.pop();
      top = { depth: s.depth, name: s.function, call: s.call, values: new Map() };
      frames.push(top);
    }
    for (const [n, v] of s.values) top.values.set(n, v);
  }
  return frames.reverse();
}

function mark() {
  const steps = data.findings[state.selected].steps;
  for (const node of document.querySelectorAll('.step.here')) node.classList.remove('here');
  const node = $('step-' + state.step);
  node.classList.add('here');
  node.scrollIntoView({ block: 'nearest' });
  $('at').textContent = 'step ' + (state.step + 1) + ' of ' + steps.length;
  $('stack').replaceChildren(...stack(steps, state.step).map(f => el('div', {}, el('code', { textContent: f.call || f.name }), ' ',
    el('span', { className: 'soft mono', textContent: [...f.values].map(([n, v]) => n + ' = ' + v).join(', ') }))));
}

function source(name, line) {
  const index = data.files.findIndex(f => f.name === name);
  if (index < 0) { $('source').replaceChildren(el('div', { className: 'group soft', textContent: 'no text of ' + name })); return; }
  const file = data.files[index];
  $('file').value = index;
  if (state.file !== name) {
    state.file = name;
    const marks = new Map();
    data.findings.forEach((f, i) => {
      if (f.file !== name) return;
      const m = marks.get(f.line);
      if (!m || GRAVITY[f.verdict] < GRAVITY[m.verdict]) marks.set(f.line, { verdict: f.verdict, i });
    });
    const SIGN = { fails: '✗', unknown: '?', proved: '✓' };
    $('source').replaceChildren(...file.lines.map((text, k) => {
      const m = marks.get(k + 1);
      return el('div', { className: 'code', id: 'line-' + (k + 1) }, el('span', { className: 'n', textContent: k + 1 }),
        m ? el('span', { className: 'mark ' + m.verdict, textContent: SIGN[m.verdict], title: m.verdict, onclick: () => select(m.i) }) : el('span'),
        el('span', { textContent: text }));
    }));
  }
  for (const node of document.querySelectorAll('.code.here')) node.classList.remove('here');
  const node = $('line-' + line);
  if (node) { node.classList.add('here'); node.scrollIntoView({ block: 'center' }); }
}

function functions() {
  const link = name => el('a', { textContent: name, onclick: () => { const n = $('fn-' + name); if (n) n.scrollIntoView(); } });
  const links = names => names.flatMap((n, i) => i ? [', ', link(n)] : [link(n)]);
  $('view-functions').replaceChildren(...data.functions.map(f => el('div', { className: 'card ' + f.verdict, id: 'fn-' + f.name },
    el('div', {}, el('b', { textContent: f.name }), ' ', el('a', { textContent: place(f), onclick: () => source(f.file, f.line) }),
      el('span', { className: 'soft', textContent: '  ' + f.proved + ' proved, ' + f.fails + ' failing, ' + f.unknown + ' unknown' })),
    f.calls.length ? el('div', {}, 'calls ', ...links(f.calls)) : null,
    f.callers.length ? el('div', {}, 'called by ', ...links(f.callers)) : null,
    ...f.summaries.map(s => el('details', { className: 'summary' }, el('summary', { textContent: s.about }), el('pre', { textContent: s.text }))))));
}

function about() {
  $('view-about').replaceChildren(
    el('h2', { textContent: 'Assumptions' }), ...(data.assumptions.length ? data.assumptions : ['none']).map(a => el('div', { textContent: a })),
    el('h2', { textContent: 'Time' }), pairs('', data.times) || el('div'),
    el('h2', { textContent: 'Evidence' }), ...data.evidence.map(s => el('details', {}, el('summary', { textContent: s.about }), el('pre', { textContent: s.text }))),
    el('h2', { textContent: 'Keys' }), el('div', { textContent: 'j and k: findings; n and p: steps of the trace; /: filter; 1, 2, 3: views; t: dark or light' }));
}

function keys(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (/^(INPUT|SELECT)$/.test(event.target.tagName)) { if (event.key === 'Escape') event.target.blur(); return; }
  const move = by => { const at = state.rows.indexOf(state.selected) + by; if (at >= 0 && at < state.rows.length) {
    while (at >= state.shown) { state.shown += PAGE; rows(); } select(state.rows[at]); } };
  const act = { j: () => move(1), ArrowDown: () => move(1), k: () => move(-1), ArrowUp: () => move(-1), n: () => go(state.step + 1), ArrowRight: () => go(state.step + 1),
    p: () => go(state.step - 1), ArrowLeft: () => go(state.step - 1), t: theme, 1: () => show('findings'), 2: () => show('functions'), 3: () => show('about'),
    '/': () => $('filter').focus() }[event.key];
  if (act) { act(); event.preventDefault(); }
}

start();
