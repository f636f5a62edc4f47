import type { TestServer } from '../../testing/open-server.ts';

/** Three answers, the second of them wrong. */
export const samples = [
  { task_id: 'BigCodeBench/0', solution: 'right' },
  { task_id: 'BigCodeBench/1', solution: 'wrong é' },
  { task_id: 'BigCodeBench/2', solution: 'right too' },
]
  .map((sample) => `${JSON.stringify(sample)}\n`)
  .join('');

export const fileName = 'model--main--bigcodebench-complete--openai-0-1-sanitized_calibrated.jsonl';

/** The calls that a client makes, one by one. */
export function converse({ request }: Pick<TestServer, 'request'>, prefix = '/gradio_api') {
  const upload = async (text = samples, name = fileName) => {
    const body = new FormData();
    body.append('files', new Blob([text]), name);
    const response = await request(`${prefix}/upload`, { method: 'POST', body });
    return ((await response.json()) as string[])[0] ?? '';
  };
  const join = (data: readonly unknown[], session = 's1') =>
    request(`${prefix}/queue/join`, { json: { data, fn_index: 0, session_hash: session } });
  const stream = async (session = 's1') => {
    const response = await request(`${prefix}/queue/data?session_hash=${session}`);
    const blocks = (await response.text()).split('\n\n').filter((block) => block !== '');
    return blocks.map((block) => JSON.parse(block.replace(/^data: /, '')) as Record<string, unknown>);
  };
  const argumentsFor = (path: string, changes: Record<number, unknown> = {}) => {
    const data = [
      'complete',
      'full',
      { path, meta: { _type: 'gradio.FileData' } },
      '1,5,10',
      -1,
      1,
      30720,
      30720,
      10,
      true,
      false,
      false,
      '',
    ];
    return data.map((value, index) => (index in changes ? changes[index] : value));
  };
  return { upload, join, stream, argumentsFor };
}

/** A whole conversation: upload, join, listen. */
export async function evaluate(server: TestServer, changes: Record<number, unknown> = {}) {
  const { upload, join, stream, argumentsFor } = converse(server);
  const joined = await join(argumentsFor(await upload(), changes));
  if (joined.status !== 200) return { status: joined.status, detail: await joined.json() };
  const messages = await stream();
  const completed = messages.find(({ msg }) => msg === 'process_completed');
  return { status: 200, messages, completed, data: (completed?.output as { data?: unknown[] } | undefined)?.data };
}
