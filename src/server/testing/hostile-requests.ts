/** Requests that would keep a careless server busy for seconds, or fill its memory. None may hold the event loop. */

export interface HostileRequest {
  readonly name: string;
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A list is sent piece by piece. */
  readonly body?: string | Uint8Array<ArrayBuffer> | readonly Uint8Array[];
}

const json = (name: string, path: string, value: unknown): HostileRequest => ({
  name,
  path,
  method: 'POST',
  body: JSON.stringify(value),
  headers: { 'Content-Type': 'application/json' },
});

const raw = (name: string, path: string, body: NonNullable<HostileRequest['body']>, type = 'application/json') => ({
  name,
  path,
  method: 'POST',
  body,
  headers: { 'Content-Type': type },
});

const fill = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length));
const bytes = (text: string) => new TextEncoder().encode(text);

/** Texts that parsers and patterns are slow on, of some length. */
const slowTexts: Readonly<Record<string, (length: number) => string>> = {
  comments: (length) => fill('#\n', length),
  backslashes: (length) => fill('\\\n', length),
  decorators: (length) => fill('@x\n', length),
  newlines: (length) => fill('\n', length),
  'white space': (length) => fill(' ', length),
  'open brackets': (length) => fill('(', length),
  attributes: (length) => `x${fill('.x', length)}`,
  quotes: (length) => fill(`"'`, length),
  'marks of thinking': (length) => fill('<think>\n', length),
  'open fences': (length) => fill('```\n', length),
  'a fence and tabs': (length) => `\`\`\`${fill('\t', length)}\``,
  'one line': (length) => fill('x', length),
  definitions: (length) => fill('def task_func(a=1): pass\n', length),
};

/** Names that are patterns. */
const names = ['(x+x+)+y', '(a+)+$', '(', '(?:a|a)*b', '.*.*.*=', '\\', '[', '__proto__', 'constructor', '\0', '😀'];

function listSlowAnswers(taskId: string): HostileRequest[] {
  return Object.entries(slowTexts).flatMap(([name, make]) => {
    const [short, long] = [make(2000), make(6000)];
    const submit = { dataset: 'bigcodebench', id: taskId, config: {} };
    return [
      json(`${name} in a short completion`, '/submit', { ...submit, completion: short }),
      json(`${name} in a long completion`, '/submit', { ...submit, completion: long }),
      json(`${name} in answers`, '/v1/rewards', { task_id: taskId, samples: [{ answer: short }, { answer: long }] }),
      json(`${name} in a program`, '/v1/executions', { code: short, test: long }),
      json(`${name} in a long program`, '/v1/executions', { code: long, test: 't' }),
      json(`${name} in a query`, '/get_reward', { query: [long], prompts: [short], labels: [taskId] }),
      json(`${name} in a response`, '/verify', { response: { output_text: long }, verifier_metadata: { test: 't' } }),
    ];
  });
}

function listNames(): HostileRequest[] {
  return names.flatMap((name) => [
    json(`${name} as a message`, '/mcp', { jsonrpc: '2.0', id: name, method: name, params: { name } }),
    json(`${name} as a session`, '/v1/sessions', { task_id: name, split: name }),
    json(`${name} as an episode`, '/openenv/step', { episode_id: name, action: { solution: name } }),
    json(`${name} as entry point`, '/submit', {
      dataset: 'bigcodebench',
      id: name,
      completion: `def ${fill('a', 40)}\ndef ${fill('x', 40)}`,
      config: { provided_data: { test: 't', entry_point: name } },
    }),
    json(`${name} as label`, '/get_reward', { response: 'x', label: `{"task_id": ${JSON.stringify(name)}}` }),
    json(`${name} as file`, '/run_code', { code: '1', language: 'python', files: { [name]: '' }, fetch_files: [name] }),
    { name: `${name} in a path`, path: `/v1/tasks/${encodeURIComponent(name)}` },
  ]);
}

