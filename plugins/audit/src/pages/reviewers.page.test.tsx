// @vitest-environment jsdom
import {
  auditPersonnel,
  businessConfig,
  change,
  config,
  dictionary,
  job,
  retrieval,
  reReview,
  reviewConfig,
} from '@kituo/sdk/contracts';
import type { personnel } from '@kituo/sdk/contracts';
import { watchOwnJobs } from '@kituo/sdk';
import { Refusal, renderPage, reply } from '@kituo/sdk/testing';
import type { FakeHostOptions, FakeReply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { describe, expect, onTestFinished, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import zh from '../../locales/zh.json' with { type: 'json' };
import type { ReReviewRow } from '../re-review/re-review-fields.ts';
import type { RulesRow } from '../rules/rules-fields.ts';
import { AuditConfigurationPage } from './audit-configuration.page.tsx';
import { AuditPersonnelPage } from './audit-personnel.page.tsx';
import { MachineReviewRetrievalPage } from './machine-review-retrieval.page.tsx';
import { RejectOrderReviewConfigPage } from './reject-order-review-config.page.tsx';
import { RejectOrderReviewPage } from './reject-order-review.page.tsx';

const A = '/AdminContent/AuditSystem/';
const { endpoints } = auditPersonnel;
const listed = <Row,>(...rows: Row[]) => ({ rows, total: rows.length, totalIsExact: true });

const person: personnel.PersonnelRow = {
  userNo: 'U2',
  userName: 'otieno',
  realName: 'Otieno Odhiambo',
  jobNumber: 'KT1002',
  phone: '25*******678',
  extension: null,
  employeeStatus: 'ON_THE_JOB',
  employeeCategory: 'OLD',
  deptName: 'Review',
  groupName: 'Nairobi desk',
  principalUserNo: null,
  principalName: null,
  merchants: [
    {
      merchantNo: 'M0001',
      merchantName: 'Kituo Credit',
    },
  ],
  dailyCap: 80,
  open: 12,
  doneToday: 3,
  openFeedback: null,
  openEntries: null,
  channels: [],
  spendThisMonthCents: null,
  costPerDisbursedCents: null,
  joinAutoAllot: true,
  firstLoanWhitelist: true,
  languages: ['sw'],
  handlesComplaints: false,
  isAiEmployee: false,
  isExternal: false,
  isOnShift: true,
  lastActiveAt: null,
  personnelStatus: 'NORMAL',
  userStatus: 'NORMAL',
  joinedAt: '2026-01-05T08:00:00Z',
  version: 4,
  allowedActions: ['update', 'freeze'],
};
const steps: RulesRow = {
  configNo: 'CV1',
  tab: 'STEPS',
  versionNo: 1,
  effectiveFrom: '2026-11-01',
  scope: {
    merchantNo: null,
    productNo: null,
    loanType: null,
    merchantName: null,
    productName: null,
  },
  value: [
    {
      stepName: 'Compare faces',
      required: true,
      evidenceTab: 'ESSENTIAL',
      answers: ['CONFIRMED'],
    },
  ],
  versionStatus: 'IN_FORCE',
  makerName: 'Wambui',
  checkerName: 'Wanjiru',
  reason: 'x',
  decisionReason: null,
  createdAt: '2026-11-01T00:00:00Z',
  updatedAt: '2026-11-01T00:00:00Z',
  version: 3,
  allowedActions: ['copy'],
};
const refused: ReReviewRow = {
  reReviewNo: null,
  orderNo: 'LO0000000007',
  merchantNo: 'M0001',
  merchantName: 'Kituo',
  customerName: 'Achieng',
  phone: '25*******001',
  productName: 'Haraka',
  loanAmountCents: 1,
  orderStatus: 'REFUSED',
  refuseCode: 'R01',
  denialReason: 'Unreadable',
  refuseTime: '2026-11-20T06:00:00Z',
  firstAuditorName: 'Otieno',
  applicantName: null,
  applyReason: null,
  applyTime: null,
  reviewStatus: null,
  secondAuditorName: null,
  decidedAt: null,
  blocked: null,
  allowedActions: ['apply'],
};

const named = <E extends { readonly name: string }>(endpoint: E, part: string): E => ({
  ...endpoint,
  name: `${endpoint.name}.${part}`,
});

function open(page: ReactElement, options: FakeHostOptions & { replies?: readonly FakeReply[] } = {}) {
  return renderPage(page, {
    plugin: { name: 'audit', texts: { en, zh } },
    ...options,
    replies: [
      ...(options.replies ?? []),
      reply(dictionary.getEnabledNotEnabledOptionRespDtos, []),
      reply(dictionary.getSelectOptionRespDtos, [
        { dictKey: 'CONFIRMED', label: 'Confirmed', tagColour: null, enabled: true },
        { dictKey: 'ESSENTIAL', label: 'Essential info', tagColour: null, enabled: true },
      ]),
      reply(endpoints.page, listed(person)),
      reply(endpoints.away, {
        realName: 'Otieno Odhiambo',
        open: 12,
        merchants: [
          {
            merchantName: 'Kituo Credit',
            open: 12,
            others: [],
            unplaced: 12,
          },
        ],
      }),
      ...reviewConfig.rulesTab.options.map((tab) => reply(named(reviewConfig.page, tab), listed(steps))),
      reply(config.inForce, { value: steps.value, versionNo: 1, effectiveFrom: '2026-11-01' }),
      reply(named(reReview.page, 'eligible'), listed(refused)),
      reply(reReview.quota, []),
    ],
  });
}

describe('reviewers', () => {
  const at = `${A}AuditPersonnel`;

  test('speak languages by their names; a machine among them is marked', async () => {
    const machine = { ...person, userNo: 'U9', realName: 'Msaidizi', isAiEmployee: true };
    open(<AuditPersonnelPage />, {
      at,
      replies: [
        reply(endpoints.page, listed(person, { ...machine, languages: ['sw', 'old'] })),
        reply(dictionary.getEnabledNotEnabledOptionRespDtos, [
          { dictKey: 'sw', label: 'Swahili', tagColour: null, enabled: true },
        ]),
      ],
    });
    await screen.findByText('Msaidizi');
    expect(await screen.findAllByText(/^Swahili/)).toHaveLength(2);
    const rows = screen.getAllByRole('row').map(({ textContent }) => textContent);
    expect(rows.filter((row) => row.includes('AI employee') && row.includes('Msaidizi'))).toHaveLength(1);
    expect(rows.filter((row) => row.includes('AI employee') && row.includes('Otieno'))).toEqual([]);
  });

  test('freezing says what goes back; sign-in is offered to those who may freeze it alone', async () => {
    const page = open(<AuditPersonnelPage />, {
      at,
      perms: ['audit:personnel:freeze', 'audit:personnel:update'],
      replies: [
        reply(endpoints.freeze, {
          sentBack: 12,
          sessionsEnded: null,
        }),
      ],
    });
    await screen.findByText('Otieno Odhiambo');
    expect(screen.queryByText('Sync')).toBeNull();
    fireEvent.click(await screen.findByLabelText('More actions for Otieno Odhiambo'));
    fireEvent.click(await screen.findByText('Freeze'));
    const form = await screen.findByRole('dialog');
    await within(form).findByText(/12 open orders return to assignment/);
    await within(form).findByText(/No capacity today for 12/);
    expect(within(form).queryByLabelText('Also freeze account')).toBeNull();
    fireEvent.click(within(form).getByRole('button', { name: 'Freeze' }));
    await waitFor(() => {
      expect(page.server.callsOf(endpoints.freeze)[0]?.request).toEqual({
        userNo: 'U2',
        alsoSignIn: false,
      });
    });
  });
});

describe('the rules', () => {
  const at = `${A}AuditConfiguration?tab=STEPS`;

  test('a new version of the steps starts from what holds and is sent in its order', async () => {
    const page = open(<AuditConfigurationPage />, {
      at,
      perms: ['audit:config:update'],
      replies: [
        reply(reviewConfig.save, () => {
          throw new Refusal('REVIEW_STEP_FAULT', {
            fields: [
              {
                field: 'value.0.stepName',
                msg: 'Two steps have this name',
              },
            ],
          });
        }),
      ],
    });
    fireEvent.click(await screen.findByRole('button', { name: 'New version' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Add step' }));
    fireEvent.change(screen.getByLabelText('Step 2'), { target: { value: 'Ring the employer' } });
    await screen.findByText('A step needs at least one answer');
    const answers = screen.getByRole('group', { name: 'Answers of step 2' });
    fireEvent.click(await within(answers).findByLabelText('Confirmed'));
    fireEvent.click(screen.getByRole('button', { name: 'Move step 2 up' }));
    fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'More calls' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save draft' }));
    const [first] = await screen.findAllByText('Two steps have this name');
    expect(first?.closest('li')?.querySelector('input')?.value).toBe('Ring the employer');
    fireEvent.change(screen.getByLabelText('Step 1 in Chinese'), { target: { value: '致电雇主' } });
    expect(first?.isConnected).toBe(false);
    page.server.answer(reply(reviewConfig.save, steps));
    fireEvent.click(screen.getByRole('button', { name: 'Save draft' }));
    await waitFor(() => {
      expect(page.server.callsOf(reviewConfig.save).at(-1)?.request).toMatchObject({
        tab: 'STEPS',
        scope: { merchantNo: null, productNo: null, loanType: null },
        value: [
          { stepName: 'Ring the employer', stepNameZh: '致电雇主', answers: ['CONFIRMED'] },
          { stepName: 'Compare faces' },
        ],
      });
    });
  });

  test('say what holds where nobody made a version, and a new one starts from it', async () => {
    const value = { autoAllotEnabled: false, leaseMinutes: 45, amberAfterMinutes: 30, redAfterMinutes: 90 };
    const page = open(<AuditConfigurationPage />, {
      at: `${A}AuditConfiguration`,
      perms: ['audit:config:update'],
      replies: [
        reply(named(reviewConfig.page, 'ALLOCATION'), listed()),
        reply(config.inForce, {
          value,
          versionNo: null,
          effectiveFrom: null,
        }),
      ],
    });
    const held = await screen.findByRole('region', { name: 'In force' });
    await within(held).findByText('Default settings. No version has been created.');
    expect(within(held).getByText('45 minutes')).toBeTruthy();
    const [add = document.body] = await screen.findAllByRole('button', { name: 'New version' });
    fireEvent.click(add);
    expect(await screen.findByLabelText(/^Return unopened orders/)).toHaveProperty('value', '45');
    expect(page.server.callsOf(config.inForce)[0]?.request).toEqual({ key: 'audit.allocation' });
  });

  test('without the right nothing is offered', async () => {
    open(<AuditConfigurationPage />, { at, perms: [] });
    await screen.findByText('CV1');
    expect(screen.queryByRole('button', { name: 'New version' })).toBeNull();
  });
});

describe('re-review', () => {
  const rules = {
    enabled: false,
    dailySubmitLimit: 30,
    perPersonLimit: 10,
    refuseCodes: [],
    minDays: 0,
    maxDays: 30,
    targetStatus: 'TO_ALLOCATE' as const,
    sources: ['REFUSED' as const],
  };
  const version: config.ConfigVersion = {
    versionId: 'CV9',
    configKey: 'audit.reReviewDefaults',
    title: '',
    subjectNo: '',
    versionNo: 2,
    value: {
      ...rules,
      dailySubmitLimit: 50,
    },
    effectiveFrom: '2026-12-01',
    inForceFrom: null,
    versionStatus: 'PENDING',
    makerUserNo: 'U1',
    makerName: 'Wambui',
    checkerName: null,
    reason: 'More staff',
    decisionReason: null,
    version: 2,
    createdAt: '2026-11-20T08:00:00Z',
    updatedAt: '2026-11-20T08:00:00Z',
    allowedActions: ['approve', 'reject'],
  };

  test('has defaults of the company: read, requested, agreed to by another person', async () => {
    const asked = { configKey: 'ORDER_REVIEW' as const, configNo: 'CV9', versionNo: 2 };
    const page = open(<RejectOrderReviewConfigPage />, {
      at: `${A}RejectOrderReviewConfig`,
      perms: ['audit:orderReview:config'],
      replies: [
        reply(reReview.configPage, listed()),
        reply(reviewConfig.refuseCodes, []),
        reply(businessConfig.getConfigByKey, {
          configKey: 'ORDER_REVIEW',
          value: rules,
          versionNo: 1,
          effectiveFrom: '2026-11-01',
        }),
        reply(config.page, listed(version)),
        reply(config.approve, {
          ...version,
          versionStatus: 'SCHEDULED',
        }),
        reply(businessConfig.updateConfig, {
          ...asked,
          versionStatus: 'PENDING',
          effectiveFrom: '2026-12-01',
        }),
      ],
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Default rules' }));
    const drawer = await screen.findByRole('dialog', { name: 'Default rules' });
    await within(drawer).findByText('Wambui: More staff');
    expect(within(drawer).getByRole('row', { name: 'Daily limit 30 50' })).toBeTruthy();
    fireEvent.click(within(drawer).getByRole('button', { name: 'Approve' }));
    const sure = await screen.findByRole('alertdialog', { name: 'Approve the default rules?' });
    fireEvent.click(within(sure).getByRole('button', { name: 'Approve' }));
    await screen.findByText('Default rules approved.');
    expect(page.server.callsOf(config.approve)[0]?.request).toEqual({
      versionId: 'CV9',
      version: 2,
    });
    fireEvent.click(screen.getByRole('button', { name: 'Default rules' }));
    const reopened = await screen.findByRole('dialog', { name: 'Default rules' });
    fireEvent.click(await within(reopened).findByRole('button', { name: 'Edit' }));
    const form = await screen.findByRole('dialog', { name: 'Edit default rules' });
    fireEvent.change(within(form).getByLabelText(/^Reason/), { target: { value: 'Fewer' } });
    fireEvent.click(within(form).getByRole('button', { name: 'Submit for approval' }));
    await waitFor(() => {
      expect(page.server.callsOf(businessConfig.updateConfig)[0]?.request).toMatchObject({
        configKey: 'ORDER_REVIEW',
        value: rules,
        reason: 'Fewer',
      });
    });
  });
});

test('a retrieval names the money that is paid out, and keeps the form when a line moved', async () => {
  const line = {
    orderNo: 'LO1',
    merchantName: 'Kituo',
    orderStatus: 'DISBURSE_FAILED',
    amountCents: 41_200_000,
    fault: null,
  };
  const page = open(<MachineReviewRetrievalPage />, {
    at: `${A}MachineReviewRetrieval`,
    perms: ['audit:retrieval:submit'],
    replies: [
      reply(retrieval.check, {
        items: [line],
        duplicates: 1,
        eligible: 1,
        faulty: 0,
        totalCents: 412e5,
        needsChecker: true,
      }),
      reply(retrieval.submit, () => {
        throw new Refusal('RETRIEVAL_FAULTS', { facts: { count: 1 } });
      }),
    ],
  });
  const target = await screen.findByLabelText('Target');
  fireEvent.change(target, { target: { value: 'PENDING_DISBURSEMENT' } });
  const numbers = screen.getByLabelText(/^Order numbers/);
  fireEvent.change(numbers, { target: { value: 'LO1, LO1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Check' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Return 1 order' }));
  const form = await screen.findByRole('dialog');
  await within(form).findByText(/KES 412,000\.00 is then disbursed/);
  await within(form).findByText(/Orders are returned once approved/);
  fireEvent.change(within(form).getByLabelText('Reason'), {
    target: { value: 'Channel was down' },
  });
  fireEvent.click(within(form).getByRole('button', { name: 'Return orders' }));
  await within(form).findByText(/of these orders cannot be returned/);
  expect(page.server.callsOf(retrieval.submit)[0]?.request).toMatchObject({
    orderNos: ['LO1'],
    targetStatus: 'PENDING_DISBURSEMENT',
  });
  expect(numbers).toHaveProperty('value', 'LO1, LO1');
});

test('while a batch runs the next one waits, and no button moves', async () => {
  const line = { orderNo: 'LO1', merchantName: 'Kituo', orderStatus: 'REFUSED', amountCents: 1_000_000, fault: null };
  const running: job.JobRow = {
    jobNo: 'J1',
    kind: 'retrieval.run',
    title: 'Return orders',
    jobStatus: 'RUNNING',
    total: 1,
    done: 0,
    succeeded: 0,
    failed: 0,
    reason: null,
    fileName: null,
    expiresAt: null,
    createdAt: '2026-11-20T06:00:00Z',
    startedAt: null,
    finishedAt: null,
    retryOf: null,
    allowedActions: [],
  };
  const page = open(<MachineReviewRetrievalPage />, {
    at: `${A}MachineReviewRetrieval`,
    perms: ['audit:retrieval:submit'],
    replies: [
      reply(retrieval.check, {
        items: [line],
        duplicates: 0,
        eligible: 1,
        faulty: 0,
        totalCents: 1e6,
        needsChecker: false,
      }),
      reply(job.page, listed(running)),
      reply(job.detail, running),
      reply(job.items, listed()),
    ],
  });
  onTestFinished(watchOwnJobs());
  fireEvent.change(await screen.findByLabelText(/^Order numbers/), { target: { value: 'LO1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Check' }));
  const send = () => screen.getByRole('button', { name: 'Return 1 order' });
  await screen.findByRole('grid', { name: 'Checked orders' });
  await waitFor(() => {
    expect(send()).toHaveProperty('disabled', true);
  });
  const over: job.JobRow = { ...running, jobStatus: 'SUCCESS', done: 1, succeeded: 1 };
  page.server.answer(reply(job.page, listed(over)));
  page.server.answer(reply(job.detail, over));
  page.push({ type: 'job', jobNo: 'J1', status: 'SUCCESS', done: 1, total: 1 });
  await waitFor(() => {
    expect(send()).toHaveProperty('disabled', false);
  });
});

test('an order that was looked for and is not eligible says why', async () => {
  const msg = 'Possible from 1 December 2026';
  const page = open(<RejectOrderReviewPage />, {
    at: `${A}RejectOrderReview?orderNo=LO0000000009&refuseTime=any`,
    perms: ['audit:orderReview:apply'],
    replies: [
      reply(named(reReview.page, 'eligible'), listed()),
      reply(reReview.check, {
        fitting: 0,
        remainingAfter: 8,
        items: [
          {
            orderNo: 'LO0000000009',
            blocked: {
              error: 'COOL_OFF',
              msg,
              facts: {},
            },
          },
        ],
      }),
    ],
  });
  await screen.findByRole('heading', { name: 'LO0000000009 cannot be submitted now' });
  await screen.findByText(msg);
  const asked = page.server.callsOf(named(reReview.page, 'eligible'))[0]?.request;
  expect(asked?.filters).toEqual({ tab: 'ELIGIBLE', orderNo: 'LO0000000009' });
});

test('numbers to return are kept while the batches are looked at', async () => {
  open(<MachineReviewRetrievalPage />, {
    at: `${A}MachineReviewRetrieval`,
    perms: ['audit:retrieval:submit'],
    replies: [reply(retrieval.page, listed())],
  });
  const numbers = await screen.findByLabelText(/^Order numbers/);
  fireEvent.change(numbers, { target: { value: 'LO1, LO2' } });
  fireEvent.click(screen.getByRole('tab', { name: 'Batches' }));
  await screen.findByRole('heading', { name: 'Batches' });
  fireEvent.click(screen.getByRole('tab', { name: 'Return orders' }));
  expect(await screen.findByLabelText(/^Order numbers/)).toHaveProperty('value', 'LO1\nLO2');
});

test('many refusals are submitted within the quota, with what remains', async () => {
  open(<RejectOrderReviewPage />, {
    at: `${A}RejectOrderReview`,
    perms: ['audit:orderReview:apply'],
    replies: [
      reply(reReview.check, {
        fitting: 1,
        remainingAfter: 8,
        items: [
          {
            orderNo: 'LO0000000007',
            blocked: null,
          },
        ],
      }),
    ],
  });
  fireEvent.click(await screen.findByLabelText('Select row LO0000000007'));
  const bar = await screen.findAllByRole('button', { name: 'Submit' });
  fireEvent.click(bar.at(-1) ?? document.body);
  await screen.findByText('Submit 1 order for re-review? 8 submissions remain today.');
});

test('what could not be read is read again on Retry: quotas, rules in force, refusal codes', async () => {
  const refuse = () => {
    throw new Refusal('TOO_MANY_REQUESTS');
  };
  const first = open(<RejectOrderReviewPage />, {
    at: `${A}RejectOrderReview`,
    perms: [],
    replies: [reply(reReview.quota, refuse)],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Retry' }));
  await waitFor(() => {
    expect(first.server.callsOf(reReview.quota)).toHaveLength(2);
  });
  first.unmount();
  const second = open(<AuditConfigurationPage />, {
    at: `${A}AuditConfiguration?tab=FACE`,
    perms: [],
    replies: [reply(config.inForce, refuse)],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Retry' }));
  await waitFor(() => {
    expect(second.server.callsOf(config.inForce)).toHaveLength(2);
  });
});

const asked: change.ChangeRow = {
  changeNo: 'CH7',
  changeState: 'REJECTED',
  kind: 'refuseCode.disable',
  title: 'Disable',
  subjectNo: 'R05',
  subjectName: 'R05 Income',
  makerUserNo: 'U1',
  makerName: 'Wambui',
  before: null,
  after: {},
  reason: null,
  createdAt: '2026-11-20T08:00:00Z',
  lapsesAt: null,
  decidedByName: null,
  decidedAt: null,
  decisionReason: null,
  concerns: [],
  allowedActions: [],
};

describe('decline codes', () => {
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
    allowedActions: ['disable' as const],
  };
  const { withdraw } = change.changeFamilies.refuseCode;

  test('await approval when changed, and whoever asked takes it back; the list is a file', async () => {
    const page = open(<AuditConfigurationPage />, {
      at: `${A}AuditConfiguration?tab=codes`,
      perms: ['audit:config:update'],
      replies: [
        reply(reviewConfig.refuseCodes, [code]),
        reply(reviewConfig.disableRefuseCode, {
          refuseCode: 'R05',
          changeNo: 'CH7',
        }),
        reply(reviewConfig.codesExport, { jobNo: 'J1' }),
        reply(withdraw, {
          ...asked,
          changeState: 'WITHDRAWN',
        }),
      ],
    });
    fireEvent.click(await screen.findByRole('button', { name: /^Disable/ }));
    const sure = await screen.findByRole('alertdialog');
    fireEvent.click(within(sure).getByRole('button', { name: 'Submit for approval' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Withdraw' }));
    await waitFor(() => {
      expect(page.server.callsOf(withdraw)[0]?.request).toEqual({ changeNo: 'CH7' });
    });
    fireEvent.click(screen.getByLabelText('Select row R05'));
    fireEvent.click(screen.getAllByRole('button', { name: 'Export' }).at(-1) ?? document.body);
    const [csv] = await screen.findAllByRole('menuitem', { name: 'CSV' });
    fireEvent.click(csv ?? document.body);
    await waitFor(() => {
      expect(page.server.callsOf(reviewConfig.codesExport)[0]?.request).toEqual({
        format: 'csv',
        filters: {},
        ids: ['R05'],
      });
    });
  });
});

test('outcomes and changes of codes are lists with files of their own', async () => {
  const outcome = {
    refuseCode: 'R05',
    denialReason: 'Income',
    submitted: 4,
    passed: 1,
    refused: 2,
    returned: 1,
  };
  const first = open(<RejectOrderReviewPage />, {
    at: `${A}RejectOrderReview?tab=outcomes`,
    perms: ['audit:orderReview:page'],
    replies: [reply(reReview.outcomes, [outcome]), reply(reReview.outcomesExport, { jobNo: 'J1' })],
  });
  await screen.findByText('25%');
  fireEvent.click(screen.getByRole('button', { name: 'Export' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Excel (XLSX)' }));
  await waitFor(() => {
    expect(first.server.callsOf(reReview.outcomesExport)[0]?.request).toEqual({
      format: 'xlsx',
      filters: {},
    });
  });
  first.unmount();
  const { page: changes } = change.changeFamilies.refuseCode;
  const exported = change.changeExports.refuseCode;
  const second = open(<AuditConfigurationPage />, {
    at: `${A}AuditConfiguration?tab=codeChanges&changeState=REJECTED`,
    replies: [reply(changes, listed(asked)), reply(exported, { jobNo: 'J2' })],
  });
  await screen.findByText('R05 Income');
  fireEvent.click(screen.getByRole('button', { name: 'Export' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'CSV' }));
  await waitFor(() => {
    expect(second.server.callsOf(exported)[0]?.request).toMatchObject({
      format: 'csv',
      filters: { changeState: 'REJECTED' },
    });
  });
});
