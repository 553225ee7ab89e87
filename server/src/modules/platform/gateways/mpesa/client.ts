import * as z from 'zod/mini';
import { exchange } from '../exchange.ts';
import { GatewayError } from '../gateway-error.ts';
import { jsonOf } from '../json.ts';
import type {
  Accepted,
  BalanceQuestion,
  MoneyGateway,
  PaymentRequest,
  PaymentRequested,
  PaymentWord,
  OwnTransferOrder,
  PayoutOrder,
  ReversalOrder,
  StatusQuestion,
} from '../ports.ts';
import { securityCredential } from './security-credential.ts';
import { pullDay } from './pull.ts';
import { acceptedReply, errorReply, pullReply, stkQueryReply, stkReply, tokenReply } from './wire.ts';

export interface MpesaOptions {
  /** `https://api.safaricom.co.ke`, without a slash at the end. */
  readonly url: string;
  readonly consumerKey: string;
  readonly consumerSecret: string;
  /** Customers pay to this one. */
  readonly paybill: string;
  /** Of M-Pesa Express. */
  readonly passkey: string;
  /** Payouts leave from this one. */
  readonly payoutShortCode: string;
  readonly initiatorName: string;
  readonly initiatorPassword: string;
  /** PEM that the initiator's password is encrypted with. */
  readonly certificate: string;
  /** Where Daraja calls us, secret included, without a slash at the end. */
  readonly callbackUrl: string;
  readonly timeoutMs: number;
}

/** A token is renewed this long before it ends. */
const RENEWAL_MS = 60_000;

/** Daraja answers 401 or `404.001.03` where the token ended early. */
const TOKEN_ENDED = new Set(['404.001.03', '400.003.01']);

/** Of a phone that still asks: an error of the query, or, newer, a result. */
const STILL_ASKING = { error: '500.001.1001', result: '4999' };

