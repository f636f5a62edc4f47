import { toJudgingRequest } from '../../config/to-run-request.ts';
import { renderTable } from '../../report/text-table.ts';
import { chooseRules, severities } from '../../safety/safety-rules.ts';
import { type Command, type CommandContext, runSubcommand } from '../command.ts';

export const safetyCommand: Command = (context) => runSubcommand('safety', { rules: runRules }, context);

async function runRules(context: CommandContext): Promise<void> {
  const { safetyRules } = toJudgingRequest(context);
  const from = severities.indexOf(safetyRules?.actFrom ?? 'medium');
  const rules = chooseRules(safetyRules).map(({ id, severity, what }) => {
    return { id, severity, acts: severities.indexOf(severity) >= from, what };
  });
  const rows = rules.map(({ id, severity, acts, what }) => [id, severity, acts ? 'yes' : 'no', what]);
  const table = renderTable([['rule', 'severity', 'blocked', 'what it finds'], ...rows], { hasHead: true });
  context.print(rules, `${table}\n`);
}
