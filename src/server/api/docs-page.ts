/** `/docs`: the API for people, made from the same document as `/openapi.json`. */
import { z } from 'zod';

const operationSchema = z.looseObject({ summary: z.string().default(''), description: z.string().default('') });

const documentSchema = z.looseObject({
  info: z.looseObject({ title: z.string(), version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({}))),
});

/** What others' clients use; their own documentation describes it. */
const dialects = [
  ['POST /run_code, /submit, /get_prompts …', 'SandboxFusion: the sandbox-fusion SDK and verl'],
  ['POST /get_reward', 'OpenRLHF and slime'],
  ['POST /verify', 'NeMo-Gym'],
  ['GET /config, /gradio_api …', "Gradio: the original's own bigcodebench.evaluate"],
] as const;

export function renderDocsPage(document: unknown): string {
  const { info, paths } = documentSchema.parse(document);
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => renderOperation(path, method, operation)),
  );
  const others = dialects.map(
    ([route, who]) => `<tr><td><code>${escapeHtml(route)}</code></td><td>${escapeHtml(who)}</td></tr>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(info.title)} API</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
code { background: #8882; padding: 0.1em 0.3em; }
pre { overflow: auto; background: #8882; padding: 1rem; font-size: 13px; }
td { padding: 0.2em 1em 0.2em 0; vertical-align: top; }
:root { color-scheme: light dark; }
</style>
</head>
<body>
<h1>${escapeHtml(info.title)} ${escapeHtml(info.version)}</h1>
<p>Described for programs in <a href="/openapi.json">openapi.json</a>. Metrics: <a href="/metrics">/metrics</a>.</p>
${operations.join('\n')}
<h2>Spoken for other clients</h2>
<table>${others.join('')}</table>
</body>
</html>
`;
}

function renderOperation(path: string, method: string, operation: unknown): string {
  const { summary, description, ...rest } = operationSchema.parse(operation);
  const details = JSON.stringify(rest, null, 2);
  return `<h2><code>${method.toUpperCase()} ${escapeHtml(path)}</code></h2>
<p>${escapeHtml(summary)}${description === '' ? '' : `. ${escapeHtml(description)}`}</p>
<details><summary>Schema</summary><pre>${escapeHtml(details)}</pre></details>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
