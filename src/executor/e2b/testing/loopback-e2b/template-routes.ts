import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { readBody, sendJson } from './messages.ts';

export interface TemplateBuild {
  readonly name: string;
  readonly cpuCount: number | undefined;
  readonly memoryMb: number | undefined;
  /** Sizes of the archives that were uploaded, by the hash of their files. */
  readonly uploads: Map<string, number>;
  /** What is built, once it was asked for. */
  instructions: unknown;
}

type TemplateRoutes = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void>;

const requestSchema = z.object({
  name: z.string(),
  cpuCount: z.number().optional(),
  memoryMB: z.number().optional(),
});

/** The part of the API that makes templates. Nothing is built: a template of that name exists from then on. */
export function createTemplateRoutes(known: Set<string>): {
  readonly routes: TemplateRoutes;
  readonly builds: readonly TemplateBuild[];
} {
  const builds: TemplateBuild[] = [];
  const routes: TemplateRoutes = async (request, response, url) => {
    const parts = url.pathname.split('/').filter((part) => part !== '' && !/^v\d$/.test(part));
    const [kind, id = '', what, hash = ''] = parts;
    const readJson = async (): Promise<unknown> => JSON.parse((await readBody(request)).toString());
    if (kind !== 'templates') return sendJson(response, 404, { code: 404, message: `no route ${url.pathname}` });
    if (id === '') {
      const { name, cpuCount, memoryMB } = requestSchema.parse(await readJson());
      builds.push({ name, cpuCount, memoryMb: memoryMB, uploads: new Map(), instructions: undefined });
      const template = String(builds.length - 1);
      return sendJson(response, 202, { templateID: template, buildID: 'b', public: false, aliases: [name], tags: [] });
    }
    if (id === 'aliases') {
      const alias = decodeURIComponent(what ?? '');
      if (known.has(alias)) return sendJson(response, 200, { templateID: alias, public: false });
      return sendJson(response, 404, { code: 404, message: 'no such template' });
    }
    const build = builds[Number(id)];
    if (build === undefined) return sendJson(response, 404, { code: 404, message: 'no such template' });
    if (what === 'files' && request.method === 'GET') {
      const upload = `http://${request.headers.host}/templates/${id}/files/${hash}`;
      return sendJson(response, 201, { present: build.uploads.has(hash), url: upload });
    }
    if (what === 'files') {
      build.uploads.set(hash, (await readBody(request)).length);
      return void response.writeHead(200).end();
    }
    if (request.method === 'POST') {
      build.instructions = await readJson();
      return void response.writeHead(202, { 'content-length': '0' }).end();
    }
    known.add(build.name);
    sendJson(response, 200, { templateID: id, buildID: 'b', status: 'ready', logEntries: [], logs: [] });
  };
  return { routes, builds };
}