function listLargeBodies(taskId: string): HostileRequest[] {
  const many = 150_000;
  return [
    raw('deep JSON', '/run_code', fill('[', 500_000)),
    raw('deep objects', '/run_code', fill('{"a":', 500_000)),
    raw('very deep JSON', '/v1/executions', fill('[', 8_000_000)),
    raw('many numbers', '/v1/executions', `[${fill('0,', 4_000_000)}0]`),
    raw('many keys', '/run_code', `{${Array.from({ length: many }, (_, key) => `"${key}":0`).join(',')}}`),
    raw('a large string', '/run_code', JSON.stringify(fill('x', 30_000_000))),
    raw('a large escaped string', '/run_code', `"${fill('\\"', 20_000_000)}"`),
    raw('a large string of other letters', '/run_code', JSON.stringify(fill('ü', 8_000_000))),
    raw('large and no JSON', '/run_code', fill('x', 30_000_000)),
    raw('large and no text', '/run_code', new Uint8Array(30_000_000).fill(0xff)),
    json('wrong jobs', '/v1/executions', { jobs: Array.from({ length: 10_000 }, () => ({ code: 1 })) }),
    json('too many jobs', '/v1/executions', { jobs: Array.from({ length: many }, () => 0) }),
    json('right jobs', '/v1/executions', {
      jobs: Array.from({ length: 2000 }, (_, id) => ({ id, code: `x = ${id}`, test: 't' })),
    }),
    json('wrong samples', '/v1/rewards', { task_id: taskId, samples: Array.from({ length: many }, () => 0) }),
    json('right samples', '/v1/rewards', {
      task_id: taskId,
      samples: Array.from({ length: 1000 }, (_, id) => ({ answer: `def task_func():\n    return ${id}` })),
    }),
    json('wrong queries', '/get_reward', { query: Array.from({ length: many }, () => 0), labels: [] }),
    json('many parts', '/verify', {
      response: { output: [{ content: Array.from({ length: 60_000 }, () => ({ text: 'x' })) }] },
    }),
    json('many files', '/run_code', {
      code: '1',
      language: 'python',
      files: Object.fromEntries(Array.from({ length: 50_000 }, (_, id) => [`../${id}`, 'no base64!'])),
    }),
    json('many rows', '/submit', {
      dataset: 'bigcodebench',
      id: 'x',
      completion: '',
      config: { provided_data: Array.from({ length: 50_000 }, () => ({ test: 't' })) },
    }),
    json('many results', '/get_metrics', {
      dataset: 'bigcodebench',
      results: Array.from({ length: 90_000 }, () => ({ accepted: 1 })),
    }),
    json('a large program', '/v1/executions', { code: fill('x = 1\n', 12_000_000), test: 't' }),
    json('wrong samples of an evaluation', '/v1/evaluations', { samples: Array.from({ length: many }, () => ({})) }),
    json('many tasks selected', '/v1/evaluations', {
      samples: [{ task_id: taskId }],
      select: Array.from({ length: many }, () => 'x'),
    }),
    json('many k', '/v1/evaluations', {
      samples: [{ task_id: taskId }],
      pass_k: Array.from({ length: many }, () => 1),
    }),
    json('many rollouts of one task', '/aggregate_metrics', {
      verify_responses: Array.from({ length: 99_998 }, () => ({ reward: 0 })),
    }),
    json('rollouts of many tasks', '/aggregate_metrics', {
      verify_responses: Array.from({ length: 15_000 }, (_, at) => ({ reward: 1, _ng_task_index: at, [`x${at}`]: 1 })),
    }),
    json('a large label', '/get_reward', { response: 'x', label: `{"x":"${fill('x', 7_000_000)}"}` }),
    json('many labels', '/get_reward', {
      query: Array.from({ length: 500 }, () => 'x'),
      labels: Array.from({ length: 500 }, () => `{"task_id":"${taskId}","x":[${fill('0,', 60_000)}0]}`),
    }),
    json('a program of imports', '/v1/executions', { code: `import ${fill('a,', 9_000_000)}b`, test: 't' }),
    json('tests of imports', '/v1/executions', { code: '', test: fill('import a,b\n', 2_000_000) }),
    json('a script that is too large', '/run_code', { code: fill('import a,b\n', 31_000_000), language: 'python' }),
    json('a prompt of definitions', '/verify', {
      response: { output_text: '```python\nx\n```' },
      verifier_metadata: { test: 't', code_prompt: fill('def f(): pass\n', 31_000_000) },
    }),
    json('a shorter prompt of definitions', '/verify', {
      response: { output_text: '```python\nx\n```' },
      verifier_metadata: { test: 't', code_prompt: fill('def f(): pass\n', 260_000) },
    }),
    json('tasks in a long text', '/v1/evaluations', { samples: [{ task_id: taskId }], select: fill('0,', 30_000_000) }),
    json('tasks in a text', '/v1/evaluations', { samples: [{ task_id: taskId }], select: fill('0,', 190_000) }),
    json('a long subset', '/v1/evaluations', { samples: [{ task_id: taskId }], subset: fill('x', 30_000_000) }),
    json('a message with many parameters', '/mcp', {
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'submit', arguments: { solution: fill('x', 10_000_000) } },
    }),
    json('a large name of an episode', '/openenv/reset', { episode_id: fill('x', 10_000_000), task_id: taskId }),
    json('a large step', '/openenv/step', { episode_id: 'x', action: { solution: fill('x', 20_000_000) } }),
    json('a large call', '/v1/sessions/x/run_python', { code: fill('x\n', 20_000_000) }),
    json('a session with a long name', '/queue/join', { data: [], session_hash: fill('x', 1_000_000) }),
    json('tasks selected by a long text', '/queue/join', {
      data: ['complete', 'full', null, '1', 0, 1, 0, 0, 0, true, true, true, fill('([,', 500_000)],
      session_hash: 's',
    }),
    json('tasks selected by a very long text', '/queue/join', {
      data: ['complete', 'full', null, fill('1,', 10_000_000), 0, 1, 0, 0, 0, true, true, true, fill('0,', 20_000_000)],
      session_hash: 's',
    }),
    { name: 'thousands of sessions', path: '/v1/sessions' },
  ];
}

