import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import {
  businessNo,
  dayRange,
  exportReply,
  exportRequest,
  listReply,
  listRequest,
  reason,
  selected,
  textFilter,
} from '../list.ts';
import { historyEntry } from '../platform/history.ts';
import { couponApplicationStatus, couponStatus, couponType, useRule } from './coupon.contract.ts';

const SECTION = '/AdminContent/CustomerServiceSystem/';
const configPage = { page: [`${SECTION}CustomerServiceCouponConfig`] } as const;
const applyPage = { page: [`${SECTION}MyCustomerServiceCouponApply`] } as const;
const auditPage = { page: [`${SECTION}CustomerServiceCouponAudit`] } as const;
const CONFIG = { code: ['customerService:coupon:config'] } as const;
const APPLY = { code: ['customerService:coupon:apply'] } as const;
const AUDIT = { code: ['customerService:coupon:audit'] } as const;
const EXPORT = { code: ['customerService:coupon:export'] } as const;

export const configStatus = z.enum(['PENDING_APPROVAL', 'ENABLED', 'DISABLED', 'REJECTED']);
const configNo = z.string().check(z.regex(/^SC\d+$/));
const couponApplicationNo = z.string().check(z.regex(/^CA\d+$/));
const phone = z.string().check(z.trim(), z.regex(/^254\d{9}$/, '254 plus 9 digits, e.g. 254712345678'));
const content = z
  .string()
  .check(z.trim(), z.minLength(1, 'Coupon content cannot be empty'), z.maxLength(30, 'At most 30 characters'));
const upTo = (most: number) => z.int().check(z.minimum(1, 'Must be above 0'), z.maximum(most, `At most ${most}`));

export const configRow = z.object({
  configNo: z.string(),
  couponTemplateNo: z.string(),
  couponContent: z.string(),
  couponType,
  amountCents: z.number(),
  validityDays: z.number(),
  useRule: z.object(useRule.shape),
  merchantNo: z.string(),
  merchantName: z.string(),
  /** Coupons that a customer gets at once. */
  perSendLimit: z.number(),
  /** Coupons that an agent may ask for a day. */
  perDayLimit: z.number(),
  /** Customers of one application. */
  perApplicationLimit: z.number(),
  /** Coupons asked for today, rejected ones aside. */
  appliedToday: z.number(),
  configStatus,
  versionNo: z.number(),
  /** When it was approved. */
  effectiveFrom: z.nullable(z.string()),
  makerName: z.string(),
  checkerName: z.nullable(z.string()),
  decisionReason: z.nullable(z.string()),
  updatedAt: z.string(),
  allowedActions: z.array(z.enum(['approve', 'reject', 'update', 'enable', 'disable'])),
});
export type ConfigRow = z.output<typeof configRow>;

const configFilters = z.strictObject({
  couponContent: textFilter,
  couponType: z.optional(couponType),
  merchantNo: z.optional(businessNo),
  configStatus: z.optional(configStatus),
  updatedAt: dayRange,
});

export const configs = defineEndpoint({
  name: 'serviceCouponConfig.page',
  method: 'POST',
  path: 'couponConfig/customerService/page',
  access: configPage,
  kind: 'query',
  summary: 'Which coupons agents may ask for, and how many.',
  request: listRequest(configFilters, ['updatedAt']),
  reply: listReply(configRow),
});

export const configExport = defineEndpoint({
  name: 'serviceCouponConfig.export',
  method: 'POST',
  path: 'couponConfig/customerService/export',
  access: EXPORT,
  kind: 'command',
  summary: 'The filtered or the selected settings as a file, made by a job',
  request: exportRequest(configFilters, ['updatedAt']),
  reply: exportReply,
});

