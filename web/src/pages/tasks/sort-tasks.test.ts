import { describe, expect, it } from 'vitest';
import type { TaskListDocument } from '../../../../src/schema/view/task-document.ts';
import { sortTasks } from './sort-tasks.ts';

const list: TaskListDocument = {
  ids: ['T/0', 'T/1', 'T/2', 'T/10', 'T/11'],
  titles: ['List files', 'Fetch a page', '', 'Open a port', ''],
  prompts: ['List files. Use glob.', 'Fetch a page.', '', 'Open a port.', ''],
  domains: [['System'], ['Network', 'System'], [], ['Network'], []],
  libs: [['os'], ['requests', 'json'], ['json'], ['socket'], []],
  hard: [false, false, true, true, false],
  answers: [4, 8, 2, 4, 0],
  passed: [2, 2, 1, 0, 0],
  itemRest: [0.5, null, -0.2, 0, 0.5],
  suspicions: [[], ['nobody solves it'], [], ['a', 'b'], []],
};
type Filter = Parameters<typeof sortTasks>[1];
const idsOf = (filter: Filter) => sortTasks(list, filter).map((row) => list.ids[row]);

describe('sortTasks', () => {
  it('shows the least solved first by share, not by count; equals in the order of the list', () => {
    expect(idsOf({})).toEqual(['T/10', 'T/11', 'T/1', 'T/0', 'T/2']);
    expect(idsOf({ sort: 'hardest' })).toEqual(idsOf({}));
    expect(idsOf({ sort: 'easiest' })).toEqual(['T/0', 'T/2', 'T/1', 'T/10', 'T/11']);
    expect(idsOf({ sort: 'task' })).toEqual(list.ids);
  });

  it('shows the oddest first, and last the ones of which too little is known', () => {
    expect(idsOf({ sort: 'oddest' })).toEqual(['T/2', 'T/10', 'T/0', 'T/11', 'T/1']);
  });

  it.each<[Filter, string[]]>([
    [{ q: 't/1' }, ['T/1', 'T/10', 'T/11']],
    [{ q: ' JSON  requests ' }, ['T/1']],
    [{ q: 'json os' }, []],
    [{ q: 'page fetch' }, ['T/1']],
    [{ q: 'GLOB' }, ['T/0']],
    [{ domain: 'System' }, ['T/0', 'T/1']],
    [{ suspect: '1' }, ['T/1', 'T/10']],
    [{ suspect: '0' }, ['T/0', 'T/1', 'T/2', 'T/10', 'T/11']],
    [{ q: 'json', domain: 'Network', suspect: '1' }, ['T/1']],
  ])('narrows to %j', (filter, left) => {
    expect(idsOf({ ...filter, sort: 'task' })).toEqual(left);
  });

  it('leaves the list alone, and has nothing of nothing', () => {
    const before = structuredClone(list);
    sortTasks(list, { sort: 'easiest' });
    expect(list).toEqual(before);
    const none = {
      ids: [],
      titles: [],
      prompts: [],
      domains: [],
      libs: [],
      hard: [],
      answers: [],
      passed: [],
      itemRest: [],
      suspicions: [],
    };
    expect(sortTasks(none, { q: 'x' })).toEqual([]);
  });
});
