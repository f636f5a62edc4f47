import { useQuery } from '@tanstack/react-query';
import { useData } from '../../data/use-data.ts';
import { KeyList } from '../../keys/key-list.tsx';
import { OutcomeBadge } from '../../ui/outcome-mark.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';

const words: readonly (readonly [string, string])[] = [
  ['task', 'one problem: prompts, tests, a reference solution, libraries and domains'],
  ['split', 'complete (continue a docstring) or instruct (follow a request in words)'],
  ['sample', 'one answer of a model to a task; its raw text is kept'],
  ['solution', 'the Python code taken out of a sample'],
  ['verdict', 'pass, or a reason why not'],
  ['run', 'one model, one split, one set of tasks and parameters'],
  ['pass@1', 'the share of samples that pass, averaged over tasks'],
  ['95% interval', 'where the score would lie with other tasks like these; from resampling the tasks'],
  [
    'calibration',
    'the function of the prompt, empty, put before each solution, so that missing imports do not fail it',
  ],
  ['ground truth', 'whether the reference solutions pass in this environment'],
  ['suspect', 'a task whose tests may be at fault: nobody solves it, or better models solve it less often'],
];

const outcomes = [
  ['pass', 'every test passed'],
  ['fail', 'a test’s assertion did not hold'],
  ['error', 'a test or the program raised something else'],
  ['timeout', 'CPU or wall time ran out'],
  ['out-of-memory', 'the memory limit was hit'],
  ['killed', 'a signal ended it'],
  ['output-limit', 'it flooded its output'],
  ['tampered', 'it tried to forge its own result'],
  ['blocked', 'the safety scan kept it from running'],
  ['engine-error', 'the sandbox failed, not the program: never counted'],
] as const;

export function AboutPage() {
  const { queries } = useData();
  const info = useQuery(queries.info()).data;
  return (
    <Page facts={info && `bigcodebench ${info.version}`} name="About">
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="flex flex-col gap-4">
          <Panel title="Words">
            <dl className="grid gap-x-5 gap-y-1.5 text-small sm:grid-cols-[max-content_1fr]">
              {words.map(([word, meaning]) => (
                <div className="contents" key={word}>
                  <dt className="font-medium">{word}</dt>
                  <dd className="text-soft">{meaning}</dd>
                </div>
              ))}
            </dl>
          </Panel>
          <Panel title="Outcomes">
            <dl className="grid grid-cols-[max-content_1fr] items-center gap-x-5 gap-y-1.5 text-small">
              {outcomes.map(([outcome, meaning]) => (
                <div className="contents" key={outcome}>
                  <dt>
                    <OutcomeBadge outcome={outcome} />
                  </dt>
                  <dd className="text-soft">{meaning}</dd>
                </div>
              ))}
            </dl>
          </Panel>
        </div>
        <Panel title="Keys">
          <KeyList />
        </Panel>
      </div>
    </Page>
  );
}