export const configDetail = defineEndpoint({
  name: 'serviceCouponConfig.detail',
  method: 'GET',
  path: 'couponConfig/customerService/{configNo}',
  access: configPage,
  kind: 'query',
  summary: 'A setting with its versions, what agents asked for by them, and what the coupons cost so far',
  request: z.object({ configNo }),
  reply: z.object({
    row: configRow,
    /** The newest first. */
    versions: z.array(
      z.object({
        configNo: z.string(),
        versionNo: z.number(),
        perSendLimit: z.number(),
        perDayLimit: z.number(),
        perApplicationLimit: z.number(),
        configStatus,
        effectiveFrom: z.nullable(z.string()),
        supersededAt: z.nullable(z.string()),
      }),
    ),
    /** Coupons of all versions. */
    use: z.object({
      asked: z.number(),
      issued: z.number(),
      used: z.number(),
      /** Posted when a coupon is used. */
      costCents: z.number(),
    }),
    history: z.array(historyEntry),
  }),
});

const offered = z.array(z.object({ value: z.string(), label: z.string() }));
export const templateOptions = defineEndpoint({
  name: 'serviceCouponConfig.templates',
  method: 'GET',
  path: 'couponConfig/customerService/templates',
  access: configPage,
  kind: 'query',
  summary: 'Enabled templates of the caller’s merchants',
  request: z.object({}),
  reply: z.array(
    z.object({
      value: z.string(),
      label: z.string(),
      couponType,
      amountCents: z.number(),
      validityDays: z.number(),
      useRule: z.object(useRule.shape),
      /** Who may apply for coupons of its merchant. */
      agents: z.number(),
    }),
  ),
});

const configMoved = z.object({ configNo: z.string(), configStatus });
export const configSave = defineEndpoint({
  name: 'serviceCouponConfig.save',
  method: 'POST',
  path: 'couponConfig/customerService/save',
  access: CONFIG,
  kind: 'command',
  summary:
    'Lets agents ask for a coupon, or changes its limits, once another person approves. COUPON_TEMPLATE_OFF, COUPON_CONFIG_EXISTS, COUPON_CONFIG_NOT_FOUND, ILLEGAL_TRANSITION',
  request: z
    .strictObject({
      /** The setting whose next version it is. */
      configNo: z.optional(configNo),
      couponTemplateNo: z.string().check(z.regex(/^CT\d+$/, 'Choose at least 1')),
      couponContent: content,
      perSendLimit: upTo(10),
      perDayLimit: upTo(10_000),
      perApplicationLimit: upTo(1000),
    })
    .check(
      z.refine(({ perSendLimit, perDayLimit }) => perSendLimit <= perDayLimit, {
        error: 'At most the daily limit',
        path: ['perSendLimit'],
      }),
    ),
  reply: configMoved,
});

const configCommand = <const Action extends string>(does: Action, summary: string) =>
  defineEndpoint({
    name: `serviceCouponConfig.${does}`,
    method: 'POST',
    path: `couponConfig/customerService/${does}`,
    access: CONFIG,
    kind: 'command',
    summary,
    request: z.strictObject({ configNo, reason: z.optional(reason) }),
    reply: configMoved,
  });
export const configApprove = configCommand('approve', 'Agrees to a setting; never its maker.');
export const configReject = configCommand('reject', 'Rejects a setting with a reason.');
export const configEnable = configCommand('enable', 'Offers the coupon to agents again.');
export const configDisable = configCommand('disable', 'Offers the coupon no more.');

