import type { z } from 'zod';
import {
  type GradioParameter,
  gradioApiNames,
  gradioConfigSchema,
  gradioInfoSchema,
} from '../../upstream/gradio-wire.ts';
import { GradioFault, type GradioHttp } from './gradio-http.ts';

/** One evaluation app on a Gradio server, as a client needs to know it. */
export type GradioApp = Awaited<ReturnType<typeof openGradioApp>>;

/** Without these a chunk of samples cannot be evaluated on its own. */
const needed: readonly GradioParameter[] = ['samples', 'calibrated', 'selective_evaluate'];

/** Finds the evaluation's endpoint by its parameters, on Gradio 4, 5 or 6. */
export async function openGradioApp(address: string, http: GradioHttp, signal: AbortSignal) {
  const root = address.endsWith('/') ? address : `${address}/`;
  const get = <Value>(url: string, schema: z.ZodType<Value>) =>
    http.ask(url, { schema, otherwise: `${url} is not what a Gradio server answers`, signal });
  const config = await get(`${root}config`, gradioConfigSchema);
  const prefix = (config.api_prefix ?? '').replace(/^\/+|\/+$/g, '');
  /** Every route but `config` is below it. */
  const api = prefix === '' ? root : `${root}${prefix}/`;
  const endpoint = chooseEndpoint(await get(`${api}info?serialize=False`, gradioInfoSchema));
  if (endpoint === undefined) {
    const message = `${root} has no endpoint that takes ${needed.join(', ')}: it is not an evaluation server`;
    throw new GradioFault('not-gradio', message);
  }
  /** Its inputs in their order, each with what to send where we have nothing to say. */
  const { name, parameters } = endpoint;
  const index = config.dependencies.findIndex(({ api_name }) => api_name === name);
  /** Where it runs programs, when it is a server of ours. */
  const facts = config.bigcodebench;
  return { api, fnIndex: config.dependencies[index]?.id ?? index, parameters, facts };
}

/** The endpoint of the name that the original uses, else the only one with the parameters. */
function chooseEndpoint({ named_endpoints }: z.infer<typeof gradioInfoSchema>) {
  const fitting = Object.entries(named_endpoints).flatMap(([path, { parameters }]) => {
    const inputs = parameters.map((each) => ({ name: each.parameter_name ?? '', fallback: each.parameter_default }));
    const isFitting = needed.every((wanted) => inputs.some(({ name }) => name === wanted));
    return isFitting ? [{ name: path.replace(/^\//, ''), parameters: inputs }] : [];
  });
  const usual = gradioApiNames.flatMap((name) => fitting.filter((endpoint) => endpoint.name === name));
  return usual[0] ?? (fitting.length === 1 ? fitting[0] : undefined);
}
