import { auditPersonnel, config, dictionary, reReview, reviewConfig, type personnel } from '@kituo/sdk/contracts';
import { renderPage, reply, type FakeHostOptions, type FakeReply } from '@kituo/sdk/testing';
import type { ReactElement } from 'react';
import type { ReReviewRow } from '../re-review/re-review-fields.ts';
import type { RulesRow } from '../rules/rules-fields.ts';
import en from '../../locales/en.json' with { type: 'json' };
import zh from '../../locales/zh.json' with { type: 'json' };

export const A = '/AdminContent/AuditSystem/';
const { endpoints } = auditPersonnel;
export const listed = <Row,>(...rows: Row[]) => ({ rows, total: rows.length, totalIsExact: true });

export const person: personnel.PersonnelRow = {
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
export const steps: RulesRow = {
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
export const refused: ReReviewRow = {
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

export const named = <E extends { readonly name: string }>(endpoint: E, part: string): E => ({
  ...endpoint,
  name: `${endpoint.name}.${part}`,
});

export function open(page: ReactElement, options: FakeHostOptions & { replies?: readonly FakeReply[] } = {}) {
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
