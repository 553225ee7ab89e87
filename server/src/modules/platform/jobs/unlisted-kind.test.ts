import { expect, test } from 'vitest';
import { defineJob } from './index.ts';
import { itemsKind } from './testing/kinds.ts';

// A file of its own: what is defined here is defined for the process.

test('a job kind that no module lists stops the start', async () => {
  defineJob({ ...itemsKind, kind: 'test.forgotten' });
  await expect(import('../../../gathered.ts')).rejects.toThrow('no module lists the job kind test.forgotten');
});
