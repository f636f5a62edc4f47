/** `/docs`: the API for people, made from the same document as `/openapi.json`. */
import type { OpenAPIHono } from '@hono/zod-openapi';

type Document = ReturnType<OpenAPIHono['getOpenAPI31Document']>;

/** The parts of JSON Schema that the API uses. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly description?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
}

interface Operation {
  readonly summary?: string;
  readonly description?: string;
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> };
  readonly responses?: Readonly<Record<string, { readonly description?: string }>>;
}

interface Route {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

const json = "-H 'content-type: application/json' -d";

/** Requests to try, by the address they are sent to. */
const examples: Readonly<Record<string, readonly string[]>> = {
  '/v1/executions': [
    ` ${json} '{"code": "def double(x): return 2 * x", "test": "import unittest\\nclass TestCases(unittest.TestCase):\\n    def test_two(self): self.assertEqual(double(1), 2)"}'`,
    ` ${json} '{"task_id": "BigCodeBench/1", "solution": "def task_func(length=100): return {}"}'`,
    ` ${json} '{"script": "print(input())", "stdin": "hello"}'`,
  ],
  '/v1/rewards': [
    ` ${json} '{"task_id": "BigCodeBench/1", "samples": [{"solution": "def task_func(length=100): return {}"}]}'`,
  ],
  '/v1/evaluations': ["?split=complete -H 'content-type: application/x-ndjson' --data-binary @answers.jsonl"],
  '/run_code': [` ${json} '{"code": "print(1)", "language": "python"}'`],
  '/submit': [` ${json} '{"dataset": "bigcodebench", "id": "BigCodeBench/1", "completion": "    return {}"}'`],
  '/get_reward': [` ${json} '{"query": ["def task_func(length=100): return {}"], "labels": ["BigCodeBench/1"]}'`],
  '/verify': [
    ` ${json} '{"response": {"output_text": "\`\`\`python\\npass\\n\`\`\`"}, "verifier_metadata": {"task_id": "BigCodeBench/1"}}'`,
  ],
};

/** What others' clients use; their own documentation describes it. */
const dialects = [
  ['SandboxFusion', 'the sandbox-fusion SDK and verl', ['/run_code', '/submit']],
  ['OpenRLHF and slime', 'as their remote reward model', ['/get_reward']],
  ['NeMo-Gym', 'as a resources server', ['/verify']],
  ['Gradio', "the original's own bigcodebench.evaluate, with this address as --gradio_endpoint", []],
] as const;

export function renderDocsPage({ info, paths = {} }: Document): string {
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({ path, method, operation })),
  );
  // What takes a body is what people come for; one line says all there is to say about the others.
  const [main, others] = [true, false].map((is) => routes.filter(({ operation }) => 'requestBody' in operation === is));
  const contents = [...(main ?? []), { path: 'others', method: '', operation: { summary: 'Further requests' } }].map(
    (route) => `<li><a href="#${idOf(route)}">${escapeHtml(route.operation.summary ?? route.path)}</a></li>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)} API</title>
<style>
:root { color-scheme: light dark; --line: light-dark(#e4e4df, #292e36); --sunken: light-dark(#f1f1ee, #1e2228); --soft: light-dark(#565c66, #a9afb9); --accent: light-dark(#3355c8, #8fa9ff); }
body { font: 15px/1.55 ui-sans-serif, system-ui, sans-serif; max-width: 56rem; margin: 2rem auto; padding: 0 1rem; background: light-dark(#f7f7f5, #111317); color: light-dark(#1b1d22, #e7e8ea); overflow-wrap: anywhere; }
section { background: light-dark(#fff, #181b20); border: 1px solid var(--line); border-radius: 8px; padding: 0 1.25rem 1rem; margin: 1rem 0; }
h1, h2 { line-height: 1.3; } h2 { font-size: 1.15rem; } h3 { font-size: 0.9rem; margin: 1.25rem 0 0.25rem; }
a { color: var(--accent); } nav ul { padding-left: 1.2rem; } td:nth-child(2) { color: var(--soft); }
code, pre { font: 13px/1.5 ui-monospace, monospace; background: var(--sunken); border-radius: 4px; } code { padding: 0.1em 0.3em; }
pre { padding: 0.75rem; white-space: pre-wrap; margin: 0.5rem 0; }
table { border-collapse: collapse; width: 100%; } td { padding: 0.3em 1em 0.3em 0; vertical-align: top; border-top: 1px solid var(--line); } td:first-child { width: 9rem; } td:nth-child(2):not(:last-child) { width: 12rem; }
@media (max-width: 40rem) { td, td:first-child { display: block; width: auto; border: 0; padding: 0; } tr { display: block; padding: 0.4em 0; border-top: 1px solid var(--line); } }
</style>
</head>
<body>
<h1>${escapeHtml(info.title)} ${escapeHtml(info.version)}</h1>
<p>${escapeHtml(info.description ?? '')} Described for programs in <a href="/openapi.json">openapi.json</a>; counts are in <a href="/metrics">/metrics</a>.
A server that was given tokens asks for one: <code>-H "Authorization: Bearer $TOKEN"</code>.</p>
<nav aria-label="Requests"><ul>${contents.join('')}<li><a href="#dialects">Spoken for other clients</a></li></ul></nav>
${(main ?? []).map(renderRoute).join('\n')}
<section id="others"><h2>Further requests</h2>${renderTable('', (others ?? []).map(renderLine))}</section>
<section id="dialects"><h2>Spoken for other clients</h2>${dialects.map(renderDialect).join('')}</section>
</body>
</html>
`;
}

