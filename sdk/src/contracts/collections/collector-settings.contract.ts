import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, exportReply, exportRequest, listReply, listRequest, selected, textFilter } from '../list.ts';
import { historyEntry } from '../platform/history.ts';
import { employeeCategory, employeeStatus } from '../staff/user-fields.ts';
import { collectionUserTree, jobStarted } from './case-forms.ts';
import { caseLevel, type CaseScope, someOf } from './collection.ts';

/**
 * What of a collection system a collector works. Category, merchants, principal and freezing belong to the person and are
 * the personnel record’s, for both systems.
 */

const levels = z.array(caseLevel).check(z.minLength(1, 'Choose at least 1'), z.maxLength(6));
const products = z.array(businessNo).check(z.minLength(1, 'Choose at least 1'), z.maxLength(200));
const billCap = z.nullable(
  z.int('Whole numbers only').check(z.minimum(0, '0 to 1,000'), z.maximum(1000, '0 to 1,000')),
);
const amountCapCents = z.nullable(z.int().check(z.minimum(1, 'Must be above 0'), z.maximum(1_000_000_000_00)));

export const settingsRow = z.object({
  userNo: z.string(),
  userName: z.string(),
  realName: z.string(),
  jobNumber: z.nullable(z.string()),
  /** Masked. */
  phone: z.nullable(z.string()),
  deptName: z.nullable(z.string()),
  groupName: z.nullable(z.string()),
  principalName: z.nullable(z.string()),
  merchantNames: z.array(z.string()),
  employeeCategory,
  employeeStatus,
  personnelStatus: z.enum(['NORMAL', 'FROZEN']),
  isAiEmployee: z.boolean(),
  isOnShift: z.boolean(),
  /** Empty: all. */
  caseLevels: z.array(caseLevel),
  /** Empty: all of the merchants. By order always empty. */
  productNos: z.array(z.string()),
  productNames: z.array(z.string()),
  billCap: z.nullable(z.number()),
  amountCapCents: z.nullable(z.number()),
  /** Of this system, where it says so; else the record’s. */
  joinAutoAllot: z.boolean(),
  firstLoanWhitelist: z.boolean(),
  /** In work in this system, and in the other. */
  openCases: z.number(),
  otherCases: z.number(),
  borrowerCount: z.number(),
  termNos: z.array(z.number()),
  amountInHandCents: z.number(),
  /** 0 where nothing was set. */
  version: z.number(),
  allowedActions: z.array(z.enum(['updateSettings'])),
});
export type SettingsRow = z.output<typeof settingsRow>;

const filters = z.strictObject({
  userNo: textFilter,
  realName: textFilter,
  groupName: textFilter,
  deptNo: z.optional(businessNo),
  merchantNo: someOf(businessNo),
  caseLevel: z.optional(caseLevel),
  /** Who works it. */
  productNo: someOf(businessNo),
  employeeCategory: z.optional(employeeCategory),
  employeeStatus: z.optional(employeeStatus),
  personnelStatus: z.optional(z.enum(['NORMAL', 'FROZEN'])),
  isAiEmployee: z.optional(z.boolean()),
  /** With open cases by order and by bill. */
  worksBothScopes: z.optional(z.boolean()),
});
const SORTS = ['userNo', 'realName'] as const;
/** A patch: what is left out stays as it is. */
const changes = {
  caseLevels: z.optional(levels),
  productNos: z.optional(products),
  billCap: z.optional(billCap),
  amountCapCents: z.optional(amountCapCents),
  joinAutoAllot: z.optional(z.boolean()),
  firstLoanWhitelist: z.optional(z.boolean()),
};

const AT = {
  ORDER: {
    name: 'collectorSettings',
    path: 'collectionPerson/order',
    page: '/AdminContent/CollectionSystem/CollectionPersonnel',
    code: 'collection:personnel:update',
  },
  BILL: {
    name: 'collectorSettingsStage',
    path: 'collectionPerson/stage',
    page: '/AdminContent/CollectionSystemNew/CollectionPersonnelNew',
    code: 'collectionStage:personnel:update',
  },
} as const;

