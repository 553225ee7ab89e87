import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, exportReply, exportRequest, listReply, listRequest, reason, textFilter } from '../list.ts';
import { historyEntry } from '../platform/history.ts';

export const ORG_MERCHANT_PAGE = '/AdminContent/OperationSystem/OrganizationMerchantManagement';
const seen = { page: [ORG_MERCHANT_PAGE] } as const;
const of = (action: string) => ({ code: [`operation:orgMerchant:${action}`] }) as const;

/** ORG_MERCHANT_STATUS */
export const orgMerchantStatus = z.enum(['ENABLED', 'DISABLED']);
export const orgMerchantAction = z.enum(['enable', 'update', 'trafficLimit', 'riskConfig', 'copy', 'disable']);

const text = z
  .string()
  .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(64, 'At most 64 characters'));
const merchantNo = z.string().check(z.trim(), z.regex(/^[A-Z0-9]{2,16}$/, '2 to 16 capital letters and digits'));
const companyCode = z.string().check(z.trim(), z.regex(/^\d{2,6}$/, '2 to 6 digits'));

export const trafficLimit = z.object({
  /** 0: new customers. 1 and more: who settled at least so many loans. -1: anybody. */
  settledOrderCount: z.int('Must be a whole number').check(z.minimum(-1, '-1, 0 or more'), z.maximum(1_000)),
  /** Admitted a day (EAT). -1: unlimited. 0: nobody. */
  dailyLimit: z.int('Must be a whole number').check(z.minimum(-1, '-1, 0 or more'), z.maximum(10_000_000)),
});
export const trafficLimits = z.array(z.strictObject(trafficLimit.shape)).check(
  z.maxLength(20),
  z.refine((rows) => new Set(rows.map((row) => row.settledOrderCount)).size === rows.length, 'Each count once'),
);

export const orgMerchantRow = z.object({
  merchantNo: z.string(),
  merchantName: z.string(),
  companyCode: z.string(),
  companyName: z.string(),
  orgNo: z.string(),
  orgName: z.string(),
  trafficLimits: z.array(trafficLimit),
  /** New customers and applications of today (EAT). */
  registeredToday: z.number(),
  appliedToday: z.number(),
  /** Loans that run on where the merchant is disabled. */
  liveOrders: z.number(),
  /** For tests alone: numbers may have a fixed verification code. */
  isSandbox: z.boolean(),
  /** The company’s default rules decide where it has no rule set of its own; else a person does. */
  takesDefaultRules: z.boolean(),
  orgMerchantStatus,
  hasWaitingChange: z.boolean(),
  version: z.number(),
  allowedActions: z.array(orgMerchantAction),
});
export type OrgMerchantRow = z.output<typeof orgMerchantRow>;

const filters = z.strictObject({
  orgNo: z.optional(businessNo),
  companyCode: textFilter,
  merchantNo: textFilter,
  merchantName: textFilter,
  orgMerchantStatus: z.optional(orgMerchantStatus),
});
const SORTS = ['merchantNo', 'merchantName'] as const;

