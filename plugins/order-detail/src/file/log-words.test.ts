import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { changesIn, loggedAs } from './log-words.ts';

const t = (key: string): string => {
  let found: unknown = en;
  for (const part of key.split('.')) {
    if (typeof found !== 'object' || found === null) return '';
    found = new Map<string, unknown>(Object.entries(found)).get(part);
  }
  return typeof found === 'string' ? found : '';
};

test('says what was done in words, whoever did it', () => {
  expect(loggedAs('orderAudit.open', t)).toBe('Review opened');
  expect(loggedAs('audit:orderReview:apply', t)).toBe('Submitted for re-review');
  expect(loggedAs('payout.replay', t)).toBe('Payout retried');
  expect(loggedAs('loan.somethingNew', t)).toBe('Worked on');
});

test('names the fields people know, in words, and leaves out numbers of records', () => {
  const before = { orderStatus: 'TO_ALLOCATE', auditorUserNo: null, email: 'a*@x' };
  const after = { orderStatus: 'PENDING_REVIEW', auditorUserNo: 'U1', email: 'a*@x' };
  expect(changesIn(before, after, 'Asked to', t)).toBe('Status: To be allocated → Pending review · Asked to');
  expect(changesIn(null, { approvedCents: 1_200_000 }, null, t)).toBe('Approved amount: KES 12,000.00');
});
