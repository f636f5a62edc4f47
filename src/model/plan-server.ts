import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { findOnPath } from '../util/find-on-path.ts';
import { fingerprintFile, hashValue } from '../util/hash.ts';
import type { Fetch, Variables } from '../util/http-fetch.ts';
import type { HttpModelOptions } from './http-model.ts';
import { withoutProvider } from './model-name.ts';
import { adapterName, buildVllmCommand, findFreePort, flag, type ServerCommand, startServer } from './model-server.ts';

/** A server that will run from the first question to the end of the model. */
export interface PlannedServer {
  readonly baseUrl: string;
  /** The name under which it serves the model. */
  readonly modelId: string;
  /** What it wants as a key, if it was given one for this run. */
  readonly token?: string | undefined;
  readonly maxConcurrency?: number | undefined;
  /** What besides requests affects its answers. */
  readonly fingerprint?: string | undefined;
  /** Starts it, once. */
  start(): Promise<unknown>;
  stop(): Promise<void>;
}

interface Launch extends Pick<PlannedServer, 'token' | 'maxConcurrency' | 'fingerprint'> {
  readonly modelId: string;
  /** Undefined in a dry run on a machine that could not start it. */
  readonly command: ServerCommand | undefined;
}

/** Only `vllm` and `hf` have a server that can be started, and only if the program is installed. */
export async function planServer(input: HttpModelOptions, variables: Variables, fetch: Fetch): Promise<PlannedServer> {
  const { signal } = input.options;
  const { command, ...facts } =
    input.provider.backend === 'hf' ? await planWeights(input, variables) : await planVllm(input, variables);
  const port = command === undefined ? 8000 : await findFreePort();
  let started: ReturnType<typeof startServer> | undefined;
  return {
    ...facts,
    baseUrl: `http://127.0.0.1:${port}/v1`,
    start() {
      if (command) started ??= startServer({ ...command, port, fetch, signal });
      return started ?? Promise.resolve();
    },
    async stop() {
      const end = await started?.catch(() => undefined);
      await end?.();
    },
  };
}

async function planVllm(input: HttpModelOptions, variables: Variables): Promise<Launch> {
  const { provider, modelId, isGuessed, options } = input;
  const canStart = provider.backend === 'vllm';
  const program = canStart ? await findOnPath('vllm', variables) : undefined;
  if (program === undefined && !options.isDryRun) {
    if (isGuessed) throw withoutProvider(modelId);
    const also = canStart ? ', or install vLLM so that `vllm` is on PATH and a server can be started' : '';
    const message = `${provider.title} needs an address: pass --base-url http://HOST:PORT/v1${also}.`;
    throw new BigCodeBenchError('MODEL', message);
  }
  const command = program === undefined ? undefined : buildVllmCommand(program, modelId, options, variables);
  return { modelId: options.loraPath === undefined ? modelId : adapterName, command };
}

const script = fileURLToPath(new URL('../../python/weights/serve.py', import.meta.url));

/** Weights in a folder or on the hub, run by transformers in a Python process that only we can ask. */
async function planWeights({ modelId, options }: HttpModelOptions, variables: Variables): Promise<Launch> {
  const { localBatch = 1, cwd = '.', isDryRun } = options;
  const { revision, trustRemoteCode, tokenizerName, tokenizerLegacy, dtype, device, attnImplementation } = options;
  const folder = resolve(cwd, modelId);
  const isFolder = existsSync(folder);
  const token = randomBytes(16).toString('hex');
  const words = [
    ...['-I', script, isFolder ? folder : modelId],
    ...flag('--revision', revision),
    ...flag('--tokenizer', tokenizerName),
    ...flag('--dtype', dtype),
    ...flag('--device', device),
    ...flag('--attn-implementation', attnImplementation),
    ...flag('--batch', localBatch),
    ...(tokenizerLegacy ? ['--tokenizer-legacy'] : []),
    ...(trustRemoteCode ? ['--trust-remote-code'] : []),
  ];
  const program = isDryRun ? undefined : await options.findWeightsPython?.(variables);
  if (program === undefined && !isDryRun) {
    throw new BigCodeBenchError(
      'MODEL',
      'hf needs a Python with torch and transformers, or an address: pass --base-url.',
    );
  }
  const given = { ...variables, BCB_WEIGHTS_TOKEN: token };
  return {
    modelId,
    token,
    maxConcurrency: localBatch,
    fingerprint: hashValue({
      dtype,
      attnImplementation,
      tokenizerLegacy,
      files: isFolder ? describeFiles(folder) : null,
    }),
    command: program === undefined ? undefined : { title: 'The server for weights', program, words, variables: given },
  };
}

/** The files in a folder of weights. */
function describeFiles(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return paths.sort().map((path) => `${relative(folder, path)} ${fingerprintFile(path)}`);
}
