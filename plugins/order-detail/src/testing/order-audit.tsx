/** What the tests of OrderAudit begin with: the order, its review and the page. */
import { change, orderAudit, orderDetail, reviewConfig } from '@kituo/sdk/contracts';
import type { orderFile } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import type { FakeReply } from '@kituo/sdk/testing';
import { fireEvent, screen, within } from '@testing-library/react';
import en from '../../locales/en.json' with { type: 'json' };
import zh from '../../locales/zh.json' with { type: 'json' };
import { OrderAuditPage } from '../pages/order-audit.page.tsx';

const AT = '/AdminContent/OrderDetailAudit/OrderAudit?orderNo=LO1&source=MyAudit';

export const header: orderFile.OrderHeader = {
  orderNo: 'LO1',
  thirdPartyOrderNo: null,
  orderStatus: 'PENDING_REVIEW',
  stateSince: '2026-11-20T08:00:00Z',
  merchantNo: 'M0001',
  merchantName: 'Haraka Mkopo',
  productName: 'Mwezi 30',
  customerName: 'Wanjiku Kamau',
  loanType: 'FIRST',
  whitelistFlag: false,
  isBlacklisted: false,
  modelLevel: 'A',
  pricingVersionNo: null,
  vipLevelNo: null,
  loanAmountCents: 1e6,
  approvedAmountCents: null,
  auditorUserNo: 'U0001',
  auditorName: 'Tester',
  openedAt: null,
  leaseEndsAt: null,
  returnedUntil: null,
  version: 1,
  allowedActions: ['review'],
};
export const file: orderFile.OrderEntry = {
  header,
  timeline: [],
  plan: [],
  details: null,
  isAddressBookHidden: true,
  reviewConfig: null,
};
export const optional = { stepName: 'Apps', required: false, evidenceTab: 'APP_LIST' as const, answers: ['CONFIRMED'] };
export const panel = (part: Partial<orderAudit.Panel> = {}): orderAudit.Panel => ({
  orderNo: 'LO1',
  openedAt: '2026-11-20T08:00:00Z',
  leaseEndsAt: new Date(Date.now() + 17e5).toISOString(),
  leaseMinutes: 30,
  steps: [
    optional,
    {
      stepName: 'Selfie',
      required: true,
      evidenceTab: 'ESSENTIAL',
      answers: ['CONSISTENT', 'UNCLEAR'],
    },
  ],
  draft: null,
  leftBehind: null,
  isFaceCompulsory: false,
  returnDays: 7,
  bounds: {
    loanAmountCents: 1e6,
    productMaximumCents: 2e6,
    merchantMinimumCents: null,
    merchantMaximumCents: null,
    remainingCreditCents: 8e5,
    maximumCents: 8e5,
  },
  correctableItems: [],
  autoSend: true,
  isProposalOnly: false,
  proposal: null,
  payee: {
    payoutType: 'MOBILE_MONEY',
    payoutSubType: 'MPESA',
    accountName: 'Wanjiku',
    account: '25*******678',
  },
  waitingChangeNo: null,
  sentBackNote: null,
  similar: [],
  recentRefuseCodes: [],
  ...part,
});
export const decided: orderAudit.Decided = {
  orderNo: 'LO1',
  orderStatus: 'PENDING_DISBURSEMENT',
  reviewNo: 'RV1',
  auditResult: 'PASS',
  waitsFor: null,
  isSent: true,
  nextOrderNo: null,
};

const code = {
  refuseCode: 'R05',
  parentCode: 'R0',
  text: 'Income',
  denialReason: { en: 'Income' },
  coolOffDays: 30,
  reReviewAllowed: true,
  isEnabled: true,
  isUsed: true,
  version: 1,
  waitingChangeNo: null,
  allowedActions: [],
};
export const CODES = [{ ...code, refuseCode: 'R0', parentCode: null }, code];

/** The page as a reviewer opens it from their own orders; earlier replies win. */
export function open(replies: FakeReply[] = [], language = 'en', perms = ['audit:order:audit']) {
  return renderPage(<OrderAuditPage />, {
    at: AT,
    language,
    perms,
    plugin: { name: 'order-detail', texts: { en, zh } },
    replies: [
      ...replies,
      reply(orderDetail.entry, file),
      reply(orderDetail.record, { records: [], rounds: [] }),
      reply(orderAudit.open, panel()),
      reply(orderAudit.draft, { savedAt: '2026-11-20T08:01:00Z', leaseEndsAt: null }),
      reply(orderAudit.borrowerLine, {
        phone: '25*******678',
        isAllowed: true,
        left: 3,
        text: null,
        nextAllowedAt: null,
      }),
      reply(orderAudit.repaymentPreview, { paidOutCents: 1, totalCents: 1, bills: [] }),
      reply(reviewConfig.refuseCodes, []),
      reply(change.changeFamilies.payoutChange.page, { rows: [], total: 0, totalIsExact: true }),
    ],
  });
}
export const decision = async () => {
  await screen.findByRole('radiogroup', { name: 'Result' });
  return screen.getByRole('complementary', { name: 'Decision' });
};
/** Answers the step and, on a pass, that the account stays. */
export const answer = async (form: Awaited<ReturnType<typeof decision>>, isPass: boolean) => {
  const choose = async (group: RegExp, name: string) => {
    const found = within(await within(form).findByRole('radiogroup', { name: group }));
    fireEvent.click(found.getByRole('radio', { name }));
  };
  await choose(/^Selfie/, 'Consistent');
  if (!isPass) return;
  await choose(/^Change bank card/, 'No');
  await choose(/^Change payout type/, 'No');
};
export const keys = (key: string, more: object) => {
  fireEvent.keyDown(document, { key, ...more });
  fireEvent.keyUp(document, { key, ...more });
};
