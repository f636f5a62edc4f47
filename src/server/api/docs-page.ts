/** `/docs`: the API for people, made from the same document as `/openapi.json`. */
import type { OpenAPIHono } from '@hono/zod-openapi';

type Document = ReturnType<OpenAPIHono['getOpenAPI31Document']>;

/** The parts of JSON Schema that the API uses. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
}

interface Operation {
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly {
    name: string;
    in: string;
    required?: boolean;
    schema?: Schema;
    description?: string;
  }[];
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> };
  readonly responses?: Readonly<Record<string, { readonly description?: string }>>;
}

const json = "-H 'content-type: application/json' -d";

/** A request to try, by the address it is sent to. */
const examples: Readonly<Record<string, string>> = {
  '/v1/executions': ` ${json} '{"id": "1", "code": "def double(x): return 2 * x", "test": "import unittest\\nclass TestCases(unittest.TestCase):\\n    def test_two(self): self.assertEqual(double(1), 2)"}'`,
  '/v1/rewards': ` ${json} '{"task_id": "BigCodeBench/1", "samples": [{"solution": "def task_func(length=100): return {}"}]}'`,
  '/v1/evaluations': "?split=complete -H 'content-type: application/x-ndjson' --data-binary @answers.jsonl",
};

/** What others' clients use; their own documentation describes it. */
const dialects = [
  ['POST /run_code, /submit, /get_prompts …', 'SandboxFusion: the sandbox-fusion SDK and verl'],
  ['POST /get_reward', 'OpenRLHF and slime'],
  ['POST /verify', 'NeMo-Gym'],
  ['GET /config, /gradio_api …', "Gradio: the original's own bigcodebench.evaluate"],
] as const;

export function renderDocsPage({ info, paths = {} }: Document): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({ path, method, operation })),
  );
  const contents = operations.map(({ path, method, operation: { summary = path } }) => {
    const address = escapeHtml(`${method.toUpperCase()} ${path}`);
    return `<li><a href="#${idOf(method, path)}">${escapeHtml(summary)}</a> ${address}</li>`;
  });
  const others = dialects.map(([route, who]) => renderRow(`<code>${escapeHtml(route)}</code>`, escapeHtml(who)));
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
h1, h2 { line-height: 1.3; } h2 { font-size: 1.15rem; } h3 { font-size: 0.9rem; color: var(--soft); margin: 1rem 0 0.25rem; }
a { color: var(--accent); } nav li { color: var(--soft); }
code, pre { font: 13px/1.5 ui-monospace, monospace; background: var(--sunken); border-radius: 4px; } code { padding: 0.1em 0.3em; }
pre { padding: 0.75rem; white-space: pre-wrap; }
table { border-collapse: collapse; width: 100%; } td { padding: 0.3em 1em 0.3em 0; vertical-align: top; border-top: 1px solid var(--line); } td:first-child { min-width: 7rem; }
</style>
</head>
<body>
<h1>${escapeHtml(info.title)} ${escapeHtml(info.version)}</h1>
<p>${escapeHtml(info.description ?? '')} Described for programs in <a href="/openapi.json">openapi.json</a>; counts are in <a href="/metrics">/metrics</a>.
A server that was given tokens asks for one: <code>-H "Authorization: Bearer $TOKEN"</code>.</p>
<nav aria-label="Requests"><ul>${contents.join('')}</ul></nav>
${operations.map(renderOperation).join('\n')}
<section><h2>Spoken for other clients</h2><table>${others.join('')}</table></section>
</body>
</html>
`;
}

function renderOperation({ path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const { summary = path, description = '', parameters = [], requestBody, responses = {} } = operation;
  const example = `curl http://127.0.0.1:7860${path}${method === 'post' ? (examples[path] ?? ' -X POST') : ''}`;
  const asked = parameters.map(({ name, in: place, required = false, schema = {}, description: about = '' }) =>
    renderField(name, { ...schema, description: [about, `(${place})`].filter(Boolean).join(' ') }, required),
  );
  const bodies = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => (schema ? listFields(schema) : []));
  const fields = [...new Map(bodies.map((row) => [row.split('</td>')[0], row])).values()];
  const answers = Object.entries(responses).map(([status, { description: about = '' }]) =>
    renderRow(status === 'default' ? 'otherwise' : status, escapeHtml(about)),
  );
  return `<section id="${idOf(method, path)}"><h2>${escapeHtml(summary)}</h2>
<p><code>${method.toUpperCase()} ${escapeHtml(path)}</code></p><p>${escapeHtml(description)}</p>
<pre>${escapeHtml(example)}</pre>
${renderTable('In the address', asked)}${renderTable('In the body', fields)}${renderTable('Answers', answers)}</section>`;
}

/** Every field that a body may have, whichever of its shapes has it. */
function listFields({ properties = {}, required = [], anyOf = [] }: Schema): string[] {
  const own = Object.entries(properties).map(([name, schema]) => renderField(name, schema, required.includes(name)));
  return [...own, ...anyOf.flatMap(listFields)];
}

function renderField(name: string, schema: Schema, isRequired: boolean): string {
  const about = [schema.description, isRequired ? 'Required.' : ''].filter(Boolean).join(' ');
  return renderRow(`<code>${escapeHtml(name)}</code>`, escapeHtml(typeOf(schema)), escapeHtml(about));
}

function typeOf({ type, enum: values, items, anyOf }: Schema): string {
  if (values) return values.map((value) => JSON.stringify(value)).join(' or ');
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(' or ');
  return items ? `list of ${typeOf(items)}` : [type ?? 'any'].flat().join(' or ');
}

function renderTable(title: string, rows: readonly string[]): string {
  return rows.length === 0 ? '' : `<h3>${title}</h3><table>${rows.join('')}</table>`;
}

function renderRow(...cells: readonly string[]): string {
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
}

function idOf(method: string, path: string): string {
  return `${method}${path.replace(/[^a-z0-9]+/gi, '-')}`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
