/** What the clients of the soak say, in every dialect, and what they must hear. */
import { Buffer } from 'node:buffer';
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { request } from 'undici';
import { type HostileRequest, listHostileRequests } from '../../src/server/testing/hostile-requests.ts';
import { additionTask } from '../../src/server/testing/real-server.ts';
import { callTheApp, playEpisode, workInSession, workOverMcp } from './dialects.ts';

/** What went wrong, by kind; none of it may happen. */
export interface Tally {
  requests: number;
  retries: number;
  cut: number;
  readonly faults: Map<string, number>;
}

export interface Client {
  readonly url: string;
  readonly token: string;
  readonly dispatcher: Dispatcher;
  readonly tally: Tally;
  /** From 0 to 1. */
  readonly random: () => number;
  /** A number that no other program has. */
  readonly next: () => number;
}

interface Program {
  readonly number: number;
  readonly code: string;
  readonly outcome: 'pass' | 'fail' | 'error' | 'timeout';
}

const test = `import unittest
class TestCases(unittest.TestCase):
    def test_a(self):
        self.assertEqual(task_func(), 1)
`;
const limits = { cpuMs: 1000, wallMs: 60_000 };
const hostile = listHostileRequests(additionTask.id);

const bodies: readonly (readonly [share: number, outcome: Program['outcome'], body: string])[] = [
  [0.5, 'pass', 'def task_func():\n    return 1'],
  [0.8, 'fail', 'def task_func():\n    return 2'],
  [0.995, 'error', 'raise ValueError("no")'],
  [1, 'timeout', 'while True: pass'],
];

/** One in two hundred never ends. Each prints its number, by which its result is known. */
function writeProgram({ random, next }: Client): Program {
  const number = next();
  const kind = random();
  const [, outcome, body] = bodies.find(([share]) => kind < share) ?? [1, 'pass', ''];
  return { number, code: `print(${number}, flush=True)\n${body}\n`, outcome };
}

const conversations = [
  executeOne,
  executeOne,
  executeMany,
  streamLines,
  runCode,
  runCode,
  submit,
  reward,
  getReward,
  verify,
  attack,
  attack,
  leave,
  look,
  workInSession,
  workOverMcp,
  playEpisode,
] as const;

/** One conversation; gives how many requests it was. */
export async function converse(client: Client): Promise<number> {
  const pick = conversations[Math.floor(client.random() * conversations.length)] ?? look;
  if (client.random() < 0.003) return evaluate(client);
  if (client.random() < 0.003) return callTheApp(client);
  return pick(client);
}

async function executeOne(client: Client): Promise<number> {
  const program = writeProgram(client);
  const id = client.random() < 0.5 ? `id-${program.number}` : program.number;
  const answer = await post(client, '/v1/executions', { id, code: program.code, test, limits });
  expectExecution(client, 'one', program, answer, id);
  return 1;
}

async function executeMany(client: Client): Promise<number> {
  const programs = Array.from({ length: 1 + Math.floor(client.random() * 8) }, () => writeProgram(client));
  // All have the same id: their order tells them apart.
  const jobs = programs.map(({ code }) => ({ id: 'same', code, test, limits }));
  const { executions = [] } = (await post(client, '/v1/executions', { jobs })) as { executions?: unknown[] };
  for (const [at, program] of programs.entries()) expectExecution(client, 'many', program, executions[at], 'same');
  return programs.length;
}

/** A few lines; now and then the client leaves in the middle. */
function streamLines(client: Client): Promise<number> {
  const count = 1 + Math.floor(client.random() * 20);
  const leavesAfter = client.random() < 0.1 ? Math.floor(client.random() * count) : Number.POSITIVE_INFINITY;
  return streamPrograms(client, count, leavesAfter);
}

