import * as z from 'zod/mini';

/*
 * Daraja's own field names, as Safaricom documents them for OAuth, B2C v3, C2B v2, M-Pesa Express (STK push),
 * transaction status, account balance, reversal and Pull Transactions. Spellings are theirs (`RecieverIdentifierType`). Amounts are shillings.
 */

export const tokenReply = z.object({
  access_token: z.string().check(z.minLength(1)),
  /** Seconds, as text. */
  expires_in: z.coerce.number().check(z.positive()),
});

/** What every refused call answers. */
export const errorReply = z.object({
  requestId: z.optional(z.string()),
  errorCode: z.string(),
  errorMessage: z.string(),
});

/** B2C, transaction status and reversal: taken on, the result comes as a callback. `ResponseCode` 0 is yes. */
export const acceptedReply = z.object({
  ConversationID: z.optional(z.string()),
  OriginatorConversationID: z.string(),
  ResponseCode: z.string(),
  ResponseDescription: z.string(),
});

export const stkReply = z.object({
  MerchantRequestID: z.string(),
  CheckoutRequestID: z.string(),
  ResponseCode: z.string(),
  ResponseDescription: z.string(),
  CustomerMessage: z.optional(z.string()),
});

/** The answer to a question about M-Pesa Express. `ResultCode` is the payment's, 0 is paid. */
export const stkQueryReply = z.object({
  ResponseCode: z.string(),
  ResponseDescription: z.optional(z.string()),
  CheckoutRequestID: z.string(),
  ResultCode: z.union([z.string(), z.number()]),
  ResultDesc: z.string(),
});

/*
 * What Safaricom sends differs from its documents: nulls, numbers for texts, fields that are not there. So of a callback
 * just that is demanded without which nothing can be booked; the rest is taken as it comes.
 */

/** A text, or a number or a yes or no for one; absent, null or something else: null. */
const loose = z.pipe(
  z.optional(z.unknown()),
  z.transform((value: unknown): string | null => {
    const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    // The database holds no text with a zero in it.
    return isPlain ? String(value).replaceAll('\0', '') : null;
  }),
);
const needed = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((value: string | number) => String(value).trim()),
);
const code = needed.check(z.minLength(1), z.maxLength(32));

const parameter = z.object({ Key: z.string(), Value: loose });

/** The result callback of B2C, transaction status and reversal, and of their time-outs in the queue. */
export const resultCallback = z.object({
  Result: z.object({
    ResultCode: code,
    ResultDesc: loose,
    OriginatorConversationID: loose,
    ConversationID: loose,
    TransactionID: loose,
    ResultParameters: z.nullish(z.object({ ResultParameter: z.nullish(z.union([z.array(parameter), parameter])) })),
  }),
});
export type ResultCallback = z.output<typeof resultCallback>;

/** A payment to the paybill, to be agreed to (validation) or made (confirmation). */
export const c2bCallback = z.object({
  TransID: needed.check(z.regex(/^[^\0]{1,64}$/)),
  /** `20261120153000`, EAT. */
  TransTime: needed.check(z.regex(/^\d{14}$/)),
  /** Shillings, as text: `1500.00`. */
  TransAmount: needed,
  BusinessShortCode: loose,
  BillRefNumber: loose,
  MSISDN: loose,
  FirstName: loose,
  MiddleName: loose,
  LastName: loose,
});
export type C2bCallback = z.output<typeof c2bCallback>;

const stkItem = z.object({ Name: z.string(), Value: loose });

export const stkCallback = z.object({
  Body: z.object({
    stkCallback: z.object({
      CheckoutRequestID: loose,
      ResultCode: code,
      ResultDesc: loose,
      CallbackMetadata: z.nullish(z.object({ Item: z.nullish(z.array(stkItem)) })),
    }),
  }),
});
export type StkCallback = z.output<typeof stkCallback>;

/** Of Pull Transactions; its fields are in small letters. */
const pulled = z.object({
  transactionId: needed.check(z.regex(/^[^\0]{1,64}$/)),
  /** `2020-08-05T10:13:00Z`; without a zone it is Nairobi's. */
  trxDate: needed,
  /** Shillings, as text: `168.00`. */
  amount: needed.check(z.regex(/^\d{1,12}(\.\d{1,2})?$/)),
  msisdn: loose,
  /** The payer's name. */
  sender: loose,
  billreference: loose,
});

/** `ResponseCode` 1000 has transactions, 1001 none; they are in a list of lists. */
export const pullReply = z.object({
  ResponseCode: code,
  ResponseMessage: loose,
  Response: z.optional(z.union([z.array(z.array(pulled)), z.string(), z.null()])),
});