/** M-Pesa Daraja behind the port for money. Amounts must be whole shillings: Daraja moves no cents. */
export function createMpesaClient(options: MpesaOptions): MoneyGateway {
  const token = tokenSource(options);
  const credential = securityCredential(options.initiatorPassword, options.certificate);
  const call = caller(options, token);
  const callbacks = (topic: string) => ({
    ResultURL: `${options.callbackUrl}/${topic}/result`,
    QueueTimeOutURL: `${options.callbackUrl}/${topic}/timeout`,
  });

  return {
    async pay(order: PayoutOrder): Promise<Accepted> {
      const reply = await call('/mpesa/b2c/v3/paymentrequest', acceptedReply, {
        OriginatorConversationID: order.attemptNo,
        InitiatorName: options.initiatorName,
        SecurityCredential: credential,
        CommandID: 'BusinessPayment',
        Amount: shillingsOf(order.amountCents),
        PartyA: order.fromShortCode ?? options.payoutShortCode,
        PartyB: order.phone,
        Remarks: order.remark.slice(0, 100),
        ...callbacks('b2c'),
        Occassion: '',
      });
      return accepted(reply);
    },

    async moveOwn({ attemptNo, amountCents, from, to, remark }: OwnTransferOrder): Promise<Accepted> {
      const shortCodes = { PAYBILL: options.paybill, FLOAT: options.payoutShortCode };
      const reply = await call('/mpesa/b2b/v1/paymentrequest', acceptedReply, {
        OriginatorConversationID: attemptNo,
        Initiator: options.initiatorName,
        SecurityCredential: credential,
        CommandID: 'BusinessToBusinessTransfer',
        SenderIdentifierType: '4',
        RecieverIdentifierType: '4',
        Amount: shillingsOf(amountCents),
        PartyA: shortCodes[from],
        PartyB: shortCodes[to],
        AccountReference: attemptNo,
        Remarks: remark.slice(0, 100),
        ...callbacks('b2c'),
      });
      return accepted(reply);
    },

    async askStatus(question: StatusQuestion): Promise<Accepted> {
      const subject =
        'transactionId' in question
          ? { TransactionID: question.transactionId }
          : { OriginalConversationID: question.attemptNo };
      const reply = await call('/mpesa/transactionstatus/v1/query', acceptedReply, {
        Initiator: options.initiatorName,
        SecurityCredential: credential,
        CommandID: 'TransactionStatusQuery',
        ...subject,
        PartyA: options.payoutShortCode,
        IdentifierType: '4',
        Remarks: 'status',
        ...callbacks('status'),
        Occasion: '',
      });
      return accepted(reply);
    },

    async reverse(order: ReversalOrder): Promise<Accepted> {
      const reply = await call('/mpesa/reversal/v1/request', acceptedReply, {
        Initiator: options.initiatorName,
        SecurityCredential: credential,
        CommandID: 'TransactionReversal',
        TransactionID: order.transactionId,
        Amount: shillingsOf(order.amountCents),
        ReceiverParty: options.paybill,
        RecieverIdentifierType: '11',
        Remarks: order.remark.slice(0, 100),
        // Daraja takes no number of ours with this order: its end comes to an address that names it.
        ResultURL: `${options.callbackUrl}/reversal/result/${order.attemptNo}`,
        QueueTimeOutURL: `${options.callbackUrl}/reversal/timeout/${order.attemptNo}`,
        Occasion: '',
      });
      return accepted(reply);
    },

    async askBalance({ queryNo, shortCode }: BalanceQuestion): Promise<Accepted> {
      const reply = await call('/mpesa/accountbalance/v1/query', acceptedReply, {
        Initiator: options.initiatorName,
        SecurityCredential: credential,
        CommandID: 'AccountBalance',
        PartyA: shortCode,
        IdentifierType: '4',
        Remarks: queryNo,
        ResultURL: `${options.callbackUrl}/balance/result/${queryNo}`,
        QueueTimeOutURL: `${options.callbackUrl}/balance/timeout/${queryNo}`,
      });
      return accepted(reply);
    },

    async requestPayment(request: PaymentRequest): Promise<PaymentRequested> {
      const reply = await call('/mpesa/stkpush/v1/processrequest', stkReply, {
        ...expressSecret(options, request.at),
        TransactionType: 'CustomerPayBillOnline',
        Amount: shillingsOf(request.amountCents),
        PartyA: request.phone,
        PartyB: options.paybill,
        PhoneNumber: request.phone,
        CallBackURL: `${options.callbackUrl}/stk/${request.requestNo}`,
        AccountReference: request.accountReference.slice(0, 12),
        TransactionDesc: request.remark.slice(0, 13),
      });
      if (reply.ResponseCode !== '0') throw refused(reply.ResponseDescription, reply.ResponseCode);
      return { requestId: reply.CheckoutRequestID };
    },

    async askPayment(requestId: string, at: Date): Promise<PaymentWord> {
      try {
        const asked = { ...expressSecret(options, at), CheckoutRequestID: requestId };
        const reply = await call('/mpesa/stkpushquery/v1/query', stkQueryReply, asked);
        const code = String(reply.ResultCode);
        const isOpen = code === STILL_ASKING.result;
        const is = isOpen ? 'PENDING' : code === '0' ? 'PAID' : 'FAILED';
        return { is, code, reason: reply.ResultDesc };
      } catch (error) {
        if (!(error instanceof GatewayError) || error.code !== STILL_ASKING.error) throw error;
        return { is: 'PENDING', code: STILL_ASKING.error, reason: error.message };
      }
    },

    pullReceipts: async (of) =>
      await pullDay(of, async (body) => await call('/pulltransactions/v1/query', pullReply, body)),

    async registerReceipts(): Promise<void> {
      await call('/mpesa/c2b/v2/registerurl', z.object({ ResponseDescription: z.string() }), {
        ShortCode: options.paybill,
        // Where we cannot be asked, money is taken all the same: it can be matched by hand.
        ResponseType: 'Completed',
        ConfirmationURL: `${options.callbackUrl}/c2b/confirmation`,
        ValidationURL: `${options.callbackUrl}/c2b/validation`,
      });
    },
  };
}

function accepted(reply: z.output<typeof acceptedReply>): Accepted {
  if (reply.ResponseCode !== '0') throw refused(reply.ResponseDescription, reply.ResponseCode);
  return {
    conversationId: reply.ConversationID ?? null,
    originatorConversationId: reply.OriginatorConversationID,
  };
}

const refused = (message: string, code: string) => new GatewayError('REFUSED', message, { code });

