// @vitest-environment jsdom
import {
  attributedOrder,
  callActivity,
  callList,
  callTask,
  followApproval,
  inboundConfig,
  merchant,
} from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { ApprovalPage } from './approval.page.tsx';
import { InboundOrderConfigPage } from './inbound-order-config.page.tsx';
import { MyIncomingPage } from './my-incoming.page.tsx';
import { MyLoanPage } from './my-loan.page.tsx';

const SECTION = '/AdminContent/TelemarketingSystem/';
const plugin = { name: 'telemarketing', texts: { en } };
const some = <Row,>(row: Row) => ({ rows: [row], total: 1, totalIsExact: true });
const shared = [reply(callList.tree, []), reply(merchant.options, []), reply(callActivity.options, [])];
const order: attributedOrder.OrderRow = {
  orderNo: 'LO0000000001',
  customerName: 'Njeri',
  phone: '2547*****678',
  merchantNo: 'M0001',
  merchantName: 'Kituo Credit',
  productNo: 'P1',
  productName: 'Haraka',
  loanType: 'FIRST',
  loanAmountCents: 500_000,
  approvedAmountCents: 400_000,
  orderStatus: 'RETURNED',
  incomingChannel: null,
  attributedBy: 'RULE',
  telemarketerUserNo: 'U000006',
  telemarketerName: 'Mutua',
  firstCallAt: null,
  applyTime: '2026-11-20T06:00:00Z',
  returnedUntil: null,
  actualLoanAmountCents: null,
  billAmountCents: 0,
  lendingTime: null,
  dueDate: null,
  loanState: null,
  settledAt: null,
  activityName: null,
  estimatedBonusCents: null,
  bonus: [],
  allowedActions: ['call', 'follow'],
};
const perms = ['telemarketing:call:dial', 'telemarketing:followUp:save', 'telemarketing:followApproval:apply'];
const figures = { today: 1, month: 3, amountCents: 500_000, waiting: 2, onTimePercent: 80, activities: [] };

test('the customer of an order is called, and a missing order is claimed', async () => {
  const { myIncoming } = attributedOrder;
  const page = renderPage(<MyIncomingPage />, {
    at: `${SECTION}MyIncoming`,
    perms,
    plugin,
    replies: [
      reply(myIncoming.page, some(order)),
      reply(myIncoming.summary, {
        ...figures,
        activities: [
          {
            activityNo: 'CA000001',
            activityName: 'Long rains',
            today: 2,
            month: 12,
            reachedCents: 100_000,
            next: { applications: 25, bonusCents: 300_000, forToday: 3 },
          },
        ],
      }),
      reply(callTask.dialTasks.dial, {
        attemptId: 1,
        callNo: null,
        gate: { isAllowed: true, text: null, nextAllowedAt: null },
      }),
      reply(followApproval.apply, { applyNo: 'FA00000001', approvalStatus: 'PENDING' }),
      ...shared,
    ],
  });
  expect(await screen.findByText(/^Long rains: 2 of 3 today, 12 of 25 this month for .*3,000/)).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: /^Call: / }));
  const ask = await screen.findByRole('alertdialog');
  fireEvent.click(within(ask).getByRole('button', { name: 'Call' }));
  await waitFor(() => {
    expect(page.server.callsOf(callTask.dialTasks.dial)[0]?.request).toEqual({ orderNo: 'LO0000000001' });
  });
  fireEvent.click(screen.getByRole('button', { name: 'Claim a missing order' }));
  const form = await screen.findByRole('dialog');
  fireEvent.change(within(form).getByLabelText('Order'), { target: { value: 'LO0000000002' } });
  fireEvent.change(within(form).getByLabelText('Reason'), { target: { value: 'Called twice' } });
  fireEvent.click(within(form).getByRole('button', { name: 'Submit for approval' }));
  await waitFor(() => {
    expect(page.server.callsOf(followApproval.apply)[0]?.request).toEqual({
      applyType: 'CLAIM_ORDER',
      orderNo: 'LO0000000002',
      reason: 'Called twice',
    });
  });
});

