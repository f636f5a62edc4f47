import type { Split } from '../../../../src/schema/task.ts';
import type { SampleDocument } from '../../../../src/schema/view/sample-document.ts';
import type { TaskDocument } from '../../../../src/schema/view/task-document.ts';
import { CodeView } from '../../code/code-view.tsx';
import { LongText } from '../../code/long-text.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';

interface PromptTabProps {
  readonly sample: SampleDocument;
  readonly task: TaskDocument | undefined;
  readonly split: Split | undefined;
}

/** The request as it was sent, where the run says how it asked; otherwise the task's own words. */
export function PromptTab({ sample, task, split = 'complete' }: PromptTabProps) {
  const { prompt } = sample;
  if (prompt?.form === 'completion') {
    return (
      <Panel hint="a text to continue" isFlush title="As it was sent">
        <CodeView code={prompt.text} label="Prompt" />
      </Panel>
    );
  }
  if (prompt !== undefined) {
    return (
      <div className="flex flex-col gap-3">
        {prompt.messages.map(({ role, content }) => (
          <Panel hint="as it was sent" isFlush key={`${role} ${content}`} title={role}>
            <LongText label={`Message of the ${role}`} text={content} />
          </Panel>
        ))}
        {prompt.prefill !== undefined && (
          <Panel hint="how the answer was begun for the model" isFlush title="assistant">
            <LongText label="Beginning of the answer" text={prompt.prefill} />
          </Panel>
        )}
      </div>
    );
  }
  if (task === undefined) return <Empty title="The prompt is not at hand" />;
  return (
    <Panel hint="what the model saw around it is not recorded in this run" isFlush title={`The task’s ${split} prompt`}>
      {split === 'complete' ? (
        <CodeView code={task.completePrompt} label="Prompt" />
      ) : (
        <LongText label="Prompt" text={task.instructPrompt} />
      )}
    </Panel>
  );
}
