import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { ExtractionDocument, SampleDocument } from '../../../../src/schema/view/sample-document.ts';
import { CodeView } from '../../code/code-view.tsx';
import { LongText } from '../../code/long-text.tsx';
import { useData } from '../../data/use-data.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatTokens } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { Empty, Loading } from '../../ui/states.tsx';

const KeptText = lazy(async () => ({ default: (await import('../../code/kept-text.tsx')).KeptText }));

/** What the model said, which parts were taken as code, and what the other strategies would have taken. */
export function AnswerTab({ sample }: { readonly sample: SampleDocument }) {
  const { answer, program, calibrationLines } = sample;
  const { queries, source } = useData();
  const [chosen, setChosen] = useState<string | undefined>();
  const canExtract = answer.rawText !== undefined && source.hasExtractions;
  const { data: extraction, isLoading } = useQuery({
    ...queries.extraction(sample.runId, sample.index, sample.taskId),
    enabled: canExtract,
  });
  const taken = program.split('\n').slice(calibrationLines).join('\n');
  const group = extraction?.strategies.find(({ names }) => chosen !== undefined && names.includes(chosen));
  const used = extraction?.strategies.find(({ solution }) => solution.trimEnd() === taken.trimEnd());
  if (answer.rawText === undefined) {
    return (
      <Panel>
        <Empty title="The raw answer was not kept">{answer.missing}</Empty>
      </Panel>
    );
  }
  return (
    <div className="grid gap-3 lg:grid-cols-2">
      <Panel hint={<Legend />} isFlush title="Answer">
        <Suspense fallback={<Loading />}>
          <KeptText kept={group?.solution ?? taken} text={answer.rawText} />
        </Suspense>
      </Panel>
      <div className="flex min-w-0 flex-col gap-3">
        <Panel title="How the code was taken out">
          {isLoading ? <Loading rows={3} /> : <Trail sample={sample} trail={(group ?? used)?.trail} />}
          {extraction !== undefined && (
            <Strategies chosen={chosen} extraction={extraction} onChoose={setChosen} taken={taken} />
          )}
        </Panel>
        <Panel isFlush title={group === undefined ? 'Solution' : `What ${group.names.join(', ')} would take`}>
          <CodeView className="max-h-[60vh]" code={group?.solution ?? taken} label="Solution" />
        </Panel>
        {answer.reasoning !== undefined && (
          <Panel isFlush title="Reasoning">
            <LongText className="max-h-[40vh]" label="Reasoning" text={answer.reasoning} />
          </Panel>
        )}
      </div>
    </div>
  );
}

function Legend() {
  return (
    <>
      <span className="rounded bg-pass-soft px-1.5 text-pass">taken as code</span>{' '}
      <span className="rounded bg-sunken px-1.5 text-faint line-through">dropped</span>
    </>
  );
}

function Trail({ sample, trail }: { readonly sample: SampleDocument; readonly trail: readonly string[] | undefined }) {
  const { extraction, finishReason, usage } = sample.answer;
  const steps = trail ?? extraction?.trail ?? [];
  const facts = [
    ...(extraction === undefined ? [] : [`strategy ${extraction.strategy}, version ${extraction.version}`]),
    ...(finishReason === undefined ? [] : [`the model ended with “${finishReason}”`]),
    ...(usage?.outputTokens === undefined ? [] : [`${formatTokens(usage.outputTokens)} tokens`]),
  ];
  return (
    <>
      {facts.length + steps.length === 0 && <p className="text-small text-soft">This run does not say how.</p>}
      {facts.length > 0 && <p className="text-small text-soft">{facts.join(' · ')}</p>}
      <ol className="mt-1 list-decimal pl-5 text-small">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {finishReason === 'length' && (
        <p className="mt-2 text-small text-warn">The answer was cut off at the token limit.</p>
      )}
    </>
  );
}

interface StrategiesProps {
  readonly extraction: ExtractionDocument;
  readonly taken: string;
  readonly chosen: string | undefined;
  readonly onChoose: (name: string | undefined) => void;
}

function Strategies({ extraction, taken, chosen, onChoose }: StrategiesProps) {
  const isOnly = extraction.strategies.length === 1;
  return (
    <fieldset className="mt-3 flex flex-wrap items-center gap-2">
      <legend className="mb-1 text-faint text-small">
        {isOnly ? 'Every strategy takes the same.' : 'What the strategies would take:'}
      </legend>
      {!isOnly &&
        extraction.strategies.map(({ names, solution }) => {
          const isUsed = solution.trimEnd() === taken.trimEnd();
          const isOn = chosen === undefined ? isUsed : names.includes(chosen);
          return (
            <button
              aria-pressed={isOn}
              className={classNames(
                'rounded-full border px-3 py-0.5 text-small',
                isOn ? 'border-accent bg-accent-soft text-accent' : 'border-line-strong',
              )}
              key={names.join()}
              onClick={() => onChoose(isUsed ? undefined : names[0])}
              type="button"
            >
              {names.join(' = ')} <span className="text-faint">{solution.split('\n').length} lines</span>
            </button>
          );
        })}
    </fieldset>
  );
}
