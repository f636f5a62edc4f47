import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { loadShippedAudit } from '../dataset/shipped-audit.ts';
import { witnesses } from './witness-table.ts';

const guide = new URL('../../docs/guide/audit.md', import.meta.url);

it('has changed since the audit that ships only where the guide says so', () => {
  const shipped = loadShippedAudit()?.witnesses ?? {};
  const changed = witnesses.filter(({ name, version }) => shipped[name]?.version !== version).map(({ name }) => name);
  const [, told = ''] = /since the audit that ships: ([^.]*)\./.exec(readFileSync(guide, 'utf8')) ?? [];
  expect([...told.matchAll(/`([\w-]+)`/g)].map(([, name]) => name)).toEqual(changed.sort());
  expect(Object.keys(shipped).filter((name) => !witnesses.some((each) => each.name === name))).toEqual([]);
});
