import { buildRecipe } from '../../config/recipe.ts';
import { toRunRequest } from '../../config/to-run-request.ts';
import { prepareRuns } from '../../run/prepare-runs.ts';
import { runPlans } from '../../run/run-plans.ts';
import type { CommandContext } from '../command.ts';
import { announceCost } from '../planned-runs.ts';
import { tellDifferences } from '../terminal/generation-report.ts';
import { watchRuns } from '../terminal/live-view/watch-runs.ts';
import { tellOpenView } from '../terminal/tell-open-view.ts';

/** Generates and judges everything that the command line asks for, in view of the user. */
export async function carryOut(context: CommandContext, job: 'run' | 'evaluate') {
  const { cwd, stderr, signal, version } = context;
  const request = toRunRequest(context);
  using watch = watchRuns(context, job);
  const { onEvent } = watch;
  await using prepared = await prepareRuns(request, context, { open: context.openExecutor, onEvent });
  const { outDir, plans } = prepared;
  await announceCost(context, prepared);
  const done = await runPlans(prepared, {
    provenance: { request: buildRecipe(request), version, cwd },
    signal,
    onEvent(event) {
      if (event.type === 'run-opened') void tellOpenView(context, event);
      onEvent(event);
    },
    onOpen: (run) => tellDifferences(context, run, plans),
    onFailure: ({ model }, error) => {
      if (plans.length > 1) stderr.write(`${model.name}: ${error.message}\n`);
    },
  });
  return { request, outDir, ...done };
}
