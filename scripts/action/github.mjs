/** What the Action says to `bcb` and to GitHub, as text. */

/** The words of the command for the Action's inputs. */
export function listWords(env, { out, files }) {
  const flag = (name, value) => (value ? [`--${name}`, value] : []);
  const common = [
    ...flag('split', env.INPUT_SPLIT),
    ...flag('subset', env.INPUT_SUBSET),
    ...flag('select', env.INPUT_SELECT),
    ...flag('fail-below', env.INPUT_FAIL_BELOW),
    ...flag('execution', env.INPUT_EXECUTION),
    ...['--out', out, '--reporter', `junit:${files.junit}`, '--reporter', `markdown:${files.summary}`],
    ...['--json', '--yes', '--no-color'],
    ...(env.INPUT_ARGUMENTS ?? '').split('\n').filter((word) => word.trim() !== ''),
  ];
  return env.INPUT_SAMPLES
    ? ['evaluate', '--samples', env.INPUT_SAMPLES, ...common]
    : ['run', ...flag('model', env.INPUT_MODEL), ...common];
}

const meanings = {
  0: 'Done.',
  1: 'Bad input or usage: the log says what to do.',
  2: 'A gate failed: pass@1 is below fail-below.',
  3: 'Incomplete: a provider or an executor failed. Run the job again to resume from its results.',
  4: 'The environment cannot be trusted: reference solutions fail on this runner.',
  70: 'A bug in bigcodebench: please report it with the log.',
  130: 'Interrupted.',
};

/** The sentence for an exit code; docs/reference/cli.md has the table. */
export function describeExit(code) {
  return meanings[code] ?? `The command ended with exit code ${code}.`;
}

/** GitHub shows at most ten annotations of a kind per step. */
const mostAnnotations = 10;

/** One line per unsolved sample, at its line of the samples file; the last one counts the rest. */
export function listAnnotations(runs, { path, samples }) {
  const lineOf = lineFinder(samples);
  const unsolved = runs.flatMap(({ model, results }) =>
    Object.entries(results).flatMap(([taskId, attempts]) =>
      attempts.flatMap((attempt, at) => (attempt.status === 'pass' ? [] : [{ model, taskId, at, ...attempt }])),
    ),
  );
  const shown = unsolved.length > mostAnnotations ? unsolved.slice(0, mostAnnotations - 1) : unsolved;
  const lines = shown.map(({ model, taskId, at, status, details }) => {
    const line = lineOf(taskId, at);
    const place = path && line ? `file=${property(path)},line=${line},` : '';
    const tests = Object.keys(details ?? {}).filter((name) => name !== 'ALL');
    const which = tests.length === 0 ? '' : `: ${tests.join(', ')}`;
    return `::warning ${place}title=${property(`${taskId} ${status}`)}::${text(`${model}${which}`)}`;
  });
  const rest = unsolved.length - shown.length;
  return rest === 0 ? lines : [...lines, `::warning title=BigCodeBench::${rest} more samples are unsolved.`];
}

/** Where a task's nth sample is in the file, counted from 1. */
function lineFinder(samples) {
  const lines = new Map();
  for (const [index, line] of samples.split('\n').entries()) {
    const taskId = /"task_id": *"([^"]+)"/.exec(line)?.[1];
    if (taskId !== undefined) lines.set(taskId, [...(lines.get(taskId) ?? []), index + 1]);
  }
  return (taskId, at) => lines.get(taskId)?.[at];
}

/** Lines for GITHUB_OUTPUT. */
export function listOutputs({ code, runs, files }) {
  const passAt1 = runs[0]?.['pass@1'];
  const outputs = { 'exit-code': code, 'pass-at-1': passAt1 ?? '', junit: files.junit, summary: files.summary };
  return Object.entries(outputs)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

function text(value) {
  return value.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(value) {
  return text(value).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
