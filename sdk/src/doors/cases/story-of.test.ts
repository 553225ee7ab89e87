import { expect, test } from 'vitest';
import { storyOf } from './story-of.ts';

const paid = (lineNo: string, appliedAt: string, appliedCents: number, isRolledBack = false) => ({
  lineNo,
  applicationNo: lineNo,
  flowNo: lineNo,
  repayType: 'GENERIC' as const,
  collectorName: null,
  settledBillNos: [],
  siblingsCents: 0,
  appliedAt,
  appliedCents,
  isRolledBack,
});
const call = (attemptId: number, at: string, refusal: string | null = null) => ({
  attemptId,
  channel: 'CALL' as const,
  phone: '25*******001',
  realName: 'Achieng Ouma',
  at,
  refusal,
  nextAllowedAt: null,
  templateCode: null,
  content: null,
  outcome: 'ANSWERED',
  talkSeconds: 40,
  hasRecording: false,
});

test('a payment counts for the last that reached the customer before it, within a week', () => {
  const story = storyOf({
    promises: [],
    followUps: [],
    contacts: [
      call(1, '2026-11-01T08:00:00Z'),
      call(2, '2026-11-10T08:00:00Z'),
      call(3, '2026-11-11T08:00:00Z'),
      call(4, '2026-11-12T07:00:00Z', 'CONTACT_CAP'),
    ],
    payments: [
      paid('P1', '2026-11-09T08:00:00Z', 500),
      paid('P2', '2026-11-12T08:00:00Z', 700),
      paid('P3', '2026-11-12T09:00:00Z', 300),
      paid('P4', '2026-11-12T10:00:00Z', 100, true),
    ],
  });
  expect(story.map(({ id }) => id)).toEqual([
    'payment P4',
    'payment P3',
    'payment P2',
    'contact 3',
    'contact 2',
    'payment P1',
    'contact 1',
  ]);
  const worked = story.flatMap((one) => (one.kind === 'PAYMENT' ? [] : [[one.id, one.paidAfterCents]]));
  expect(worked).toEqual([
    ['contact 3', 1_000],
    ['contact 2', 0],
    ['contact 1', 0],
  ]);
});
