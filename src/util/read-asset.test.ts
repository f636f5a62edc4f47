import { expect, test } from 'vitest';
import { fillAsset, readAsset } from './read-asset.ts';

test('fills every place of a text', () => {
  const filled = fillAsset('bundle-readme.md', { name: '$& and {{name}}' });
  expect(readAsset('bundle-readme.md')).toContain('# {{name}} on BigCodeBench');
  expect(filled).toContain('# $& and {{name}} on BigCodeBench');
  expect(filled).not.toContain('{{runs}}');
});
