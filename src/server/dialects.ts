/** How errors are reported, by route: each client gets the shape it knows and a status it does not misread. */
import { type RenderFault, renderProblem } from './http/problem.ts';
import { RequestFault, toRequestFault } from './http/request-fault.ts';

interface Dialect {
  readonly render: RenderFault;
  /** Its clients count every status but 504 as a failed sample, so that is what "not now" must be. */
  readonly isBusy504?: boolean;
}

const own: Dialect = { render: renderProblem };

/** What FastAPI servers answer: SandboxFusion, NeMo-Gym, Gradio. */
const fastApi: Dialect = {
  isBusy504: true,
  render: ({ status, message, issues }) => {
    const detail = issues.map(({ path, message: msg }) => ({ type: 'value_error', loc: ['body', ...path], msg }));
    return { type: 'application/json', body: { detail: status === 422 && detail.length > 0 ? detail : message } };
  },
};

/** By the first part of the path. */
const dialects: Readonly<Record<string, Dialect>> = {
  ...{ run_code: fastApi, submit: fastApi, list_datasets: fastApi, list_ids: fastApi, get_prompts: fastApi },
  ...{ get_prompt_by_id: fastApi, get_metrics: fastApi, get_metrics_function: fastApi },
  ...{ config: fastApi, info: fastApi, upload: fastApi, queue: fastApi, heartbeat: fastApi, cancel: fastApi },
  ...{ reset: fastApi, call: fastApi, gradio_api: fastApi },
  ...{ verify: fastApi, seed_session: fastApi, reverify_mode: fastApi, get_reward: fastApi },
};

/** The response to a failed request, in the dialect of the route. */
export function respondInDialect(error: unknown, path: string): Response {
  const dialect = dialects[path.split('/')[1] ?? ''] ?? own;
  const fault = toRequestFault(error);
  const told =
    dialect.isBusy504 && fault.status === 503
      ? new RequestFault(504, fault.message, { headers: fault.headers })
      : fault;
  const { body, type } = dialect.render(told);
  return new Response(JSON.stringify(body), {
    status: told.status,
    headers: { ...told.headers, 'Content-Type': type },
  });
}
