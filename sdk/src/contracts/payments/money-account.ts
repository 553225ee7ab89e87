import * as z from 'zod/mini';
import { businessNo } from '../list.ts';

/** What accounts of ours have in common, whichever way their money goes. */
const filled = (most: number) =>
  z
    .string()
    .check(z.trim(), z.minLength(1, 'All options must be filled'), z.maxLength(most, `At most ${most} characters`));

/** One of both: a bank account's number, or a paybill's or till's short code. */
const accountNo = z.string().check(z.trim(), z.regex(/^\d{6,20}$/, '6 to 20 digits'));
const shortCode = z.string().check(z.trim(), z.regex(/^\d{5,7}$/, '5 to 7 digits'));

export const accountFields = {
  /** A code of the dictionary BANK_NAME_TYPE. */
  bankCode: filled(64),
  branch: filled(64),
  accountName: filled(64),
  accountNo: z.optional(z.nullable(accountNo)),
  shortCode: z.optional(z.nullable(shortCode)),
  merchantNos: z.array(businessNo).check(z.minLength(1, 'All options must be filled'), z.maxLength(500)),
};
export const filledText = filled;

export const accountRow = {
  accountId: z.string(),
  /** `BANK.…`, its account in the ledger. */
  accountCode: z.string(),
  bankCode: z.string(),
  branch: z.string(),
  accountName: z.string(),
  /** Masked. */
  accountNo: z.nullable(z.string()),
  shortCode: z.nullable(z.string()),
  /** Empty: of all merchants. */
  merchantNos: z.array(z.string()),
  merchantNames: z.array(z.string()),
  enabled: z.boolean(),
  /** A request about it awaits approval. */
  hasWaitingChange: z.boolean(),
  version: z.number(),
};

export const asked = z.object({
  /** Of the request that awaits approval; absent where it was done at once. */
  changeNo: z.optional(z.string()),
  accountId: z.nullable(z.string()),
});