test('a loan past due offers no call', async () => {
  const { myLoan } = attributedOrder;
  const row: attributedOrder.OrderRow = { ...order, loanState: 'PAST_DUE', allowedActions: ['follow'] };
  renderPage(<MyLoanPage />, {
    at: `${SECTION}MyLoan`,
    perms,
    plugin,
    replies: [reply(myLoan.page, some(row)), reply(myLoan.summary, figures), ...shared],
  });
  expect(await screen.findByRole('button', { name: /^Follow up: / })).toBeTruthy();
  expect(screen.getByText(/80% settled on time/)).toBeTruthy();
  const again = screen.getByRole('link', { name: '2 customers may borrow again' });
  expect(again.getAttribute('href')).toContain('MyLoan?mayBorrow=true&lendingTime=any');
  expect(screen.queryByText('Invite again')).toBeNull();
});

test('keeping a customer is granted for some days', async () => {
  const row: followApproval.ApplyRow = {
    applyNo: 'FA00000001',
    applyType: 'KEEP',
    merchantNo: 'M0001',
    phone: '2547*****678',
    entryId: 'LE000000001',
    orderNo: null,
    customerStatus: '4',
    awaitsName: 'Njeri',
    currentOwnerName: 'Mutua',
    applicantName: 'Mutua',
    reason: 'Comes on Friday',
    callCount: 2,
    talkSeconds: 90,
    approvalStatus: 'PENDING',
    approverName: null,
    decisionRemark: null,
    appliedAt: '2026-11-20T06:00:00Z',
    decidedAt: null,
    allowedActions: ['approve', 'reject'],
  };
  const page = renderPage(<ApprovalPage />, {
    at: `${SECTION}Approval`,
    perms: ['telemarketing:followApproval:approve'],
    plugin,
    replies: [
      reply(followApproval.page, some(row)),
      reply(followApproval.approve, { applyNo: row.applyNo, approvalStatus: 'APPROVED' }),
      reply(followApproval.detail, {
        row,
        calls: [],
        ruleSaysName: null,
        rule: { ruleNo: 'IR000001', attributionDays: 14, minTalkSeconds: 30, tieBreak: 'LAST_TALK', protectionDays: 9 },
        protectedUntil: null,
      }),
      ...shared,
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: /^Approve: / }));
  const form = await screen.findByRole('dialog');
  expect(await within(form).findByText('Rule IR000001: protection of up to 9 days.')).toBeTruthy();
  fireEvent.change(within(form).getByLabelText('Days kept'), { target: { value: '5' } });
  fireEvent.click(within(form).getByRole('button', { name: 'Approve' }));
  await waitFor(() => {
    expect(page.server.callsOf(followApproval.approve)[0]?.request).toEqual({
      applyNo: 'FA00000001',
      keepDays: 5,
      remark: null,
    });
  });
});

test('a customer is claimed by the number, and what is released may be an order', async () => {
  const page = renderPage(<ApprovalPage />, {
    at: `${SECTION}Approval`,
    perms: ['telemarketing:followApproval:apply'],
    plugin,
    replies: [
      reply(followApproval.page, { rows: [], total: 0, totalIsExact: true }),
      reply(followApproval.apply, { applyNo: 'FA00000002', approvalStatus: 'PENDING' }),
      ...shared,
    ],
  });
  const asked = (index: number) => page.server.callsOf(followApproval.apply)[index]?.request;
  fireEvent.click(await screen.findByRole('button', { name: 'New application' }));
  const form = await screen.findByRole('dialog');
  expect(within(form).queryByLabelText('Order')).toBeNull();
  fireEvent.change(within(form).getByLabelText('Phone'), { target: { value: '254712345678' } });
  fireEvent.change(within(form).getByLabelText('Reason'), { target: { value: 'Asks for me' } });
  fireEvent.click(within(form).getByRole('button', { name: 'Submit for approval' }));
  await waitFor(() => {
    expect(asked(0)).toEqual({ applyType: 'CLAIM_CUSTOMER', phone: '254712345678', reason: 'Asks for me' });
  });
  fireEvent.click(await screen.findByRole('button', { name: 'New application' }));
  const again = await screen.findByRole('dialog');
  fireEvent.change(within(again).getByLabelText('Type'), { target: { value: 'RELEASE' } });
  fireEvent.change(within(again).getByLabelText(/^Order/), { target: { value: 'LO0000000001' } });
  fireEvent.change(within(again).getByLabelText('Reason'), { target: { value: 'Not mine' } });
  fireEvent.click(within(again).getByRole('button', { name: 'Submit for approval' }));
  await waitFor(() => {
    expect(asked(1)).toEqual({ applyType: 'RELEASE', orderNo: 'LO0000000001', reason: 'Not mine' });
  });
});

