/** An agent as a model: any program that gets a prompt and answers in a folder of its own. See docs/guide/agents.md. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { usageError } from '../../error/bigcodebench-error.ts';
import type { Prompt } from '../../schema/prompt.ts';
import { lineUsageSchema } from '../../upstream/samples-file.ts';
import { resolveCacheFolder } from '../../util/cache-folder.ts';
import { sha256 } from '../../util/hash.ts';
import { parseJson } from '../../util/parse-json.ts';
import { requireRegularFile } from '../../util/regular-file.ts';
import { type ProgramResult, runProgram } from '../../util/run-program.ts';
import { isAbsent } from '../../util/system-error.ts';
import { type CustomAnswer, type CustomRequest, createFunctionModel } from '../custom-model.ts';
import type { Model } from '../model.ts';
import { ProviderError } from '../provider-error.ts';
import { RateLimiter } from '../rate-limiter.ts';
import type { ModelInput, ResolveModelOptions } from '../resolve-model.ts';
import { withRetry } from '../with-retry.ts';
import { boxAgent, canBoxAgents } from './agent-box.ts';
import { parseCommand } from './command-line.ts';

/** For starting an agent and for cleaning up after it. */
const graceMs = 60_000;
const maxFileBytes = 1 << 20;
const transcriptCharacters = 1 << 16;

const packageFolder = fileURLToPath(new URL('../../../', import.meta.url));

const unboxed =
  'The agent works without a sandbox, because bubblewrap is not installed or not allowed here: it can do whatever you can.';

const usageFileSchema = lineUsageSchema.and(
  z.object({ cost_usd: z.number().nonnegative().optional(), model: z.string().optional() }),
);

export async function createCommandModel({ modelId: command, options }: ModelInput): Promise<Model> {
  const { cwd = '.', variables = process.env, concurrency: maxConcurrency = 4, onNotice, onRetry } = options;
  const { requestTimeoutMs: timeoutMs = 600_000 } = options;
  const line = parseCommand(command, cwd);
  const named = pickVariables(options);
  const files = [...line.files, ...resolveFiles(options)];
  const hidden = listHidden(options);
  const isBoxed = !options.isDryRun && (await canBoxAgents(variables));
  if (!isBoxed && !options.isDryRun) onNotice?.(unboxed);

  const answer = async ({ task, prompt, signal }: CustomRequest): Promise<CustomAnswer> => {
    const folder = await mkdtemp(join(await realpath(tmpdir()), `bcb-${process.pid}-agent-`));
    try {
      const text = textOf(prompt);
      const places = { prompt_file: join(folder, 'prompt.md'), solution_file: join(folder, 'solution.py') };
      await writeFile(places.prompt_file, text);
      const words = line.words.map((word) =>
        Object.entries(places).reduce((filled, [name, path]) => filled.replaceAll(`{${name}}`, path), word),
      );
      const result = await runProgram(isBoxed ? boxAgent(words, { folder, files, hidden }) : words, {
        cwd: folder,
        variables: { PATH: variables.PATH, LANG: 'C.UTF-8', HOME: folder, TMPDIR: folder, ...named },
        stdin: command.includes('{prompt_file}') ? undefined : text,
        keptCharacters: maxFileBytes,
        timeoutMs,
        signal,
      });
      return await readAnswer(result, { folder, taskId: task.id, named, options });
    } finally {
      await rm(folder, { recursive: true, force: true }).catch(() => {});
    }
  };
  const model = createFunctionModel(answer, { maxConcurrency, drainMs: 10_000, fingerprintOf: () => line.fingerprint });
  const limiter = new RateLimiter({ maxConcurrency });
  return withRetry(
    { ...model, describe: async ({ prompt }) => ({ method: 'RUN', url: command, headers: {}, body: textOf(prompt) }) },
    { limiter, requestTimeoutMs: timeoutMs + graceMs, name: 'The agent', onRetry },
  );
}

