// @vitest-environment jsdom
import { caseSettle } from '@kituo/sdk/contracts';
import { Refusal, renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { UnmatchedPayments } from './unmatched.list.tsx';

const plugin = { name: 'collection', texts: { en: {}, zh: {} } };
const candidate = { customerName: 'Achieng Otieno', phone: '25*******678', payoffCents: 250_000 };
const row: caseSettle.UnmatchedRow = {
  flowNo: 'FL1',
  paymentCode: 'SGR7XK21QP',
  paymentChannel: 'MPESA',
  payerName: 'Achieng O.',
  payerPhone: '25*******678',
  accountReference: '1234568',
  flowAmountCents: 250_000,
  writableCents: 250_000,
  repayTime: '2026-11-28T08:00:00Z',
  candidates: [
    { ...candidate, orderNo: 'LO1', because: ['REFERENCE_NEAR', 'EQUALS_PAYOFF'] },
    { ...candidate, orderNo: 'LO2', because: ['SAME_PHONE'] },
  ],
  allowedActions: ['apply'],
};

const refuse = () => {
  throw new Refusal('ORDER_NOT_FOUND');
};

test('an unmatched payment names its likely order, says why, and opens the form for it or for another', async () => {
  const page = renderPage(<UnmatchedPayments scope="ORDER" title="Unmatched payments" />, {
    perms: ['collection:writeOff:commit'],
    plugin,
    replies: [
      reply(caseSettle.byOrder.unmatched, { rows: [row], total: 1, totalIsExact: true }),
      reply(caseSettle.byOrder.plan, refuse),
      reply(caseSettle.byOrder.flows, refuse),
    ],
  });
  expect(await screen.findByText('LO1')).toBeTruthy();
  fireEvent.click(screen.getByText('SGR7XK21QP'));
  expect(await screen.findByText('Reference one digit off · Equals the payoff')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Allocate to LO2' }));
  await waitFor(() => {
    expect(page.server.callsOf(caseSettle.byOrder.plan)[0]?.request).toEqual({ orderNo: 'LO2' });
  });
});