export const page = defineEndpoint({
  name: 'orgMerchant.page',
  method: 'POST',
  path: 'organizationMerchant/page',
  access: seen,
  kind: 'query',
  summary: 'Organisations, companies and merchants, with the traffic that each admits',
  request: listRequest(filters, SORTS),
  reply: listReply(orgMerchantRow),
});
export const exportList = defineEndpoint({
  name: 'orgMerchant.export',
  method: 'POST',
  path: 'organizationMerchant/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected merchants as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});
export const organizations = defineEndpoint({
  name: 'orgMerchant.organizations',
  method: 'GET',
  path: 'organizationMerchant/organizations',
  access: seen,
  kind: 'query',
  summary: 'The organisations that merchants belong to',
  request: z.object({}),
  reply: z.array(z.object({ orgNo: z.string(), orgName: z.string() })),
});
export const info = defineEndpoint({
  name: 'orgMerchant.info',
  method: 'GET',
  path: 'organizationMerchant/info/{merchantNo}',
  access: seen,
  kind: 'query',
  summary: 'A merchant with its products, the tree of its organisation, what decides, and its history. NOT_FOUND',
  request: z.object({ merchantNo: businessNo }),
  reply: z.object({
    row: orgMerchantRow,
    products: z.array(z.object({ productNo: z.string(), productName: z.string(), isEnabled: z.boolean() })),
    /** Its organisation from the top, with the merchants that the reader sees. */
    tree: z.array(
      z.object({
        orgNo: z.string(),
        orgName: z.string(),
        parentOrgNo: z.nullable(z.string()),
        merchants: z.array(
          z.object({
            merchantNo: z.string(),
            merchantName: z.string(),
            companyName: z.string(),
            isEnabled: z.boolean(),
          }),
        ),
      }),
    ),
    /** By what its applications are decided. */
    risk: z.object({
      ruleSets: z.array(z.string()),
      models: z.array(z.string()),
      /** Version of its prices; null where products are offered at their own terms. */
      pricesVersionNo: z.nullable(z.number()),
    }),
    admissions: z.array(z.object({ settledOrderCount: z.number(), registered: z.number(), applied: z.number() })),
    history: z.array(historyEntry),
  }),
});

const command = { method: 'POST', kind: 'command', preview: true } as const;
const form = { orgNo: businessNo, companyCode, companyName: text, merchantName: text };
const saved = z.object({ merchantNo: z.string() });
export const add = defineEndpoint({
  ...command,
  name: 'orgMerchant.add',
  path: 'organizationMerchant/add',
  access: of('add'),
  summary: 'Adds a merchant, disabled and without traffic. ORG_MERCHANT_EXISTS, REFERENCE_UNKNOWN',
  request: z.strictObject({ ...form, merchantNo }),
  reply: saved,
});
export const copy = defineEndpoint({
  ...command,
  name: 'orgMerchant.copy',
  path: 'organizationMerchant/copy',
  access: of('copy'),
  summary: 'Adds a merchant of the same company, disabled and without traffic. ORG_MERCHANT_EXISTS, NOT_FOUND',
  request: z.strictObject({ fromMerchantNo: businessNo, merchantNo, merchantName: text }),
  reply: saved,
});
export const update = defineEndpoint({
  ...command,
  name: 'orgMerchant.update',
  path: 'organizationMerchant/update',
  access: of('update'),
  summary: 'Changes a merchant’s names and company. ORG_MERCHANT_EXISTS, REFERENCE_UNKNOWN, STALE',
  request: z.strictObject({
    ...form,
    merchantNo: businessNo,
    version: z.int(),
    /** As it is, where it is not said. */
    isSandbox: z.optional(z.boolean()),
  }),
  reply: saved,
});
const stated = z.strictObject({ merchantNo: businessNo, reason });
const requested = z.object({ changeNo: z.string() });
export const enable = defineEndpoint({
  ...command,
  name: 'orgMerchant.enable',
  path: 'organizationMerchant/enable',
  access: of('enable'),
  summary: 'Submits a merchant for opening. ORG_MERCHANT_INCOMPLETE, ILLEGAL_TRANSITION',
  request: stated,
  reply: requested,
});
export const disable = defineEndpoint({
  ...command,
  name: 'orgMerchant.disable',
  path: 'organizationMerchant/disable',
  access: of('disable'),
  summary: 'Closes a merchant to new customers and applications at once; its loans run on. ILLEGAL_TRANSITION',
  request: stated,
  reply: saved,
});
export const limit = defineEndpoint({
  ...command,
  name: 'orgMerchant.trafficLimit',
  path: 'organizationMerchant/trafficLimit',
  access: of('trafficLimit'),
  summary: 'Submits how many customers a merchant admits a day. NOT_FOUND',
  request: z.strictObject({ merchantNo: businessNo, trafficLimits, reason }),
  reply: requested,
});

export const riskConfig = defineEndpoint({
  ...command,
  name: 'orgMerchant.riskConfig',
  path: 'organizationMerchant/riskConfig',
  access: of('riskConfig'),
  summary:
    'Submits whether the company’s default rules decide where the merchant has no rule set of its own; else a person does. Rule sets, models and prices of a merchant are versions of their own pages. NOT_FOUND, NOTHING_CHANGES',
  request: z.strictObject({ merchantNo: businessNo, takesDefaultRules: z.boolean(), reason }),
  reply: requested,
});

export const replay = defineEndpoint({
  name: 'orgMerchant.replay',
  method: 'POST',
  path: 'organizationMerchant/trafficLimit/replay',
  access: of('trafficLimit'),
  kind: 'query',
  summary:
    'Whom limits would have let in of those who came yesterday (EAT), by hour; those who were turned away then are among them. NOT_FOUND',
  request: z.strictObject({ merchantNo: businessNo, trafficLimits }),
  reply: z.object({
    bizDate: z.string(),
    hours: z.array(z.object({ hour: z.number(), admitted: z.number(), turnedAway: z.number() })),
  }),
});
