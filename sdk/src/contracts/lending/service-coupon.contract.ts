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
import { couponApplicationStatus, couponStatus, couponType } from './coupon.contract.ts';
import { configNo, configRow, upTo } from './service-coupon-config.contract.ts';

export * from './service-coupon-config.contract.ts';

const SECTION = '/AdminContent/CustomerServiceSystem/';
const applyPage = { page: [`${SECTION}MyCustomerServiceCouponApply`] } as const;
const auditPage = { page: [`${SECTION}CustomerServiceCouponAudit`] } as const;
const APPLY = { code: ['customerService:coupon:apply'] } as const;
const AUDIT = { code: ['customerService:coupon:audit'] } as const;
const EXPORT = { code: ['customerService:coupon:export'] } as const;

const couponApplicationNo = z.string().check(z.regex(/^CA\d+$/));
const phone = z.string().check(z.trim(), z.regex(/^254\d{9}$/, '254 plus 9 digits, e.g. 254712345678'));
const offered = z.array(z.object({ value: z.string(), label: z.string() }));
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
  /** The call it was asked for in. */
  recordNo: z.nullable(z.string()),
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
  /** `again`: of one’s own that was rejected. `read`: of one’s own that was decided and not read yet. */
  allowedActions: z.array(z.enum(['approve', 'reject', 'retryIssue', 'again', 'read'])),
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
  /** Decided in the last 14 days, and not read by the applicant. */
  isUnread: z.optional(z.boolean()),
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
            /** On the manual blacklist: they get none while they are. */
            isBlacklisted: z.boolean(),
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

/** Of one customer, by themselves or by what the application is made of. */
const namesOne = z.refine<{
  readonly customerNo?: string | undefined;
  readonly feedbackNo?: string | undefined;
  readonly recordNo?: string | undefined;
}>(
  ({ customerNo, feedbackNo, recordNo }) =>
    [customerNo, feedbackNo, recordNo].filter((one) => one !== undefined).length === 1,
  { error: 'Choose at least 1', path: ['customerNo'] },
);
export const onBill = defineEndpoint({
  name: 'serviceCouponApply.onBill',
  method: 'POST',
  path: 'customerServiceCenter/couponApply/onBill',
  access: APPLY,
  kind: 'query',
  summary:
    'What a coupon would take off the bill that a customer has to pay next, as if they had it now. COUPON_CONFIG_NOT_FOUND',
  request: z
    .strictObject({
      configNo,
      customerNo: z.optional(businessNo),
      feedbackNo: z.optional(businessNo),
      recordNo: z.optional(businessNo),
    })
    .check(namesOne),
  reply: z.object({
    /** Null without an open bill. */
    bill: z.nullable(
      z.object({
        billNo: z.string(),
        dueDate: z.string(),
        outstandingCents: z.number(),
        /** 0: it cannot be used on this bill. */
        lowersCents: z.number(),
      }),
    ),
  }),
});

export const submit = defineEndpoint({
  name: 'serviceCouponApply.submit',
  method: 'POST',
  path: 'customerServiceCenter/couponApply/submit',
  access: APPLY,
  kind: 'command',
  summary:
    'Applies for coupons within the limits; another person decides. COUPON_LIMIT, COUPON_DAY_LIMIT, FEEDBACK_NOT_FOUND, NOT_FOUND',
  request: z
    .strictObject({
      configNo,
      /** None: for the customer of the feedback, or of the call. */
      phones: z.array(phone).check(z.maxLength(1000, 'At most 1000 at a time')),
      quantity: upTo(10),
      reason,
      feedbackNo: z.optional(z.string().check(z.regex(/^FB\d+$/))),
      recordNo: z.optional(z.string().check(z.regex(/^IC\d+$/))),
      voucherIds: z.array(businessNo).check(z.minLength(1, 'Certificate (voucher) cannot be empty'), z.maxLength(20)),
    })
    .check(
      z.refine(({ phones, feedbackNo, recordNo }) => phones.length > 0 || (feedbackNo ?? recordNo) !== undefined, {
        error: 'Please check the phone number first',
        path: ['phones'],
      }),
    ),
  reply: z.object({ couponApplicationNo: z.string() }),
});

export const read = defineEndpoint({
  name: 'serviceCouponApply.read',
  method: 'POST',
  path: 'customerServiceCenter/couponApply/read',
  access: APPLY,
  kind: 'command',
  summary: 'The applicant has seen the decision: Home counts it no more. COUPON_APPLICATION_NOT_FOUND, NOTHING_CHANGES',
  request: z.strictObject({ couponApplicationNo }),
  reply: z.object({ couponApplicationNo: z.string(), applicationStatus: couponApplicationStatus }),
});

/** ISSUED: all coupons. PARTIAL: some. NOT_ISSUED: none. */
export const issueStatus = z.enum(['ISSUED', 'PARTIAL', 'NOT_ISSUED']);
export const issueRow = z.object({
  customerNo: z.string(),
  /** Masked where the caller is. */
  customerName: z.string(),
  /** Masked. */
  phone: z.string(),
  quantity: z.number(),
  issued: z.number(),
  issueStatus,
  couponNos: z.array(z.string()),
  /** Their account is closed, or about to be. */
  isClosed: z.boolean(),
  /** On the manual blacklist: they get none while they are. */
  isBlacklisted: z.boolean(),
});
export type IssueRow = z.output<typeof issueRow>;
export const issueResults = defineEndpoint({
  name: 'serviceCouponAudit.issueResults',
  method: 'POST',
  path: 'customerServiceCenter/couponAudit/issueResult/page',
  access: auditPage,
  kind: 'query',
  summary: 'The customers of an approved application, with the coupons that each got',
  request: listRequest(z.strictObject({ couponApplicationNo, issueStatus: z.optional(issueStatus) }), ['customerNo']),
  reply: listReply(issueRow),
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
