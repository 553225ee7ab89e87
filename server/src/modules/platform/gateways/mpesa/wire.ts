import * as z from 'zod/mini';

/*
 * Daraja's own field names, as Safaricom documents them for OAuth, B2C v3, C2B v2, M-Pesa Express (STK push),
 * transaction status and reversal. Spellings are theirs (`RecieverIdentifierType`). Amounts are shillings.
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

const parameter = z.object({
  Key: z.string(),
  Value: z.optional(z.union([z.string(), z.number(), z.null()])),
});

/** The result callback of B2C, transaction status and reversal, and of their time-outs in the queue. */
export const resultCallback = z.object({
  Result: z.object({
    ResultType: z.union([z.number(), z.string()]),
    ResultCode: z.union([z.number(), z.string()]),
    ResultDesc: z.string(),
    OriginatorConversationID: z.string(),
    ConversationID: z.string(),
    TransactionID: z.optional(z.string()),
    ResultParameters: z.optional(z.object({ ResultParameter: z.union([z.array(parameter), parameter]) })),
  }),
});
export type ResultCallback = z.output<typeof resultCallback>;

/** A payment to the paybill, to be agreed to (validation) or made (confirmation). */
export const c2bCallback = z.object({
  TransactionType: z.string(),
  TransID: z.string().check(z.minLength(1), z.maxLength(64)),
  /** `20261120153000`, EAT. */
  TransTime: z.string().check(z.regex(/^\d{14}$/)),
  /** Shillings, as text: `1500.00`. */
  TransAmount: z.union([z.string(), z.number()]),
  BusinessShortCode: z.string(),
  BillRefNumber: z.string(),
  InvoiceNumber: z.optional(z.string()),
  OrgAccountBalance: z.optional(z.string()),
  ThirdPartyTransID: z.optional(z.string()),
  MSISDN: z.string(),
  FirstName: z.optional(z.string()),
  MiddleName: z.optional(z.string()),
  LastName: z.optional(z.string()),
});
export type C2bCallback = z.output<typeof c2bCallback>;

const stkItem = z.object({
  Name: z.string(),
  Value: z.optional(z.union([z.string(), z.number()])),
});

export const stkCallback = z.object({
  Body: z.object({
    stkCallback: z.object({
      MerchantRequestID: z.string(),
      CheckoutRequestID: z.string(),
      ResultCode: z.number(),
      ResultDesc: z.string(),
      CallbackMetadata: z.optional(z.object({ Item: z.array(stkItem) })),
    }),
  }),
});
export type StkCallback = z.output<typeof stkCallback>;