function settingsEndpoints(scope: CaseScope) {
  const { name, path, page, code } = AT[scope];
  const seen = { page: [page] };
  const one = z.object({ userNo: businessNo });
  return {
    page: defineEndpoint({
      name: `${name}.page`,
      method: 'POST',
      path: `${path}/page`,
      access: seen,
      kind: 'query',
      summary: 'Collectors of the caller’s merchants with what they work in this system, and what they have in hand',
      request: listRequest(filters, SORTS),
      reply: listReply(settingsRow),
    }),
    exportList: defineEndpoint({
      name: `${name}.export`,
      method: 'POST',
      path: `${path}/export`,
      access: seen,
      kind: 'command',
      summary: 'The filtered or the selected collectors as a file, made by a job',
      request: exportRequest(filters, SORTS),
      reply: exportReply,
    }),
    tree: defineEndpoint({
      name: `${name}.tree`,
      method: 'GET',
      path: `${path}/tree`,
      access: seen,
      kind: 'query',
      summary: 'Collectors by department, with their load in this system',
      request: z.object({}),
      reply: collectionUserTree,
    }),
    products: defineEndpoint({
      name: `${name}.products`,
      method: 'GET',
      path: `${path}/products`,
      access: seen,
      kind: 'query',
      summary: 'The products of the caller’s merchants',
      request: z.object({}),
      reply: z.array(z.object({ productNo: businessNo, productName: z.string(), merchantName: z.string() })),
    }),
    detail: defineEndpoint({
      name: `${name}.detail`,
      method: 'GET',
      path: `${path}/{userNo}`,
      access: seen,
      kind: 'query',
      summary:
        'One collector: settings, record of the last 90 days, what falls due and what tomorrow brings. PERSONNEL_NOT_FOUND',
      request: one,
      reply: z.object({
        row: settingsRow,
        /** Of cases they had in the last 90 days: how many, and how many were settled while they had them. */
        cures: z.array(z.object({ termNo: z.nullable(z.number()), cases: z.number(), cured: z.number() })),
        /** Bills of the orders in hand that fall due within 7 days. */
        dueSoon: z.object({ bills: z.number(), amountCents: z.number() }),
        /** Promises that they were given in the last 90 days. */
        promises: z.object({ made: z.number(), kept: z.number(), broken: z.number() }),
        /** Of the last 90 days: what cases owed as they came to them, and what repayments are credited to them. */
        recovery: z.object({ assignedCents: z.number(), collectedCents: z.number() }),
        /** The newest 10. */
        assignments: z.array(
          z.object({ caseNo: z.string(), caseLevel, assignedAt: z.string(), endedAt: z.nullable(z.string()) }),
        ),
        /** Expected: an even share of what comes to the desks of their merchants and levels. */
        tomorrow: z.object({
          day: z.string(),
          isOnShift: z.boolean(),
          dailyCap: z.number(),
          expectedCases: z.number(),
        }),
        /** New staff who settle as much as the experienced of their group: they may be moved up. Null else. */
        moveUp: z.nullable(z.object({ cases: z.number(), percent: z.number(), othersPercent: z.number() })),
        history: z.array(historyEntry),
      }),
    }),
    update: defineEndpoint({
      name: `${name}.update`,
      method: 'POST',
      path: `${path}/update`,
      access: { code: [code] },
      kind: 'command',
      preview: true,
      summary:
        'Changes what a collector works; a cap below what is open has to be accepted. PERSONNEL_NOT_FOUND, STALE, PERSONNEL_CAP, PERSONNEL_MERCHANT',
      request: z.strictObject({
        userNo: businessNo,
        version: z.int(),
        ...changes,
        /** Said once the person knows that the cap lies below what is open. */
        acceptsCapBelowOpen: z.optional(z.boolean()),
      }),
      reply: z.object({ userNo: z.string(), version: z.number() }),
    }),
    batchUpdate: defineEndpoint({
      name: `${name}.batchUpdate`,
      method: 'POST',
      path: `${path}/batchUpdate`,
      access: { code: [code] },
      kind: 'command',
      preview: true,
      summary: 'Levels, products and caps of several collectors, by a job. NOTHING_CHANGES',
      request: z.strictObject({ userNos: selected, ...changes }),
      reply: jobStarted,
    }),
  };
}

/** By order: the levels that a collector works. */
export const byOrder = settingsEndpoints('ORDER');
/** By bill: levels, products and caps. */
export const byBill = settingsEndpoints('BILL');
export type SettingsEndpoints = typeof byOrder;