export const applicationRow = z.object({
  couponApplicationNo: z.string(),
  configNo: z.string(),
  couponContent: z.string(),
  couponType,
  merchantNo: z.string(),
  merchantName: z.string(),
  amountCents: z.number(),
  /** Of all its coupons. */
  totalCents: z.number(),
  /** Coupons for each customer. */
  quantity: z.number(),
  customerCount: z.number(),
  /** Masked; where it is for one customer. */
  phone: z.nullable(z.string()),
  customerName: z.nullable(z.string()),
  reason: z.string(),
  feedbackNo: z.nullable(z.string()),
  voucherCount: z.number(),
  applicationStatus: couponApplicationStatus,
  applicantName: z.string(),
  decidedByName: z.nullable(z.string()),
  decisionReason: z.nullable(z.string()),
  createdAt: z.string(),
  decidedAt: z.nullable(z.string()),
  issuedCount: z.number(),
  /** Of an approved one, coupons that could not be issued. */
  failedCount: z.number(),
  /** Of an application for one customer: the first coupon and what became of it. */
  couponNo: z.nullable(z.string()),
  couponStatus: z.nullable(couponStatus),
  /** `again`: of one’s own that was rejected. */
  allowedActions: z.array(z.enum(['approve', 'reject', 'retryIssue', 'again'])),
});
export type ApplicationRow = z.output<typeof applicationRow>;

const applicationFilters = z.strictObject({
  couponApplicationNo: textFilter,
  /** Exact, of an application for one customer. */
  phone: z.optional(phone),
  /** Who applied. */
  applicantUserNo: z.optional(businessNo),
  couponContent: textFilter,
  couponType: z.optional(couponType),
  merchantNo: z.optional(businessNo),
  applicationStatus: z.optional(couponApplicationStatus),
  createdAt: dayRange,
});

function applicationsOf<const Name extends string>(
  name: Name,
  at: string,
  seen: { readonly page: readonly string[] },
  summary: string,
) {
  return {
    page: defineEndpoint({
      name: `${name}.page`,
      method: 'POST',
      path: `${at}/page`,
      access: seen,
      kind: 'query',
      summary,
      request: listRequest(applicationFilters, ['createdAt']),
      reply: listReply(applicationRow),
    }),
    exportList: defineEndpoint({
      name: `${name}.export`,
      method: 'POST',
      path: `${at}/export`,
      access: EXPORT,
      kind: 'command',
      summary: 'The filtered or the selected applications as a file, made by a job',
      request: exportRequest(applicationFilters, ['createdAt']),
      reply: exportReply,
    }),
    detail: defineEndpoint({
      name: `${name}.detail`,
      method: 'GET',
      path: `${at}/one/{couponApplicationNo}`,
      access: seen,
      kind: 'query',
      summary: 'An application with its certificates and what became of its coupons',
      request: z.object({ couponApplicationNo }),
      reply: z.extend(applicationRow, {
        vouchers: z.array(z.object({ attachId: z.string(), fileName: z.string() })),
        coupons: z.array(
          z.object({ couponNo: z.string(), customerNo: z.string(), couponStatus, expiresAt: z.string() }),
        ),
        /** Coupons that these customers got in the 90 days before. */
        recentCoupons: z.number(),
        /** Customers without their coupons, of an approved one. */
        failures: z.array(
          z.object({
            customerNo: z.string(),
            /** Masked where the caller is. */
            customerName: z.string(),
            missing: z.number(),
            /** Their account is closed, or about to be. */
            isClosed: z.boolean(),
          }),
        ),
        /** What the applicant asked for in the 90 days before. */
        habits: z.object({
          asked: z.number(),
          approved: z.number(),
          rejected: z.number(),
          totalCents: z.number(),
          /** Of them, for one of the same customers. */
          sameCustomers: z.number(),
        }),
      }),
    }),
  };
}
export const own = applicationsOf(
  'serviceCouponApply',
  'customerServiceCenter/couponApply',
  applyPage,
  'What the caller applied for.',
);
export const toAudit = applicationsOf(
  'serviceCouponAudit',
  'customerServiceCenter/couponAudit',
  auditPage,
  'Applications of agents, those that wait first.',
);

export const remaining = defineEndpoint({
  name: 'serviceCouponApply.remaining',
  method: 'GET',
  path: 'customerServiceCenter/couponApply/remaining',
  access: applyPage,
  kind: 'query',
  summary: 'The coupons the caller may ask for, and how many are left today',
  request: z.object({}),
  reply: z.array(z.object({ ...configRow.shape, left: z.number() })),
});

