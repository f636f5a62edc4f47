/** What Gradio clients ask before they call: the app's components and its endpoints, as a stock server describes them. */
import { type GradioParameter, gradioApiNames, gradioParameters } from '../../upstream/gradio-wire.ts';
import { readJsonAsset } from '../../util/read-asset.ts';
import type { Services } from '../services.ts';

interface Component {
  readonly type: string;
  readonly label: string;
  /** JSON schema of its value. */
  readonly schema: object;
  readonly pythonType: string;
}

/** `dependency`: of each endpoint. */
interface GradioApp extends Readonly<Record<'config' | 'dependency', Readonly<Record<string, unknown>>>> {
  readonly inputs: Readonly<Record<GradioParameter, Component>>;
  readonly outputs: readonly Component[];
}

const { config, dependency, inputs, outputs } = readJsonAsset<GradioApp>('gradio-app.json');

/** Every route but `config` is also served below this path, for clients since 1.4. */
export const gradioPrefix = '/gradio_api';

/** Clients refuse larger files by themselves. */
export const maxFileBytes = 256 * 1024 * 1024;

/**
 * `GET config`. Its version is that of the protocol spoken; `root` is the address as the caller knows it: the JavaScript client
 * sends everything there.
 */
export function describeConfig(root: string, { version, executor }: Pick<Services, 'version' | 'executor'>) {
  const { fingerprint, level, engine, python } = executor.info;
  const components = [...gradioParameters.map(({ name }) => inputs[name]), ...outputs];
  return {
    ...config,
    api_prefix: gradioPrefix,
    max_file_size: maxFileBytes,
    root,
    components: components.map(({ type, label, schema }, id) => ({
      ...{
        id,
        type,
        props: { name: type, label, visible: true },
        skip_api: false,
        component_class_id: type,
        key: null,
      },
      api_info: schema,
      api_info_as_input: schema,
      api_info_as_output: schema,
    })),
    dependencies: gradioApiNames.map((name, id) => ({ id, api_name: name, ...dependency })),
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