function renderRoute(route: Route): string {
  const { path, method, operation } = route;
  const { summary = path, description = '', requestBody, responses = {} } = operation;
  const schemas = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => (schema ? listShapes(schema) : []));
  const tables = new Map(schemas.map((schema) => [titleOf(schema), listFields(schema)]));
  const answers = Object.entries(responses).map(([status, { description: about = '' }]) =>
    renderRow(status === 'default' ? 'otherwise' : status, renderText(about)),
  );
  return `<section id="${idOf(route)}"><h2>${escapeHtml(summary)}</h2>
<p><code>${method.toUpperCase()} ${escapeHtml(path)}</code></p><p>${renderText(description)}</p>
${renderExamples(path)}${[...tables].map(([title, rows]) => renderTable(title, rows)).join('')}${renderTable('Answers', answers)}</section>`;
}

function renderLine({ path, method, operation: { summary = '' } }: Route): string {
  return renderRow(`<code>${method.toUpperCase()} ${escapeHtml(path)}</code>`, renderText(summary));
}

function renderDialect([name, who, paths]: (typeof dialects)[number]): string {
  return `<h3>${name}</h3><p>${escapeHtml(who)}</p>${paths.map(renderExamples).join('')}`;
}

function renderExamples(path: string): string {
  const requests = (examples[path] ?? []).map((rest) => `curl http://127.0.0.1:7860${path}${rest}`);
  return requests.map((request) => `<pre>${escapeHtml(request)}</pre>`).join('');
}

/** A body may have one of several shapes. */
function listShapes(schema: Schema): readonly Schema[] {
  return schema.anyOf?.flatMap(listShapes) ?? (schema.properties ? [schema] : []);
}

function titleOf({ required = [] }: Schema): string {
  const names = required.filter((name) => name !== 'id').map((name) => `<code>${escapeHtml(name)}</code>`);
  return names.length === 0 ? 'In the body' : `A body with ${names.join(' and ')}`;
}

function listFields({ properties = {}, required = [] }: Schema): string[] {
  return Object.entries(properties).map(([name, schema]) => {
    const about = [schema.description, required.includes(name) ? 'Required.' : ''].filter(Boolean).join(' ');
    return renderRow(`<code>${escapeHtml(name)}</code>`, escapeHtml(typeOf(schema)), renderText(about));
  });
}

function typeOf({ type, enum: values, const: only, items, anyOf }: Schema): string {
  if (values) return values.map((value) => JSON.stringify(value)).join(' or ');
  if (only !== undefined) return JSON.stringify(only);
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(' or ');
  return items ? `list of ${typeOf(items)}` : [type ?? 'any'].flat().join(' or ');
}

function renderTable(title: string, rows: readonly string[]): string {
  const heading = title === '' ? '' : `<h3>${title}</h3>`;
  return rows.length === 0 ? '' : `${heading}<table>${rows.join('')}</table>`;
}

function renderRow(...cells: readonly string[]): string {
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
}

function idOf({ method, path }: Pick<Route, 'method' | 'path'>): string {
  return `${method}${path.replace(/[^a-z0-9]+/gi, '-')}`;
}

/** Text in which words between backticks are code. */
function renderText(text: string): string {
  return escapeHtml(text).replace(/`([^`]*)`/g, '<code>$1</code>');
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
