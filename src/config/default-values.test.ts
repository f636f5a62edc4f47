import { expect, it } from 'vitest';
import { runRequestSchema } from '../schema/run-request.ts';
import { optionTable } from './option-table.ts';

const { defaults, ...request } = runRequestSchema.parse({ model: ['canonical'] });
/** The command line spells it as text. */
const spelled = { ...request, passK: request.passK.map(String) };
/** Asked for only where a person passes them, so that a model's own settings come first. */
const ofParameters = Object.keys(defaults);

it('the library and the command line have the same defaults', () => {
  const shared = Object.entries(optionTable).flatMap(([name, option]) => {
    const value = new Map<string, unknown>(Object.entries(spelled)).get(name);
    const isOwn = value === undefined || ofParameters.includes(name) || name === 'split';
    return isOwn || option.default === undefined ? [] : [[name, value, option.default] as const];
  });
  expect(shared.length).toBeGreaterThan(20);
  for (const [name, ours, theirs] of shared) expect({ [name]: ours }).toEqual({ [name]: theirs });
  for (const [name, value] of Object.entries(defaults)) {
    expect({ [name]: new Map(Object.entries(optionTable)).get(name)?.default }).toEqual({ [name]: value });
  }
});
