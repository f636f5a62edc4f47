/** Agents that are asked like models: their runs, what they cost, and what is not asked twice. */
import { chmod, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRunPlace } from '../../src/cli/testing/run-place.ts';

const agent = `#!/bin/sh
prompt=$(cat)
echo "effort $1 on $prompt" >&2
case "$1 $prompt" in
  "fail "*1*) [ -e "$2/mended" ] || exit 7 ;;
  "high "*) body='return 1' ;;
  *) body='raise' ;;
esac
printf 'def task_func():\\n    %s\\n' "$body" > solution.py
printf '{"input_tokens": 100, "output_tokens": 20, "cost_usd": 0.5}' > usage.json
`;

async function createAgentPlace() {
  const place = await createRunPlace();
  const writeAgent = async (text: string) => {
    await place.write('agent.sh', text);
    await chmod(join(place.path, 'agent.sh'), 0o755);
  };
  await writeAgent(agent);
  /** The answers in the log of each run. */
  const countAnswers = async () => {
    const folders = (await place.runs()).map((id) => join(place.path, 'bcb_results/runs', id, 'journal.jsonl'));
    const logs = await Promise.all(folders.map((path) => readFile(path, 'utf8')));
    return logs.map((log) => log.split('\n').filter((line) => line.includes('"type":"answer"')).length);
  };
  return { ...place, writeAgent, countAnswers };
}

const words = ['--split', 'instruct', '--json'];

describe('bcb run --model command:…', () => {
  it('keeps two agents apart that differ in an argument, and asks neither twice', async () => {
    await using place = await createAgentPlace();
    const models = ['--model', 'command:./agent.sh high', '--model', 'command:./agent.sh "low, or less"'];
    const first = JSON.parse((await place.run([...models, ...words])).out).runs;
    expect(first.map((run: Record<string, unknown>) => [run.model, run['pass@1']])).toEqual([
      ['command:./agent.sh high', 1],
      ['command:./agent.sh "low, or less"', 0],
    ]);
    const samples = (await readdir(join(place.path, 'bcb_results'))).filter((name) => name.endsWith('.jsonl')).sort();
    expect(samples).toEqual([
      expect.stringMatching(/^agent\.sh-high-[0-9a-f]{8}--main--bigcodebench-tasks-instruct--command-0-1-/),
      expect.stringMatching(/^agent\.sh-low-or-less-[0-9a-f]{8}--main--/),
    ]);
    const [line = ''] = (await readFile(join(place.path, 'bcb_results', samples[0] ?? ''), 'utf8')).split('\n');
    expect(JSON.parse(line)).toMatchObject({ reasoning: expect.stringContaining('effort high on') });
    expect(await place.countAnswers()).toEqual([3, 3]);
    await place.run([...models, ...words]);
    expect(await place.countAnswers()).toEqual([3, 3]);
    await place.writeAgent(`${agent}# edited\n`);
    await place.run(['--model', 'command:./agent.sh high', ...words]);
    expect((await place.countAnswers()).toSorted()).toEqual([3, 6]);
  });

  it('leaves a hole where the agent fails, asks only for that later, and tells what it said it cost', async () => {
    await using place = await createAgentPlace();
    const state = join(place.path, 'state');
    await mkdir(state);
    const asked = ['--model', `command:./agent.sh fail ${state}`, '--agent-files', state, ...words];
    await expect(place.run(asked)).rejects.toMatchObject({ code: 'INCOMPLETE' });
    expect(await place.countAnswers()).toEqual([2]);
    await place.write('state/mended', '');
    const { out } = await place.run(asked);
    expect(await place.countAnswers()).toEqual([3]);
    expect(JSON.parse(out).runs).toMatchObject([{ cost_usd: 1.5 }]);
  });
});
