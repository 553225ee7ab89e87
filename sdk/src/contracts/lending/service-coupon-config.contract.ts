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
  textFilter,
} from '../list.ts';
import { historyEntry } from '../platform/history.ts';
import { couponType, useRule } from './coupon.contract.ts';

/** Which coupons agents may ask for, and how many. */

const configPage = { page: ['/AdminContent/CustomerServiceSystem/CustomerServiceCouponConfig'] } as const;
const CONFIG = { code: ['customerService:coupon:config'] } as const;
const EXPORT = { code: ['customerService:coupon:export'] } as const;

export const configStatus = z.enum(['PENDING_APPROVAL', 'ENABLED', 'DISABLED', 'REJECTED']);
export const configNo = z.string().check(z.regex(/^SC\d+$/));
const content = z
  .string()
  .check(z.trim(), z.minLength(1, 'Coupon content cannot be empty'), z.maxLength(30, 'At most 30 characters'));
export const upTo = (most: number) =>
  z.int().check(z.minimum(1, 'Must be above 0'), z.maximum(most, `At most ${most}`));

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