export const checkPhones = defineEndpoint({
  name: 'serviceCouponApply.checkPhone',
  method: 'POST',
  path: 'customerServiceCenter/couponApply/checkPhone',
  access: APPLY,
  kind: 'query',
  summary: 'Whose numbers they are at the coupon’s merchant',
  request: z.strictObject({ configNo, phones: z.array(phone).check(z.minLength(1), z.maxLength(1000)) }),
  reply: z.object({
    found: z.array(z.object({ customerNo: z.string(), customerName: z.string(), phone: z.string() })),
    /** Masked. */
    unknown: z.array(z.string()),
  }),
});

export const submit = defineEndpoint({
  name: 'serviceCouponApply.submit',
  method: 'POST',
  path: 'customerServiceCenter/couponApply/submit',
  access: APPLY,
  kind: 'command',
  summary:
    'Applies for coupons within the limits; another person decides. COUPON_LIMIT, COUPON_DAY_LIMIT, FEEDBACK_NOT_FOUND',
  request: z
    .strictObject({
      configNo,
      /** None: for the customer of the feedback. */
      phones: z.array(phone).check(z.maxLength(1000, 'At most 1000 at a time')),
      quantity: upTo(10),
      reason,
      feedbackNo: z.optional(z.string().check(z.regex(/^FB\d+$/))),
      voucherIds: z.array(businessNo).check(z.minLength(1, 'Certificate (voucher) cannot be empty'), z.maxLength(20)),
    })
    .check(
      z.refine(({ phones, feedbackNo }) => phones.length > 0 || feedbackNo !== undefined, {
        error: 'Please check the phone number first',
        path: ['phones'],
      }),
    ),
  reply: z.object({ couponApplicationNo: z.string() }),
});

const decided = z.object({
  couponApplicationNo: z.string(),
  applicationStatus: couponApplicationStatus,
  issued: z.number(),
});
const decide = <const Does extends string, Request extends z.ZodMiniType>(
  does: Does,
  summary: string,
  request: Request,
) =>
  defineEndpoint({
    name: `serviceCouponAudit.${does}`,
    method: 'POST',
    path: `customerServiceCenter/couponAudit/${does}`,
    access: AUDIT,
    kind: 'command',
    summary,
    request,
    reply: decided,
  });
export const approve = decide(
  'approve',
  'Issues the coupons; never the applicant.',
  z.strictObject({ couponApplicationNo, reason: z.optional(reason) }),
);
export const reject = decide(
  'reject',
  'Rejects with a reason, which gives the day’s count back.',
  z.strictObject({ couponApplicationNo, reason }),
);

export const retryIssue = decide(
  'retryIssue',
  'Issues what an approved application could not. NOTHING_CHANGES, ILLEGAL_TRANSITION',
  z.strictObject({ couponApplicationNo }),
);

const decideMany = <const Does extends string, Request extends z.ZodMiniType>(does: Does, request: Request) =>
  defineEndpoint({
    name: `serviceCouponAudit.${does}`,
    method: 'POST',
    path: `customerServiceCenter/couponAudit/${does}`,
    access: AUDIT,
    kind: 'command',
    summary: 'The same for several, one transaction each, by a job; one’s own are refused one by one.',
    request,
    reply: exportReply,
  });
const couponApplicationNos = selected;
export const approveMany = decideMany('approveMany', z.strictObject({ couponApplicationNos }));
export const rejectMany = decideMany('rejectMany', z.strictObject({ couponApplicationNos, reason }));

export const applicants = defineEndpoint({
  name: 'serviceCouponAudit.applicants',
  method: 'GET',
  path: 'customerServiceCenter/couponAudit/applicants',
  access: auditPage,
  kind: 'query',
  summary: 'Who applied for coupons of the caller’s merchants',
  request: z.object({}),
  reply: offered,
});
