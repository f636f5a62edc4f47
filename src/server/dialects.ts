/** How errors are reported, by route: each client gets the shape it knows and a status it does not misread. */
import { type RequestFault, toProblem, toRequestFault } from './http/request-fault.ts';

/** First parts of the paths where clients expect what FastAPI answers: SandboxFusion, NeMo-Gym, Gradio and trainers. */
const fastApiRoutes = new Set([
  ...['run_code', 'submit', 'list_datasets', 'list_ids', 'get_prompts', 'get_prompt_by_id'],
  ...['get_metrics', 'get_metrics_function', 'verify', 'seed_session', 'reverify_mode', 'aggregate_metrics'],
  ...['get_reward', 'run_python', 'run_visible_tests', 'openenv'],
  ...['config', 'info', 'upload', 'queue', 'heartbeat', 'cancel', 'reset', 'call', 'gradio_api'],
]);

/** The response to a failed request, in the dialect of the route. */
export function respondInDialect(error: unknown, path: string): Response {
  const fault = toRequestFault(error);
  const isFastApi = fastApiRoutes.has(path.split('/')[1] ?? '');
  const type = isFastApi ? 'application/json' : 'application/problem+json';
  const body = isFastApi ? { detail: detailOf(fault) } : toProblem(fault);
  // Their clients count every status but 504 as a failed sample, so that is what "not now" must be.
  const status = isFastApi && fault.status === 503 ? 504 : fault.status;
  return new Response(JSON.stringify(body), { status, headers: { ...fault.headers, 'Content-Type': type } });
}

/** A list of the fields that do not fit, or a sentence. */
function detailOf({ status, message, issues }: RequestFault) {
  if (status !== 422 || issues.length === 0) return message;
  return issues.map(({ path, message: msg }) => ({ type: 'value_error', loc: ['body', ...path], msg }));
}
