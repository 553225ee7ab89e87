import { expect, test } from 'vitest';
import { gathered } from '../../../gathered.ts';
import { refuseUnlisted } from './index.ts';

// What is gathered is held against this when the process loads it, before it listens.

test('a job kind that no module lists stops the start', () => {
  const { jobKinds } = gathered;
  expect(jobKinds.size).toBeGreaterThan(50);
  expect(() => {
    refuseUnlisted(jobKinds);
  }).not.toThrow();
  const [forgotten = ''] = jobKinds.keys();
  const listed = new Map([...jobKinds].filter(([kind]) => kind !== forgotten));
  expect(() => {
    refuseUnlisted(listed);
  }).toThrow(`no module lists the job kind ${forgotten}`);
});
