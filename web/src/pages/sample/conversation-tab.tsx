import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { SampleDocument, TurnView } from '../../../../src/schema/view/sample-document.ts';
import { LongText } from '../../code/long-text.tsx';
import { Breakable } from '../../ui/breakable.tsx';
import { DiffModeButton, type DiffModeState, useDiffMode } from '../../ui/diff-mode.tsx';
import { plural } from '../../ui/format.ts';
import { OutcomeBadge, OutcomeSign } from '../../ui/outcome-mark.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Loading } from '../../ui/states.tsx';
import { findTurnedTests } from './find-turned-tests.ts';

const DiffView = lazy(async () => ({ default: (await import('../../code/diff-view.tsx')).DiffView }));
const route = getRouteApi('/runs/$runId/s/$index/$');

/** Round by round: what the model was told, what it changed in its program, and which tests turned. */
export function ConversationTab({ turns }: { readonly turns: NonNullable<SampleDocument['turns']> }) {
  const navigate = useNavigate({ from: '/runs/$runId/s/$index/$' });
  const diff = useDiffMode(
    route.useSearch().diff,
    (next) => void navigate({ search: (old) => ({ ...old, diff: next }), replace: true, resetScroll: false }),
  );
  return (
    <ol aria-label="Rounds of repair" className="flex flex-col gap-3">
      {turns.slice(1).map((turn, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rounds have no other name
        <li key={at}>
          <Round before={turns[at] ?? turn} diff={diff} number={at + 1} turn={turn} />
        </li>
      ))}
    </ol>
  );
}

interface RoundProps {
  readonly number: number;
  readonly before: TurnView;
  readonly turn: TurnView;
  readonly diff: DiffModeState;
}

function Round({ number, before, turn, diff }: RoundProps) {
  const name = (round: number) => (round === 0 ? 'First answer' : `Answer of round ${round}`);
  return (
    <Panel
      actions={<DiffModeButton {...diff} />}
      hint={
        <span className="flex flex-wrap items-center gap-2">
          <OutcomeBadge outcome={before.outcome} />
          <span aria-hidden="true">→</span>
          <span className="sr-only">became</span>
          <OutcomeBadge outcome={turn.outcome} />
          {countPasses(turn)}
        </span>
      }
      isFlush
      title={`Round ${number}`}
    >
      <TurnedTests after={turn} before={before} />
      {turn.feedback !== undefined && (
        <details className="border-line border-t">
          <summary className="cursor-pointer px-4 py-2 text-small text-soft hover:text-ink">
            What the model was told
          </summary>
          <LongText label={`What the model was told in round ${number}`} text={turn.feedback} />
        </details>
      )}
      <div className="border-line border-t">
        <Suspense fallback={<Loading />}>
          <DiffView
            label={`What changed in round ${number}`}
            left={before.program.trimEnd()}
            leftTitle={name(number - 1)}
            mode={diff.mode}
            right={turn.program.trimEnd()}
            rightTitle={name(number)}
          />
        </Suspense>
      </div>
    </Panel>
  );
}

function countPasses({ tests }: TurnView): string {
  return `${tests.filter(({ outcome }) => outcome === 'pass').length} of ${plural(tests.length, 'test')} pass`;
}

function TurnedTests({ before, after }: { readonly before: TurnView; readonly after: TurnView }) {
  const turned = findTurnedTests(before.tests, after.tests);
  if (turned.length === 0) return <p className="px-4 pb-3 text-small text-soft">No test turned.</p>;
  return (
    <ul aria-label="Tests that turned" className="flex flex-wrap gap-x-5 gap-y-1 px-4 pb-3">
      {turned.map(({ name, from, to }) => (
        <li className="flex min-w-0 items-center gap-1.5 font-mono text-small" key={name}>
          <OutcomeSign label={`was ${from}`} outcome={from} />
          <span aria-hidden="true">→</span>
          <OutcomeSign label={`now ${to}`} outcome={to} />
          <span className="min-w-0 break-words">
            <Breakable text={name} />
          </span>
        </li>
      ))}
    </ul>
  );
}
