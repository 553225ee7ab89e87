import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, dayRange, exportReply, exportRequest, listReply, listRequest, textFilter } from '../list.ts';
import { historyEntry } from '../platform/history.ts';
import { deliveryHop } from '../platform/message-point.contract.ts';
import { mobileNetwork } from '../platform/sms-routes.ts';

export const VERIFICATION_PAGE = '/AdminContent/OperationSystem/VerificationCodeManagement';
const seen = { page: [VERIFICATION_PAGE] } as const;

/** CODE_PURPOSE */
export const codePurpose = z.enum(['REGISTER', 'LOGIN', 'BIND_CARD', 'STAFF_LOGIN']);
export type CodePurpose = z.output<typeof codePurpose>;
/** VERIFICATION_CODE_STATUS: a code that was used, replaced or typed wrong five times is EXPIRED, too. */
export const verificationCodeStatus = z.enum(['VALID', 'EXPIRED']);
/** CODE_DELIVERY_STATUS: REFUSED is the fixed code of a test user, which is not sent. */
export const codeDeliveryStatus = z.enum(['QUEUED', 'SENT', 'DELIVERED', 'FAILED', 'REFUSED', 'UNKNOWN']);
/** CODE_CHANNEL */
export const codeChannel = z.enum(['SMS', 'EMAIL']);

const phone = z.string().check(z.trim(), z.regex(/^254\d{9}$/, '254 plus 9 digits, e.g. 254712345678'));

export const verificationCodeRow = z.object({
  codeNo: z.string(),
  /** A phone, or the e-mail address of a member of staff. Masked. */
  phone: z.string(),
  codePurpose,
  /** Never in clear. */
  code: z.string(),
  sentAt: z.string(),
  expiresAt: z.string(),
  channel: codeChannel,
  /** As the number was given out. */
  network: z.nullable(mobileNetwork),
  /** The last account that was tried; null where the server’s own gateway sent it, or nothing did yet. */
  accountName: z.nullable(z.string()),
  deliveryStatus: codeDeliveryStatus,
  /** Wrong codes typed. */
  attempts: z.number(),
  status: verificationCodeStatus,
  merchantName: z.nullable(z.string()),
  version: z.number(),
  allowedActions: z.array(z.enum(['resend', 'reveal'])),
});
export type VerificationCodeRow = z.output<typeof verificationCodeRow>;

const filters = z.strictObject({
  /** Exact. */
  phone: z.optional(phone),
  codePurpose: z.optional(codePurpose),
  status: z.optional(verificationCodeStatus),
  /** Of the last account that was tried, or a part of it. */
  accountCode: textFilter,
  deliveryStatus: z.optional(codeDeliveryStatus),
  sentAt: dayRange,
});
const SORTS = ['sentAt', 'attempts'] as const;

export const page = defineEndpoint({
  name: 'verificationCode.page',
  method: 'POST',
  path: 'message/verificationCode/page',
  access: seen,
  kind: 'query',
  summary: 'Codes that were sent to customers and staff, the newest first; those to staff for head office alone',
  request: listRequest(filters, SORTS),
  reply: listReply(verificationCodeRow),
});

export const exportList = defineEndpoint({
  name: 'verificationCode.export',
  method: 'POST',
  path: 'message/verificationCode/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected codes as a file, made by a job; never the codes themselves',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});

export const detail = defineEndpoint({
  name: 'verificationCode.detail',
  method: 'GET',
  path: 'message/verificationCode/{codeNo}',
  access: seen,
  kind: 'query',
  summary: 'A code with each time it was sent, what became of it, and where it was asked for. NOT_FOUND',
  request: z.object({ codeNo: businessNo }),
  reply: z.object({
    row: verificationCodeRow,
    /** The network address that asked for it. */
    address: z.string(),
    /** Of the address, as the network in front of the server named it; null where it names none. */
    city: z.nullable(z.string()),
    /** A member of staff. */
    userName: z.nullable(z.string()),
    usedAt: z.nullable(z.string()),
    sends: z.array(
      z.object({
        sentAt: z.string(),
        channel: codeChannel,
        deliveryStatus: codeDeliveryStatus,
        fault: z.nullable(z.string()),
        /** Every account that was tried, the earliest first. */
        hops: z.array(deliveryHop),
        /** Null where the person asked for it. */
        sentByName: z.nullable(z.string()),
      }),
    ),
    history: z.array(historyEntry),
  }),
});

export const arrivals = defineEndpoint({
  name: 'verificationCode.arrivals',
  method: 'GET',
  path: 'message/verificationCode/arrivals',
  access: seen,
  kind: 'query',
  summary: 'How fast the codes of the last hour arrived, by network',
  request: z.object({}),
  reply: z.array(
    z.object({
      network: z.nullable(mobileNetwork),
      sent: z.number(),
      delivered: z.number(),
      failed: z.number(),
      /** Seconds until half of the delivered ones had arrived; null while none has. */
      medianSeconds: z.nullable(z.number()),
      /** Until nine of ten had. */
      slowSeconds: z.nullable(z.number()),
    }),
  ),
});

export const resend = defineEndpoint({
  name: 'verificationCode.resend',
  method: 'POST',
  path: 'message/verificationCode/resend',
  access: { code: ['operation:verificationCode:resend'] },
  kind: 'command',
  preview: true,
  summary:
    'Sends a valid code again, with the end it had, by another route where there is one; an expired one is replaced by a new one. NOT_FOUND, STALE, ILLEGAL_TRANSITION, VERIFICATION_SOON, VERIFICATION_LIMIT, CONTACT_…',
  request: z.strictObject({ codeNo: businessNo, version: z.int() }),
  reply: z.object({
    /** Another one where the old one was over. */
    codeNo: z.string(),
    isNew: z.boolean(),
    channel: codeChannel,
    expiresAt: z.string(),
  }),
});

const appPurpose = z.enum(['REGISTER', 'LOGIN', 'BIND_CARD']);

export const send = defineEndpoint({
  name: 'appVerification.send',
  method: 'POST',
  path: 'noAuth/app/verificationCode/send',
  access: 'public',
  kind: 'signal',
  summary:
    'Sends the app’s user a code of six digits. Whoever is no customer gets the same answer and no code. NOT_FOUND, VERIFICATION_SOON, VERIFICATION_LIMIT, VERIFICATION_REFUSED, VALIDATE_CHANNEL_UNAVAILABLE',
  request: z.strictObject({
    merchantNo: businessNo,
    phone,
    codePurpose: appPurpose,
    language: z._default(z.enum(['en', 'sw']), 'en'),
  }),
  reply: z.object({ expiresInSeconds: z.number(), resendInSeconds: z.number() }),
});

export const check = defineEndpoint({
  name: 'appVerification.check',
  method: 'POST',
  path: 'noAuth/app/verificationCode/check',
  access: 'public',
  kind: 'signal',
  summary:
    'Whether the code that the app’s user typed is the one that was sent. It is good once, and ends at the fifth wrong one. VERIFICATION_CODE_WRONG, VERIFICATION_CODE_OVER',
  request: z.strictObject({
    merchantNo: businessNo,
    phone,
    codePurpose: appPurpose,
    code: z.string().check(z.regex(/^\d{6}$/, '6 digits')),
  }),
  reply: z.object({ isVerified: z.boolean() }),
});