function listStreams(): HostileRequest[] {
  const lines = 'application/x-ndjson';
  return [
    raw('blank lines', '/v1/executions', fill('\n', 3_000_000), lines),
    raw('lines of blanks', '/v1/executions', fill(' \n', 1_000_000), lines),
    raw('one long line', '/v1/executions', fill('x', 20_000_000), lines),
    raw('a line that is too long', '/v1/executions', fill('x', 36_000_000), lines),
    raw('a deep line', '/v1/executions', `${fill('[', 100_000)}\n`, lines),
    raw('many lines', '/v1/executions', fill('{"code":"x","test":"t"}\n', 50_000), lines),
    raw(
      'byte by byte',
      '/v1/executions',
      Array.from({ length: 5000 }, () => bytes('x')),
      lines,
    ),
    raw(
      'a large piece, then byte by byte',
      '/v1/executions',
      [bytes(fill('x', 10_000_000)), ...Array.from({ length: 2000 }, () => bytes('x'))],
      lines,
    ),
    raw('samples of blank lines', '/v1/evaluations?missing=skip', fill('\n', 3_000_000), lines),
    raw('samples that are none', '/v1/evaluations?missing=skip', fill('{"task_id":"x"}\n', 1_000_000), lines),
    raw('an upload of nothing', '/upload', fill('\r\n--x', 1_000_000), 'multipart/form-data; boundary=x'),
    raw(
      'an upload of many parts',
      '/upload',
      fill('--x\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\n1\r\n', 500_000),
      'multipart/form-data; boundary=x',
    ),
    raw('an upload without a boundary', '/upload', fill('x', 1_000_000), 'multipart/form-data; boundary='),
  ];
}

function listHeaders(): HostileRequest[] {
  const long = 12_000;
  return [
    ...['/v1/info', '/v1/evaluations/x', '/v1/evaluations/x/events'].flatMap((path) => [
      { name: 'a long Prefer', path, headers: { Prefer: `${fill('wait=', long)}9` } },
      { name: 'much time', path, headers: { Prefer: `wait=${fill('9', long)}` } },
      { name: 'a long Last-Event-ID', path, headers: { 'Last-Event-ID': fill('9', long) } },
      { name: 'long credentials', path, headers: { Authorization: `Basic ${fill('A', long)}` } },
      { name: 'much white space', path, headers: { Authorization: `Bearer${fill(' ', long)}x` } },
      { name: 'a long Origin', path, headers: { Origin: fill('http://', long) } },
      { name: 'a long Host', path, headers: { Host: fill(':1', long) } },
    ]),
    {
      name: 'a long type',
      path: '/run_code',
      method: 'POST',
      body: '{}',
      headers: { 'Content-Type': fill('a+', long) },
    },
    { name: 'a long path', path: `/${fill('a/', long)}` },
    { name: 'a path of slashes', path: fill('/', long) },
    { name: 'an escaped path', path: `/v1/tasks/${fill('%2F', long)}` },
    { name: 'a broken escape', path: `/v1/tasks/${fill('%E0%A4', long)}` },
    { name: 'a long query', path: `/v1/info?${fill('a=1&', long)}` },
    { name: 'a long session', path: `/queue/data?session_hash=${fill('x', long)}` },
  ];
}

/** The corpus; `taskId` is a task that the server has. What is large takes its sender a while, too. */
export function listHostileRequests(taskId: string): {
  readonly small: readonly HostileRequest[];
  readonly large: readonly HostileRequest[];
} {
  const small = [...listSlowAnswers(taskId), ...listNames(), ...listHeaders()];
  return { small, large: [...listLargeBodies(taskId), ...listStreams()] };
}

/** The request as a client sends it. */
export function toRequest({ path, method = 'GET', headers = {}, body }: HostileRequest): Request {
  const init: RequestInit & { duplex?: 'half' } = { method, headers };
  if (Array.isArray(body)) {
    const pieces = [...(body as readonly Uint8Array[])].values();
    init.duplex = 'half';
    init.body = new ReadableStream({
      pull(controller) {
        const { done, value } = pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    });
  } else if (body !== undefined) {
    init.body = body as string | Uint8Array<ArrayBuffer>;
  }
  return new Request(`http://127.0.0.1${path}`, init);
}
