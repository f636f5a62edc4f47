/** `/docs`: the API for people, made from the same document as `/openapi.json`. */
import type { OpenAPIHono } from '@hono/zod-openapi';
import { fillAsset, readJsonAsset } from '../../util/read-asset.ts';

/** The parts of JSON Schema that the API uses. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
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

type Route = Operation & Readonly<Record<'path' | 'method', string>>;

/** Requests to try, by the address they are sent to; and what others' clients use, which their own documentation describes. */
const { examples, dialects } = readJsonAsset<{
  readonly examples: Readonly<Record<string, readonly string[]>>;
  readonly dialects: readonly { readonly name: string; readonly who: string; readonly paths: readonly string[] }[];
}>('api-examples.json');

export function renderDocsPage({ info, paths = {} }: ReturnType<OpenAPIHono['getOpenAPI31Document']>): string {
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, about]): Route => ({ path, method, ...about })),
  );
  // What takes a body is what people come for; one line says all there is to say about the others.
  const main = routes.filter(({ requestBody }) => requestBody !== undefined);
  const others = routes.filter(({ requestBody }) => requestBody === undefined);
  const contents = [...main, { path: 'others', method: '', summary: 'Further requests' }].map(
    (route) => `<li><a href="#${idOf(route)}">${escapeHtml(route.summary ?? route.path)}</a></li>`,
  );
  const lines = others.map((route) => renderRow(`<code>${nameOf(route)}</code>`, renderText(route.summary)));
  const spoken = dialects.map(
    ({ name, who, paths: known }) => `<h3>${name}</h3><p>${escapeHtml(who)}</p>${known.map(renderExamples).join('')}`,
  );
  return fillAsset('api-docs.html', {
    title: escapeHtml(info.title),
    version: escapeHtml(info.version),
    description: escapeHtml(info.description ?? ''),
    contents: contents.join(''),
    requests: main.map(renderRoute).join('\n'),
    others: renderTable('', lines),
    dialects: spoken.join(''),
  });
}

function renderRoute(route: Route): string {
  const { path, summary = path, description, requestBody, responses = {} } = route;
  const schemas = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => (schema ? listShapes(schema) : []));
  const tables = new Map(schemas.map((schema) => [titleOf(schema), listFields(schema)]));
  const answers = Object.entries(responses).map(([status, { description: about }]) =>
    renderRow(status === 'default' ? 'otherwise' : status, renderText(about)),
  );
  return `<section id="${idOf(route)}"><h2>${escapeHtml(summary)}</h2>
<p><code>${nameOf(route)}</code></p><p>${renderText(description)}</p>
${renderExamples(path)}${[...tables].map(([title, rows]) => renderTable(title, rows)).join('')}${renderTable('Answers', answers)}</section>`;
}

const nameOf = ({ method, path }: Route): string => `${method.toUpperCase()} ${escapeHtml(path)}`;

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

const renderRow = (...cells: readonly string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;

const idOf = ({ method, path }: Route): string => `${method}${path.replace(/[^a-z0-9]+/gi, '-')}`;

/** Text in which words between backticks are code. */
const renderText = (text = ''): string => escapeHtml(text).replace(/`([^`]*)`/g, '<code>$1</code>');

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
