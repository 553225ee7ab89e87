// @vitest-environment jsdom
import { payout } from '@kituo/sdk/contracts';
import type { ReplyOf } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PayoutAttempts } from './payout-attempts.tsx';

type Attempt = ReplyOf<typeof payout.attempts>['rows'][number];

const failed: Attempt = {
  attemptNo: 'PA1',
  subjectType: 'REFUND',
  subjectNo: 'RF1',
  merchantNo: 'M0001',
  attemptCount: 1,
  payoutChannel: 'MPESA',
  accountCode: 'BANK.MPESA_FLOAT',
  accountName: 'M-Pesa float',
  amountCents: 350_00,
  attemptStatus: 'FAILED',
  disbursementCode: null,
  failCode: '2001',
  failReason: 'The initiator information is wrong',
  payeeName: 'Achieng Otieno',
  payeeAccount: '25*******678',
  makerName: 'Wambui',
  checkerName: 'Otieno',
  createdAt: '2026-11-20T08:00:00Z',
  sentAt: '2026-11-20T08:00:01Z',
  finishedAt: '2026-11-20T08:00:02Z',
  queries: [],
  allowedActions: [],
};
const silent: Attempt = {
  ...failed,
  attemptNo: 'PA2',
  attemptCount: 2,
  attemptStatus: 'UNKNOWN',
  failCode: null,
  failReason: null,
  queries: [{ askedAt: '2026-11-20T09:05:00Z', answeredAt: null, resultCode: null }],
  allowedActions: ['query'],
};

test('attempts of one payout are read, and the channel is asked about the one whose end is unknown', async () => {
  const page = renderPage(<PayoutAttempts subjectType="REFUND" subjectNo="RF1" />, {
    perms: ['afterLoan:payoutStatus:query'],
    replies: [
      reply(payout.attempts, { rows: [silent, failed], total: 2, totalIsExact: true }),
      reply(payout.queryAttempt, { attemptNo: 'PA2', attemptStatus: 'UNKNOWN' }),
    ],
  });
  await screen.findByText('Attempt 2 · No response yet');
  expect(screen.getByText('The initiator information is wrong (2001)')).toBeTruthy();
  expect(screen.getByText(/Queried .* no response/)).toBeTruthy();
  expect(page.server.callsOf(payout.attempts)[0]?.request).toMatchObject({
    filters: { subjectType: 'REFUND', subjectNo: 'RF1' },
  });

  fireEvent.click(screen.getByRole('button', { name: 'Query status' }));
  const asked = await screen.findByRole('alertdialog');
  fireEvent.click(within(asked).getByRole('button', { name: 'Query status' }));
  await waitFor(() => {
    expect(page.server.callsOf(payout.queryAttempt)[0]?.request).toEqual({ attemptNo: 'PA2' });
  });
  page.assertReleases();
});