/** What an agent left in its folder, without secrets. */
async function readAnswer(
  result: ProgramResult,
  { folder, taskId, named, options }: { folder: string; taskId: string; named: Named; options: ResolveModelOptions },
): Promise<CustomAnswer> {
  const { code, isLate, stdout, stderr } = result;
  const hide = (said: string) => hideValues(said, named);
  const [solution, told] = await Promise.all([readLeft(folder, 'solution.py'), readLeft(folder, 'usage.json')]);
  const isPrinted = solution === undefined && !isLate;
  const printed = hide(
    (isPrinted && code === 0 ? [stderr] : [stdout, stderr]).filter((part) => part.trim() !== '').join('\n'),
  );
  if (isPrinted && code !== 0) {
    const last = stderr.trimEnd().split('\n').at(-1)?.slice(-300);
    const advice = stderr.includes('bwrap: execvp') ? '; name folders with programs of yours with --agent-files' : '';
    const message = `The agent left no answer to ${taskId} (exit ${code}): ${last}${advice}${await keepTranscript(printed, options)}`;
    throw new ProviderError('bad-request', hide(message));
  }
  const used = usageFileSchema.safeParse(parseJson(told?.text ?? '{}'));
  const { cost_usd: costUsd, model, ...usage } = used.data ?? {};
  const end = printed.slice(-transcriptCharacters);
  return {
    text: hide(isPrinted ? stdout : (solution?.text ?? '')).slice(-maxFileBytes),
    reasoning: end || undefined,
    finishReason: isLate ? 'length' : 'stop',
    usage: Object.values(usage).some((value) => value !== undefined) ? usage : undefined,
    costUsd,
    responseModel: model,
    warnings: [
      ...(isLate ? ['Killed at its time limit: what it had left by then is its answer.'] : []),
      ...(end === printed ? [] : [`Of what it printed, the end is here${await keepTranscript(printed, options)}.`]),
      ...(code === 0 || isLate ? [] : [`It ended with exit code ${code}.`]),
      ...(used.success ? [] : ['usage.json is not what docs/guide/agents.md describes.']),
      ...[solution?.fault, told?.fault].filter((said) => said !== undefined),
    ],
  };
}

/** Gives a transcript a file where there is a folder for results, and tells which, as the end of a sentence. */
async function keepTranscript(text: string, { out, cwd = '.' }: ResolveModelOptions): Promise<string> {
  if (out === undefined || text === '') return '';
  const file = resolve(cwd, out, 'transcripts', `${sha256(text).slice(0, 16)}.txt`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  return `; all that it printed is in ${file}`;
}

/** A file that the agent left: its text, or why it is not read. */
async function readLeft(folder: string, name: string): Promise<{ text?: string; fault?: string } | undefined> {
  const path = join(folder, name);
  try {
    await requireRegularFile(path, maxFileBytes);
    return { text: await readFile(path, 'utf8') };
  } catch (error) {
    return isAbsent(error) ? undefined : { fault: `${name} was not read: ${String(error)}` };
  }
}

/** The conversation as one text; most have one message. */
function textOf(prompt: Prompt): string {
  if (prompt.form === 'completion') return prompt.text;
  const [first, ...others] = prompt.messages;
  if (first && others.length === 0) return first.content;
  return prompt.messages.map(({ role, content }) => `# ${role}\n\n${content.trim()}\n`).join('\n');
}

type Named = Readonly<Record<string, string>>;

function pickVariables({ agentEnv = [], variables = process.env }: ResolveModelOptions): Named {
  const absent = agentEnv.find((name) => variables[name] === undefined);
  if (absent) throw usageError(`--agent-env ${absent}: there is no such variable; set it or leave it out.`);
  return Object.fromEntries(agentEnv.map((name) => [name, variables[name] ?? '']));
}

function resolveFiles({ agentFiles = [], cwd = '.' }: ResolveModelOptions): string[] {
  const paths = agentFiles.map((file) => resolve(cwd, file));
  const absent = paths.find((path) => !existsSync(path));
  if (absent !== undefined) throw usageError(`--agent-files ${absent}: there is nothing at this path.`);
  return paths;
}

/** Wherever tasks with their tests may be. */
function listHidden({
  subset,
  datasetVersion,
  out,
  cwd = '.',
  variables = process.env,
}: ResolveModelOptions): string[] {
  const named = [subset, datasetVersion?.replace(/@\w+$/, ''), out, variables.BIGCODEBENCH_OVERRIDE_PATH];
  const paths = named.filter((path) => path !== undefined).map((path) => resolve(cwd, path));
  return [packageFolder, resolve(cwd), resolveCacheFolder(variables), ...paths];
}

/** Shorter values are no secrets, and may well be part of an answer. */
const shortestSecret = 12;

function hideValues(said: string, variables: Named): string {
  return Object.entries(variables)
    .filter(([, value]) => value.length >= shortestSecret)
    .reduce((text, [name, value]) => text.replaceAll(value, `[${name}]`), said);
}
