import * as z from 'zod/mini';

export const REPAYMENT_EXPORT = 'afterLoan:repayment:export';

/** A phone that is looked for: exact, for part of one would tell the rest. */
export const phoneFilter = z.optional(
  z.string().check(z.trim(), z.regex(/^254\d{9}$/, '254 plus 9 digits, e.g. 254712345678')),
);

/** The channel’s serial number of a payment, exact. */
export const serialFilter = z.optional(z.string().check(z.trim(), z.maxLength(64)));

/** Where money comes in. */
export const repayChannel = z.enum(['MPESA', 'AIRTEL', 'BANK']);