/** @throws GatewayError REFUSED for cents: Daraja would drop them. */
function shillingsOf(amountCents: number): number {
  if (!Number.isSafeInteger(amountCents) || amountCents <= 0 || amountCents % 100 !== 0) {
    throw new GatewayError('REFUSED', `${amountCents} cents are no whole shillings`);
  }
  return amountCents / 100;
}

/** How a call of M-Pesa Express proves whose paybill it is. */
function expressSecret({ paybill, passkey }: MpesaOptions, at: Date) {
  const timestamp = eatTimestamp(at);
  return {
    BusinessShortCode: paybill,
    Password: Buffer.from(`${paybill}${passkey}${timestamp}`).toString('base64'),
    Timestamp: timestamp,
  };
}

/** `20261120153000`: the wall clock in Nairobi, which has no summer time. */
function eatTimestamp(at: Date): string {
  return new Date(at.getTime() + 3 * 3_600_000).toISOString().replace(/\D/g, '').slice(0, 14);
}

interface TokenSource {
  get(): Promise<string>;
  drop(): void;
}

/** One token for all calls; requested once, however many wait for it. */
function tokenSource(options: MpesaOptions): TokenSource {
  let held: { readonly token: Promise<string>; endsAt: number } | undefined;
  const ask = async (entry: { endsAt: number }): Promise<string> => {
    const pair = Buffer.from(`${options.consumerKey}:${options.consumerSecret}`).toString('base64');
    const { status, text } = await exchange({
      url: `${options.url}/oauth/v1/generate?grant_type=client_credentials`,
      method: 'GET',
      headers: { authorization: `Basic ${pair}` },
      timeoutMs: options.timeoutMs,
    }).catch((error: unknown) => {
      // Nothing of the order itself has left yet.
      throw new GatewayError('NOT_SENT', 'no token from M-Pesa', { cause: error });
    });
    const reply = tokenReply.safeParse(jsonOf(text));
    if (status !== 200 || !reply.success) {
      throw new GatewayError('NOT_SENT', `M-Pesa gave no token: ${status}`);
    }
    entry.endsAt = Date.now() + reply.data.expires_in * 1_000 - RENEWAL_MS;
    return reply.data.access_token;
  };
  return {
    get() {
      if (held && Date.now() < held.endsAt) return held.token;
      const entry = { endsAt: Number.POSITIVE_INFINITY };
      const token = ask(entry);
      const mine = Object.assign(entry, { token });
      held = mine;
      token.catch(() => {
        if (held === mine) held = undefined;
      });
      return token;
    },
    drop() {
      held = undefined;
    },
  };
}

type Caller = <Reply extends z.ZodMiniType>(
  path: string,
  form: Reply,
  body: Readonly<Record<string, string | number>>,
) => Promise<z.output<Reply>>;

function caller(options: MpesaOptions, token: TokenSource): Caller {
  const send = async (path: string, body: string) =>
    await exchange({
      url: options.url + path,
      method: 'POST',
      headers: {
        authorization: `Bearer ${await token.get()}`,
        'content-type': 'application/json',
      },
      body,
      timeoutMs: options.timeoutMs,
    });
  return async (path, form, fields) => {
    const body = JSON.stringify(fields);
    let { status, text } = await send(path, body);
    if (isTokenEnded(status, text)) {
      token.drop();
      ({ status, text } = await send(path, body));
    }
    if (status >= 200 && status < 300) {
      const reply = form.safeParse(jsonOf(text));
      if (reply.success) return reply.data;
      throw new GatewayError('UNKNOWN', `${path}: the reply cannot be read`);
    }
    const error = errorReply.safeParse(jsonOf(text));
    // A 5xx may come from in front of M-Pesa after the order went through.
    const fault = status >= 400 && status < 500 && error.success ? 'REFUSED' : 'UNKNOWN';
    throw new GatewayError(fault, error.data?.errorMessage ?? `${path}: ${status}`, {
      code: error.data?.errorCode ?? String(status),
    });
  };
}

function isTokenEnded(status: number, text: string): boolean {
  if (status === 401) return true;
  const error = errorReply.safeParse(jsonOf(text));
  return error.success && TOKEN_ENDED.has(error.data.errorCode);
}
