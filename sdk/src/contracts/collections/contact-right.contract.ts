import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, listReply, listRequest, reason } from '../list.ts';

/** Who may be contacted at all: what the contact gate reads. */
const seen = {
  page: [
    '/AdminContent/MerchantSystem/ContactBlacklist',
    '/AdminContent/CustomerServiceSystem/CustomerManage',
    '/AdminContent/CustomerServiceSystem/CustomerFeedback',
  ],
} as const;
const CONTACT = 'customerService:customer:contact';
const DISPUTE = 'customerService:feedback:dispute';

export const blockKind = z.enum([
  'DO_NOT_CALL',
  'DISPUTE',
  'DEATH',
  'OPT_OUT',
  'OBJECTED',
  'WRONG_NUMBER',
  'OFFICIAL',
  'COMPLAINT',
]);
export type BlockKind = z.output<typeof blockKind>;
export const partyKind = z.enum(['GUARANTOR', 'LEAD']);
const phone = z.string().check(z.trim(), z.regex(/^254\d{9}$/, '254 plus 9 digits, e.g. 254712345678'));
const vouchers = z.array(businessNo).check(z.minLength(1, 'The certificate cannot be empty'), z.maxLength(20));
const blockId = z.int().check(z.minimum(1));

export const blockRow = z.object({
  blockId: z.number(),
  blockKind,
  merchantNo: z.nullable(z.string()),
  /** Every number of this customer; null where a number alone is blocked. */
  customerNo: z.nullable(z.string()),
  /** Masked. */
  phone: z.nullable(z.string()),
  note: z.nullable(z.string()),
  setByName: z.nullable(z.string()),
  setAt: z.string(),
  liftedByName: z.nullable(z.string()),
  liftedAt: z.nullable(z.string()),
  allowedActions: z.array(z.enum(['lift'])),
});
export type BlockRow = z.output<typeof blockRow>;

export const blockPage = defineEndpoint({
  name: 'contact.blockPage',
  method: 'POST',
  path: 'contact/block/page',
  access: seen,
  kind: 'query',
  summary: 'What stands, or stood, against contacting numbers and customers.',
  request: listRequest(
    z.strictObject({
      blockKind: z.optional(blockKind),
      customerNo: z.optional(businessNo),
      /** Exact. */
      phone: z.optional(phone),
      merchantNo: z.optional(businessNo),
      isStanding: z.optional(z.boolean()),
    }),
    ['setAt'],
  ),
  reply: listReply(blockRow),
});

export const blockPlace = defineEndpoint({
  name: 'contact.blockPlace',
  method: 'POST',
  path: 'contact/block/place',
  access: { code: [CONTACT, DISPUTE, 'merchant:contactBlacklist:add'] },
  kind: 'command',
  preview: true,
  summary:
    'Keeps everybody from contacting a customer, or a number, at once. A dispute takes the right to place disputes.',
  request: z.union([
    z.strictObject({ blockKind, customerNo: businessNo, note: reason }),
    z.strictObject({ blockKind, merchantNo: businessNo, phone, note: reason }),
  ]),
  reply: z.object({ blockId: z.number() }),
});

export const blockLift = defineEndpoint({
  name: 'contact.blockLift',
  method: 'POST',
  path: 'contact/block/lift',
  access: { code: [CONTACT, DISPUTE, 'merchant:contactBlacklist:remove'] },
  kind: 'command',
  preview: true,
  summary: 'Asks to allow contact again, with the proof for it; another person agrees.',
  request: z.strictObject({ blockId, reason, voucherIds: vouchers }),
  reply: z.object({ changeNo: z.string() }),
});

export const partyRow = z.object({
  partyId: z.number(),
  partyKind,
  merchantNo: z.string(),
  /** Whom a guarantor stands for. */
  customerNo: z.nullable(z.string()),
  /** Masked where the caller is. */
  partyName: z.string(),
  /** Masked. */
  phone: z.string(),
  hasAgreed: z.boolean(),
  consentedAt: z.nullable(z.string()),
  withdrawnAt: z.nullable(z.string()),
});
export type PartyRow = z.output<typeof partyRow>;

export const partyPage = defineEndpoint({
  name: 'contact.partyPage',
  method: 'POST',
  path: 'contact/party/page',
  access: seen,
  kind: 'query',
  summary: 'Guarantors and leads, and whether they agreed to be contacted.',
  request: listRequest(
    z.strictObject({
      partyKind: z.optional(partyKind),
      customerNo: z.optional(businessNo),
      merchantNo: z.optional(businessNo),
      /** Exact. */
      phone: z.optional(phone),
      hasAgreed: z.optional(z.boolean()),
    }),
    ['consentedAt'],
  ),
  reply: listReply(partyRow),
});

const agreed = z.object({ partyId: z.number(), hasAgreed: z.boolean() });
const partyName = z.string().check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(128));
export const consent = defineEndpoint({
  name: 'contact.consent',
  method: 'POST',
  path: 'contact/party/consent',
  access: { code: [CONTACT] },
  kind: 'command',
  preview: true,
  summary: 'Records that a guarantor, or a person we may offer loans to, agreed to be contacted.',
  request: z.discriminatedUnion('partyKind', [
    z.strictObject({
      partyKind: z.literal('GUARANTOR'),
      customerNo: businessNo,
      phone,
      partyName,
      voucherIds: vouchers,
    }),
    z.strictObject({
      partyKind: z.literal('LEAD'),
      merchantNo: businessNo,
      phone,
      partyName,
      voucherIds: vouchers,
    }),
  ]),
  reply: agreed,
});

export const withdraw = defineEndpoint({
  name: 'contact.withdraw',
  method: 'POST',
  path: 'contact/party/withdraw',
  access: { code: [CONTACT] },
  kind: 'command',
  preview: true,
  summary: 'Records that a person no longer wants to be contacted; nobody does from now on.',
  request: z.strictObject({ partyId: z.int().check(z.minimum(1)), reason }),
  reply: agreed,
});
