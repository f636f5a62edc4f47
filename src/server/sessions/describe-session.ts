import { z } from '@hono/zod-openapi';
import { visibleTestsOf } from '../../dataset/visible-tests.ts';
import { buildPrompt, resolvePromptSettings } from '../../prompt/build-prompt.ts';
import { textsOf } from '../../schema/prompt.ts';
import { splitSchema } from '../../schema/split.ts';
import type { Services } from '../services.ts';
import type { Session } from './sessions.ts';
import { toolsHere } from './tools.ts';

export const sessionSchema = z.object({
  session_id: z.string(),
  task_id: z.string(),
  split: splitSchema,
  prompt: z.string(),
  entry_point: z.string(),
  visible_tests: z.array(z.string()),
  tools: z.array(z.string()),
  interpreter: z.boolean().describe('Whether it holds one at present.'),
  calls: z.number().int(),
  cpu_ms: z.number(),
  result: z.object({ reward: z.number(), passed: z.boolean(), outcome: z.string() }).optional(),
});

export function describeSession(session: Session, services: Services): z.infer<typeof sessionSchema> {
  const { id, task, split, conversation, cost, result } = session;
  return {
    session_id: id,
    task_id: task.id,
    split,
    prompt: promptOf(session),
    entry_point: task.entryPoint,
    visible_tests: visibleTestsOf(task.test),
    tools: [...toolsHere(services)],
    interpreter: conversation?.isOpen ?? false,
    calls: cost.calls,
    cpu_ms: Math.round(cost.cpuMs),
    result,
  };
}

/** What models are shown of the task. */
export function promptOf({ task, split }: Pick<Session, 'task' | 'split'>): string {
  return textsOf(buildPrompt(task, resolvePromptSettings({ split, kind: 'chat' }))).join('\n');
}
