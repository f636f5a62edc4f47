import { expect, it } from 'vitest';
import { hideSecrets } from './create-command-executor.ts';

it.each([
  ['ssh host bcb worker --stdio', 'ssh host bcb worker --stdio'],
  ['API_KEY=sk-123 ssh host  bcb worker --stdio', 'API_KEY=… ssh host bcb worker --stdio'],
  ['docker run -i -e HF_TOKEN=abc image bcb worker --stdio', 'docker run -i -e HF_TOKEN=… image bcb worker --stdio'],
  ['kubectl --token abc exec -i pod -- bcb worker', 'kubectl --token … exec -i pod -- bcb worker'],
  ['kubectl --token=abc exec', 'kubectl --token=… exec'],
  ['proxy https://me:secret@host/x', 'proxy https://host/x'],
])('%s', (command, shown) => {
  expect(hideSecrets(command)).toBe(shown);
});