test('a rule says what it would do to past orders', async () => {
  const row: inboundConfig.RuleRow = {
    versionNo: 1,
    ruleNo: 'IR000001',
    merchantNo: 'M0001',
    merchantName: 'Kituo Credit',
    attributionDays: 14,
    minTalkSeconds: 30,
    tieBreak: 'LAST_TALK',
    protectionDays: 7,
    autoDistribute: true,
    customerStatuses: ['0', '2'],
    maxEntriesPerPerson: null,
    effectiveFrom: '2026-11-30',
    ruleState: 'PENDING_APPROVAL',
    makerName: 'Achieng',
    checkerName: null,
    decisionReason: null,
    updatedAt: '2026-11-20T06:00:00Z',
    version: 0,
    allowedActions: ['simulate'],
  };
  renderPage(<InboundOrderConfigPage />, {
    at: `${SECTION}InboundOrderConfig`,
    perms: ['telemarketing:inbound:save'],
    plugin,
    replies: [
      reply(inboundConfig.page, some(row)),
      reply(inboundConfig.simulate, { orders: 20, changed: 3, people: [{ userName: 'Mutua', now: 5, then: 7 }] }),
      ...shared,
    ],
  });
  fireEvent.click(await screen.findByText('Kituo Credit'));
  expect(await screen.findByText('20 orders, 3 attributed differently')).toBeTruthy();
  expect(screen.getByText('Mutua: 5 now, 7 under this rule')).toBeTruthy();
});

const activity: callActivity.ActivityRow = {
  activityNo: 'CA000001',
  merchantNo: 'M0001',
  merchantName: 'Kituo Credit',
  activityName: 'Long rains',
  marketingTargets: ['FIRST_LOAN'],
  marketingTargetNames: 'First loan',
  periodFrom: '2026-11-01',
  periodTo: '2026-11-30',
  incomingBonusCents: 5_000,
  loanBonusCents: 20_000,
  couponTemplateNo: 'CT000001',
  monthSteps: [{ applications: 10, bonusCents: 100_000 }],
  couponContent: 'KES 100 off',
  activityState: 'PENDING_APPROVAL',
  orderCount: 0,
  loanCount: 0,
  makerName: 'Achieng',
  checkerName: null,
  decisionReason: null,
  updatedAt: '2026-11-20T06:00:00Z',
  version: 0,
  allowedActions: ['approve', 'reject'],
};

test('an activity is approved with its amounts in sight', async () => {
  const page = renderPage(<InboundOrderConfigPage />, {
    at: `${SECTION}InboundOrderConfig?tab=activities`,
    perms: ['telemarketing:activity:approve'],
    plugin,
    replies: [
      reply(callActivity.page, some(activity)),
      reply(callActivity.approve, { activityNo: 'CA000001', activityState: 'ENABLED' }),
      ...shared,
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: /^Approve: / }));
  const ask = await screen.findByRole('alertdialog');
  expect(within(ask).getByText('KES 200.00')).toBeTruthy();
  expect(within(ask).getByText('KES 100 off')).toBeTruthy();
  fireEvent.click(within(ask).getByRole('button', { name: 'Approve' }));
  await waitFor(() => {
    expect(page.server.callsOf(callActivity.approve)[0]?.request).toEqual({ activityNo: 'CA000001', isApproved: true });
  });
});

test('a loan says what it counts for, line by line', async () => {
  const { myLoan } = attributedOrder;
  const row: attributedOrder.OrderRow = {
    ...order,
    loanState: 'OPEN',
    activityName: 'Long rains',
    estimatedBonusCents: 25_000,
    bonus: [
      { line: 'INCOMING', cents: 5_000 },
      { line: 'LOAN', cents: 20_000 },
    ],
  };
  renderPage(<MyLoanPage />, {
    at: `${SECTION}MyLoan`,
    perms,
    plugin,
    replies: [
      reply(myLoan.page, some(row)),
      reply(myLoan.summary, figures),
      reply(myLoan.detail, { row, steps: [], calls: [], followUps: [] }),
      ...shared,
    ],
  });
  fireEvent.click(await screen.findByText('LO0000000001'));
  expect(await screen.findByText('Application: KES 50.00')).toBeTruthy();
  expect(screen.getByText('Loan disbursed: KES 200.00')).toBeTruthy();
  expect(screen.getByText('Together: KES 250.00')).toBeTruthy();
});