/** Programs as lines, in pieces of any size and with pauses: each result must come once, under the id of its line. */
export async function streamPrograms(
  client: Client,
  count: number,
  leavesAfter = Number.POSITIVE_INFINITY,
): Promise<number> {
  const { random } = client;
  const programs = new Map(
    Array.from({ length: count }, () => writeProgram(client)).map((each) => [each.number, each]),
  );
  const text = [...programs.values()]
    .map(
      ({ number, code }) =>
        `${JSON.stringify({ id: number % 3 === 0 ? String(number) : number, code, test, limits })}\n`,
    )
    .join('');
  async function* pieces() {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; ) {
      const size = 1 + Math.floor(random() ** 3 * 4000);
      yield bytes.subarray(at, at + size);
      at += size;
      if (random() < 0.05) await new Promise((resolve) => setTimeout(resolve, random() * 100));
    }
  }
  const heard = new Set<number>();
  const response = await send(client, '/v1/executions', pieces(), {
    headers: { 'content-type': 'application/x-ndjson' },
  });
  let rest = '';
  try {
    for await (const piece of response.body) {
      const lines = (rest + piece.toString()).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const execution = JSON.parse(line) as { id: string | number };
        const number = Number(execution.id);
        const program = programs.get(number);
        if (program === undefined || heard.has(number)) note(client, 'lines: a result that nobody asked for, or twice');
        else expectExecution(client, 'lines', program, execution, number % 3 === 0 ? String(number) : number);
        heard.add(number);
      }
      if (heard.size > leavesAfter) {
        client.tally.cut++;
        response.body.destroy();
        return programs.size;
      }
    }
  } catch (error) {
    if (leavesAfter === Number.POSITIVE_INFINITY) note(client, `lines: ${describe(error)}`);
    return programs.size;
  }
  if (heard.size < programs.size) note(client, 'lines: a result is missing', programs.size - heard.size);
  return programs.size;
}

async function runCode(client: Client): Promise<number> {
  const number = client.next();
  const body = { code: `print(${number})`, language: 'python', run_timeout: 10 };
  const answer = (await post(client, '/run_code', body)) as { run_result?: { stdout?: string } };
  if (answer.run_result?.stdout !== `${number}\n`) note(client, `run_code: ${JSON.stringify(answer).slice(0, 200)}`);
  return 1;
}

async function submit(client: Client): Promise<number> {
  const { number, code, outcome } = writeProgram(client);
  const config = {
    run_timeout: 5,
    provided_data: { id: number, test, entry_point: 'task_func' },
    extra: { is_freeform: false },
  };
  const answer = await post(client, '/submit', { dataset: 'bigcodebench', id: number, completion: code, config });
  const { id, accepted } = answer as { id?: unknown; accepted?: unknown };
  if (id !== number || accepted !== (outcome === 'pass'))
    note(client, `submit: ${JSON.stringify(answer).slice(0, 200)}`);
  return 1;
}

export const right = (number: number) => `# ${number}\ndef task_func(a, b):\n    return a + b\n`;
export const wrong = (number: number) => `# ${number}\ndef task_func(a, b):\n    return a - b\n`;

async function reward(client: Client): Promise<number> {
  const expected = Array.from({ length: 1 + Math.floor(client.random() * 4) }, () => client.random() < 0.5);
  const samples = expected.map((isRight) => {
    const code = (isRight ? right : wrong)(client.next());
    return client.random() < 0.5 ? { solution: code } : { answer: `Sure:\n\`\`\`python\n${code}\`\`\`\n` };
  });
  const answer = (await post(client, '/v1/rewards', { task_id: additionTask.id, samples })) as {
    rewards?: { reward: number }[];
  };
  const given = answer.rewards?.map(({ reward: value }) => value === 1);
  if (JSON.stringify(given) !== JSON.stringify(expected))
    note(client, `rewards: ${JSON.stringify(answer).slice(0, 200)}`);
  return samples.length;
}

async function getReward(client: Client): Promise<number> {
  const isRight = client.random() < 0.5;
  const response = (isRight ? right : wrong)(client.next());
  const isSlime = client.random() < 0.5;
  const body = isSlime
    ? { prompt: 'x', response, label: additionTask.id }
    : { query: [`x${response}`], prompts: ['x'], labels: [additionTask.id] };
  const answer = await post(client, '/get_reward', body);
  const given = isSlime ? answer : (answer as { rewards?: number[] }).rewards?.[0];
  if (given !== (isRight ? 1 : 0)) note(client, `get_reward: ${JSON.stringify(answer).slice(0, 200)}`);
  return 1;
}

async function verify(client: Client): Promise<number> {
  const isRight = client.random() < 0.5;
  const text = `\`\`\`python\n${(isRight ? right : wrong)(client.next())}\`\`\``;
  const body = { response: { output: [{ content: [{ text }] }] }, verifier_metadata: { task_id: additionTask.id } };
  const answer = (await post(client, '/verify', body)) as { reward?: number };
  if (answer.reward !== (isRight ? 1 : 0)) note(client, `verify: ${JSON.stringify(answer).slice(0, 200)}`);
  return 1;
}

