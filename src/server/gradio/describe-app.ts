/** What Gradio clients ask before they call: the app's components and its endpoints, as a stock server describes them. */
import type { ExecutorInfo } from '../../executor/executor.ts';
import { type GradioParameter, gradioApiNames, gradioParameters } from '../../upstream/gradio-wire.ts';

interface Component {
  readonly type: string;
  readonly label: string;
  /** JSON schema of its value. */
  readonly schema: object;
  readonly pythonType: string;
}

const number = (label: string): Component => ({ ...plain('number', 'float'), type: 'slider', label });
const text = (label: string): Component => ({ ...plain('string', 'str'), type: 'textbox', label });
const flag = (label: string): Component => ({ ...plain('boolean', 'bool'), type: 'checkbox', label });
const plain = (type: string, pythonType: string) => ({ schema: { type }, pythonType });
const oneOf = (label: string, ...words: string[]): Component => ({
  type: 'dropdown',
  label,
  schema: { type: 'string', enum: words },
  pythonType: `Literal[${words.map((word) => `'${word}'`).join(', ')}]`,
});

const fileSchema = {
  title: 'FileData',
  type: 'object',
  properties: {
    path: { title: 'Path', type: 'string' },
    orig_name: { title: 'Orig Name', anyOf: [{ type: 'string' }, { type: 'null' }], default: null },
    meta: { title: 'Meta', type: 'object' },
  },
  required: ['path'],
};

const inputs: Record<GradioParameter, Component> = {
  split: oneOf('BigCodeBench Split', 'complete', 'instruct'),
  subset: oneOf('BigCodeBench Subset', 'full', 'hard'),
  samples: { type: 'file', label: 'Samples Path (.jsonl)', schema: fileSchema, pythonType: 'filepath' },
  pass_k: text('Pass k Values (comma-separated)'),
  parallel: number('Number of Workers'),
  min_time_limit: number('Minimum Time Limit'),
  max_as_limit: number('Max AS Limit'),
  max_data_limit: number('Max Data Limit'),
  max_stack_limit: number('Max Stack Limit'),
  calibrated: flag('Calibrated'),
  check_gt_only: flag('Check GT Only'),
  no_gt: flag('No GT'),
  selective_evaluate: text('Selected Task IDs'),
};

const anyJson = { type: 'json', schema: { type: {}, description: 'any valid json' }, pythonType: 'Any' };
const outputs = ['Results', 'Eval Results'].map((label): Component => ({ ...anyJson, label }));

const inputIds = gradioParameters.map((_, index) => index);
const outputIds = outputs.map((_, index) => gradioParameters.length + index);

export interface DescribeOptions {
  /** The address as the caller knows it: the JavaScript client sends everything there. */
  readonly root: string;
  readonly maxFileBytes: number;
  readonly version: string;
  readonly executor: ExecutorInfo;
}

/** Every route but `config` is also served below this path, for clients since 1.4. */
export const gradioPrefix = '/gradio_api';

/** `GET config`. The version is that of the protocol spoken. */
export function describeConfig({ root, maxFileBytes, version, executor }: DescribeOptions) {
  const { fingerprint, level, engine, python } = executor;
  const components = [...gradioParameters.map(({ name }) => inputs[name]), ...outputs];
  return {
    version: '5.50.0',
    api_prefix: gradioPrefix,
    app_id: 1,
    mode: 'interface',
    title: 'BigCodeBench',
    dev_mode: false,
    is_space: false,
    is_colab: false,
    space_id: null,
    show_error: true,
    show_api: true,
    enable_queue: true,
    connect_heartbeat: false,
    protocol: 'sse_v3',
    max_file_size: maxFileBytes,
    root,
    components: components.map(({ type, label, schema }, id) => ({
      id,
      type,
      props: { name: type, label, visible: true },
      skip_api: false,
      component_class_id: type,
      key: null,
      api_info: schema,
      api_info_as_input: schema,
      api_info_as_output: schema,
    })),
    dependencies: gradioApiNames.map((name, id) => ({
      id,
      api_name: name,
      inputs: inputIds,
      outputs: outputIds,
      targets: [],
      backend_fn: true,
      js: null,
      queue: true,
      batch: false,
      max_batch_size: 4,
      cancels: [],
      types: { generator: false, cancel: false },
      collects_event_data: false,
      trigger_after: null,
      trigger_only_on_success: false,
      trigger_mode: 'once',
      show_api: true,
      api_visibility: 'public',
      show_progress: 'full',
      scroll_to_output: false,
      zerogpu: false,
      rendered_in: null,
      connection: 'sse',
      time_limit: null,
      stream_every: 0.5,
    })),
    // What tells our own client where programs run.
    bigcodebench: { version, fingerprint, level, engine, python },
  };
}

/** `GET info`: the same endpoint under the names that it has in Gradio 5 and 6. */
export function describeEndpoints() {
  const parameters = gradioParameters.map(({ name, fallback }) => ({
    ...describeValue(inputs[name]),
    parameter_name: name,
    parameter_has_default: fallback !== undefined,
    parameter_default: fallback ?? null,
    example_input: fallback ?? null,
  }));
  const endpoint = { parameters, returns: outputs.map(describeValue), show_api: true, api_visibility: 'public' };
  return {
    named_endpoints: Object.fromEntries(gradioApiNames.map((name) => [`/${name}`, endpoint])),
    unnamed_endpoints: {},
  };
}

function describeValue({ type, label, schema, pythonType }: Component) {
  const component = type.charAt(0).toUpperCase() + type.slice(1);
  return { label, type: schema, python_type: { type: pythonType, description: '' }, component };
}