async function evaluate(client: Client): Promise<number> {
  const solutions = [right(client.next()), wrong(client.next())];
  const samples = solutions.map((solution) => ({ task_id: additionTask.id, solution }));
  let answer = await post(client, '/v1/evaluations', { samples, no_gt: true });
  const { id } = answer as { id?: string };
  for (let tries = 0; tries < 60; tries++) {
    answer = await get(client, `/v1/evaluations/${id}`);
    const { state } = answer as { state?: string };
    if (state !== 'waiting' && state !== 'running') break;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  const { state, done, passed } = answer as { state?: string; done?: number; passed?: number };
  if (state !== 'finished' || done !== 2 || passed !== 1)
    note(client, `evaluation: ${JSON.stringify(answer).slice(0, 200)}`);
  return 2;
}

async function attack(client: Client): Promise<number> {
  // Those of many megabytes take their sender a while.
  const isLarge = client.random() < 0.03;
  const corpus = isLarge ? hostile.large : hostile.small;
  const picked = corpus[Math.floor(client.random() * corpus.length)] as HostileRequest;
  const { path, method = 'GET', headers = {}, body, name } = picked;
  const { Host: _, Authorization: __, ...others } = headers;
  try {
    const response = await request(`${client.url}${path}`, {
      method: method as 'GET',
      headers: { ...others, authorization: `Bearer ${client.token}` },
      body: Array.isArray(body) ? Readable.from(body as readonly Uint8Array[]) : ((body ?? null) as string | null),
      dispatcher: client.dispatcher,
    });
    await response.body.dump();
    if (response.statusCode === 500) note(client, `${name}: ${response.statusCode}`);
  } catch (error) {
    // A body that is too large is not read to its end: its sender may be cut off.
    if (!isLarge) throw error;
  }
  return 1;
}

/** Sends a job and is gone before it is done. */
async function leave(client: Client): Promise<number> {
  const gone = AbortSignal.timeout(Math.ceil(client.random() * 50));
  const { code } = writeProgram(client);
  client.tally.cut++;
  await request(`${client.url}/v1/executions`, {
    method: 'POST',
    body: JSON.stringify({ code, test, limits }),
    headers: headersOf(client),
    dispatcher: client.dispatcher,
    signal: gone,
  })
    .then(({ body }) => body.dump())
    .catch(() => {});
  return 1;
}

async function look(client: Client): Promise<number> {
  for (const path of ['/v1/info', '/v1/tasks', '/v1/evaluations']) await get(client, path);
  return 3;
}

function expectExecution(client: Client, what: string, program: Program, answer: unknown, id: string | number): void {
  const execution = answer as { id?: unknown; outcome?: unknown; stdout?: unknown } | undefined;
  if (execution?.id !== id) note(client, `${what}: another id`);
  else if (execution.stdout !== `${program.number}\n`) note(client, `${what}: the output of another program, or none`);
  else if (execution.outcome !== program.outcome)
    note(client, `${what}: ${program.outcome} became ${execution.outcome}`);
}

export function note({ tally }: Client, fault: string, times = 1): void {
  tally.faults.set(fault, (tally.faults.get(fault) ?? 0) + times);
}

export function headersOf({ token }: Client) {
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json', prefer: 'wait=60' };
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name} ${error.message}`.slice(0, 100) : String(error);
}

const maxTries = 30;

/** As a trainer does: what is not done yet is asked for again. */
export async function post(client: Client, path: string, body: object): Promise<unknown> {
  for (let tries = 1; ; tries++) {
    const response = await send(client, path, JSON.stringify(body));
    const text = await response.body.text();
    const isAgain = response.statusCode === 503 || response.statusCode === 504;
    if (!isAgain || tries === maxTries) return parse(text);
    client.tally.retries++;
    await new Promise((resolve) => setTimeout(resolve, 200 * tries));
  }
}

export function send(
  client: Client,
  path: string,
  body: string | null | AsyncIterable<Uint8Array>,
  { method = 'POST', headers = {} }: { method?: 'POST' | 'GET' | 'DELETE'; headers?: Record<string, string> } = {},
) {
  const { url, dispatcher } = client;
  // A generator is a body to undici, which its types leave out.
  const options = { method, body: body as string, headers: { ...headersOf(client), ...headers }, dispatcher };
  return request(`${url}${path}`, options);
}

export async function get(client: Client, path: string): Promise<unknown> {
  const { url, dispatcher } = client;
  const response = await request(`${url}${path}`, { headers: headersOf(client), dispatcher });
  const text = await response.body.text();
  if (response.statusCode !== 200) note(client, `GET ${path.split('/').slice(0, 3).join('/')}: ${response.statusCode}`);
  return parse(text);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { unreadable: text.slice(0, 200) };
  }
}
