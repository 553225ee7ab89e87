import { constants, generateKeyPairSync, privateDecrypt, randomBytes, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answer } from './answer.ts';
import type { World } from './behaviour.ts';
import type { Deliveries } from './deliver.ts';
import type { MpesaBook, Transaction } from './mpesa-book.ts';
import {
  b2cParameters,
  balanceParameters,
  c2bBody,
  pullBody,
  resultBody,
  statusParameters,
  stkBody,
} from './mpesa-bodies.ts';

/** What a user of the sandbox signs in with. */
export interface MpesaAccount {
  readonly consumerKey: string;
  readonly consumerSecret: string;
  readonly paybill: string;
  readonly passkey: string;
  readonly payoutShortCode: string;
  readonly initiatorName: string;
  readonly initiatorPassword: string;
  /** PEM of the public key that the initiator's password is encrypted with. */
  readonly certificate: string;
}

const TOKEN_SECONDS = 3_599;

interface PushIds {
  readonly MerchantRequestID: string;
  readonly CheckoutRequestID: string;
}

type Fields = Readonly<Record<string, unknown>>;
const textOf = (fields: Fields, name: string): string => {
  const value = fields[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** Rows that one answer of Pull Transactions has. */
const PULL_PAGE = 100;

/**
 * Daraja as far as a lender uses it: OAuth, B2C, C2B, M-Pesa Express, transaction status, account balance, reversal,
 * Pull Transactions.
 */
export class Mpesa {
  readonly account: MpesaAccount;
  readonly #privateKey: string;
  readonly #world: World;
  readonly #deliveries: Deliveries;
  readonly #book: MpesaBook;
  readonly #tokens = new Map<string, number>();
  /** Payments requested on phones, by the number that Daraja gave them; no transaction where the customer said no. */
  readonly #pushes = new Map<string, { readonly ids: PushIds; readonly transaction: Transaction | undefined }>();
  #registered: { readonly confirmation: string; readonly validation: string } | undefined;

  constructor(world: World, deliveries: Deliveries, book: MpesaBook) {
    this.#world = world;
    this.#deliveries = deliveries;
    this.#book = book;
    const { publicKey, privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    this.#privateKey = privateKey;
    this.account = {
      consumerKey: 'sandbox-key',
      consumerSecret: 'sandbox-secret',
      paybill: '600100',
      passkey: 'sandbox-passkey',
      payoutShortCode: '600200',
      initiatorName: 'kituo',
      initiatorPassword: 'sandbox-initiator',
      certificate: publicKey,
    };
  }

  register(app: FastifyInstance): void {
    app.get('/oauth/v1/generate', (request, reply) => this.#token(request, reply));
    const guarded = (path: string, run: (fields: Fields, reply: FastifyReply) => unknown) =>
      app.post<{ Body: Fields }>(path, async (request, reply) => {
        const refusal = this.#refusalOf(request);
        if (refusal) return await reply.status(refusal.status).send(refusal.body);
        return await run(request.body, reply);
      });
    guarded('/mpesa/b2c/v3/paymentrequest', (fields, reply) => this.#payOut(fields, reply));
    guarded('/mpesa/b2b/v1/paymentrequest', (fields, reply) => this.#payOut(fields, reply));
    guarded('/mpesa/transactionstatus/v1/query', (fields, reply) => this.#status(fields, reply));
    guarded('/mpesa/accountbalance/v1/query', (fields, reply) => this.#balance(fields, reply));
    guarded('/mpesa/reversal/v1/request', (fields, reply) => this.#reverse(fields, reply));
    guarded('/mpesa/stkpush/v1/processrequest', (fields, reply) => this.#push(fields, reply));
    guarded('/mpesa/stkpushquery/v1/query', (fields, reply) => this.#askedPush(fields, reply));
    guarded('/pulltransactions/v1/query', (fields, reply) => this.#pull(fields, reply));
    guarded('/mpesa/c2b/v2/registerurl', (fields, reply) => {
      this.#registered = {
        confirmation: textOf(fields, 'ConfirmationURL'),
        validation: textOf(fields, 'ValidationURL'),
      };
      return answer(reply, this.#world, {
        OriginatorCoversationID: randomUUID(),
        ResponseCode: '0',
        ResponseDescription: 'Success',
      });
    });
  }

  /** A customer pays to the paybill by hand. @returns the transaction, or why it was not taken. */
  async payIn(payment: { phone: string; amount: string; reference: string }) {
    const draft = { ...payment, shortCode: this.account.paybill, receipt: '', at: new Date() };
    if (this.#registered) {
      const verdict = await this.#deliveries.ask(this.#registered.validation, c2bBody(draft));
      const code = verdictOf(verdict);
      if (code !== undefined && code !== '0') return { refused: code };
    }
    return this.#receive(payment);
  }

  #receive(payment: { phone: string; amount: string; reference: string }): Transaction {
    const at = new Date();
    const transaction = this.#book.add({
      ...payment,
      kind: 'C2B',
      originatorConversationId: null,
      conversationId: null,
      isSuccess: true,
      resultCode: 0,
      description: 'Pay Bill',
      at: at.toISOString(),
    });
    if (this.#registered) {
      const { receipt } = transaction;
      const body = c2bBody({ ...payment, receipt, shortCode: this.account.paybill, at });
      this.#deliveries.json(this.#registered.confirmation, body);
    }
    return transaction;
  }

  async #token(request: FastifyRequest, reply: FastifyReply) {
    const pair = `${this.account.consumerKey}:${this.account.consumerSecret}`;
    if (request.headers.authorization !== `Basic ${Buffer.from(pair).toString('base64')}`) {
      return await reply.status(400).send(errorBody('400.008.01', 'Invalid Authentication passed'));
    }
    const token = randomBytes(14).toString('hex');
    this.#tokens.set(token, Date.now() + TOKEN_SECONDS * 1_000);
    return await reply.send({ access_token: token, expires_in: String(TOKEN_SECONDS) });
  }

  #refusalOf(request: FastifyRequest<{ Body: Fields }>) {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if ((this.#tokens.get(token) ?? 0) < Date.now()) {
      return { status: 401, body: errorBody('404.001.03', 'Invalid Access Token') };
    }
    const secret = textOf(request.body, 'SecurityCredential');
    if (secret !== '' && this.#decrypted(secret) !== this.account.initiatorPassword) {
      return {
        status: 400,
        body: errorBody('400.002.02', 'Bad Request - Invalid SecurityCredential'),
      };
    }
    if (this.#world.happens('refusal')) {
      return { status: 400, body: errorBody('400.002.02', 'Bad Request - refused by the sandbox') };
    }
    return undefined;
  }

  #decrypted(credential: string): string | undefined {
    try {
      const key = { key: this.#privateKey, padding: constants.RSA_PKCS1_PADDING };
      return privateDecrypt(key, Buffer.from(credential, 'base64')).toString('utf8');
    } catch {
      return undefined;
    }
  }

  #ownShortCodes(): readonly string[] {
    return [this.account.paybill, this.account.payoutShortCode];
  }

  /** To a customer, or from one of the lender's short codes to the other. */
  async #payOut(fields: Fields, reply: FastifyReply) {
    const id = textOf(fields, 'OriginatorConversationID');
    const phone = textOf(fields, 'PartyB');
    const amount = textOf(fields, 'Amount');
    const isKnown = /^254\d{9}$/.test(phone) || this.#ownShortCodes().includes(phone);
    if (!isKnown || !/^\d+$/.test(amount) || id === '') {
      return await reply.status(400).send(errorBody('400.002.02', 'Bad Request - Invalid PartyB'));
    }
    if (this.#book.ofOriginator(id)) {
      this.#book.repeated.push(id);
      const body = errorBody('500.002.1001', 'Duplicate OriginatorConversationID.');
      return await reply.status(500).send(body);
    }
    const isFailed = this.#world.happens('failure');
    const transaction = this.#book.add({
      kind: 'B2C',
      originatorConversationId: id,
      conversationId: `AG_${randomUUID()}`,
      amount,
      phone,
      reference: textOf(fields, 'Remarks'),
      isSuccess: !isFailed,
      resultCode: isFailed ? 1 : 0,
      description: isFailed
        ? 'The balance is insufficient for the transaction.'
        : 'The service request is processed successfully.',
      at: new Date().toISOString(),
    });
    const parameters = isFailed ? undefined : b2cParameters(transaction);
    this.#deliveries.json(textOf(fields, 'ResultURL'), resultBody(transaction, { id, parameters }));
    return await answer(reply, this.#world, acceptedBody(id, transaction.conversationId));
  }

  async #status(fields: Fields, reply: FastifyReply) {
    const id = randomUUID();
    const found =
      this.#book.ofReceipt(textOf(fields, 'TransactionID')) ??
      this.#book.ofOriginator(textOf(fields, 'OriginalConversationID'));
    const body = found
      ? resultBody(
          {
            ...found,
            resultCode: 0,
            description: 'The service request is processed successfully.',
          },
          { id, parameters: statusParameters(found, this.#isReversed(found)) },
        )
      : resultBody(
          {
            receipt: '',
            conversationId: null,
            resultCode: 2032,
            description: 'Transaction not found',
          },
          { id },
        );
    this.#deliveries.json(textOf(fields, 'ResultURL'), body);
    return await answer(reply, this.#world, acceptedBody(id, body.Result.ConversationID));
  }

  async #balance(fields: Fields, reply: FastifyReply) {
    const id = randomUUID();
    const shortCode = textOf(fields, 'PartyA');
    const isOurs = this.#ownShortCodes().includes(shortCode);
    const description = isOurs ? 'The service request is processed successfully.' : 'The receiver party is invalid.';
    const about = { receipt: '', conversationId: null, resultCode: isOurs ? 0 : 2006, description };
    const parameters = balanceParameters(this.#held(shortCode), new Date());
    const body = resultBody(about, { id, ...(isOurs && { parameters }) });
    this.#deliveries.json(textOf(fields, 'ResultURL'), body);
    return await answer(reply, this.#world, acceptedBody(id, body.Result.ConversationID));
  }

  /** Shillings: what came in on the paybill, what is left of the float. */
  #held(shortCode: string): number {
    const isPaybill = shortCode === this.account.paybill;
    const sum = (of: Transaction['kind']) =>
      this.#book.transactions
        .filter(({ kind, isSuccess }) => kind === of && isSuccess)
        .reduce((total, { amount }) => total + Number(amount), 0);
    return isPaybill ? 1_000_000 + sum('C2B') - sum('REVERSAL') : 10_000_000 - sum('B2C');
  }

  async #reverse(fields: Fields, reply: FastifyReply) {
    const id = randomUUID();
    const original = this.#book.ofReceipt(textOf(fields, 'TransactionID'));
    const isOurs = original?.kind === 'C2B' && textOf(fields, 'ReceiverParty') === this.account.paybill;
    const isWhole = Number(original?.amount) === Number(textOf(fields, 'Amount'));
    const isTaken = original !== undefined && this.#isReversed(original);
    const isDone = isOurs && isWhole && !isTaken && !this.#world.happens('failure');
    const transaction = this.#book.add({
      kind: 'REVERSAL',
      originatorConversationId: id,
      conversationId: `AG_${randomUUID()}`,
      amount: textOf(fields, 'Amount'),
      phone: original?.phone ?? '',
      reference: original?.receipt ?? '',
      isSuccess: isDone,
      resultCode: isDone ? 0 : isTaken ? 'R000001' : 'R000002',
      description: isDone
        ? 'The service request is processed successfully.'
        : isTaken
          ? 'The transaction has already been reversed.'
          : 'The OriginalTransactionID is invalid.',
      at: new Date().toISOString(),
    });
    const parameters = isDone ? [{ Key: 'OriginalTransactionID', Value: original.receipt }] : [];
    const body = resultBody(transaction, { id, ...(isDone && { parameters }) });
    this.#deliveries.json(textOf(fields, 'ResultURL'), body);
    return await answer(reply, this.#world, acceptedBody(id, transaction.conversationId));
  }

  #isReversed({ receipt }: Transaction): boolean {
    return this.#book.transactions.some(
      ({ kind, reference, isSuccess }) => kind === 'REVERSAL' && isSuccess && reference === receipt,
    );
  }

  /** What the paybill received within a time of Nairobi, from an offset on. */
  async #pull(fields: Fields, reply: FastifyReply) {
    const [from, to] = ['StartDate', 'EndDate'].map((name) =>
      Date.parse(`${textOf(fields, name).replace(' ', 'T')}+03:00`),
    );
    const received = this.#book.transactions.filter(({ kind, at }) => {
      const time = Math.floor(Date.parse(at) / 1_000) * 1_000;
      return kind === 'C2B' && time >= Number(from) && time <= Number(to);
    });
    const offset = Number(textOf(fields, 'OffSetValue') || '0');
    const isOurs = textOf(fields, 'ShortCode') === this.account.paybill;
    const rows = isOurs ? received.slice(offset, offset + PULL_PAGE) : [];
    return await answer(reply, this.#world, pullBody(rows));
  }

  #isExpress(fields: Fields): boolean {
    const { paybill, passkey } = this.account;
    const secret = `${paybill}${passkey}${textOf(fields, 'Timestamp')}`;
    return textOf(fields, 'Password') === Buffer.from(secret).toString('base64');
  }

  /** What became of a push; one that is not known is still asking, as far as Daraja tells. */
  async #askedPush(fields: Fields, reply: FastifyReply) {
    const push = this.#pushes.get(textOf(fields, 'CheckoutRequestID'));
    if (!this.#isExpress(fields) || !push) {
      const body = errorBody('500.001.1001', 'The transaction is being processed');
      return await reply.status(500).send(body);
    }
    const { ResultCode, ResultDesc } = stkBody(push.ids, push.transaction).Body.stkCallback;
    return await answer(reply, this.#world, {
      ...push.ids,
      ResponseCode: '0',
      ResponseDescription: 'The service request has been accepted successfully',
      ResultCode: String(ResultCode),
      ResultDesc,
    });
  }

  async #push(fields: Fields, reply: FastifyReply) {
    if (!this.#isExpress(fields)) {
      return await reply.status(500).send(errorBody('500.001.1001', 'Wrong credentials'));
    }
    const MerchantRequestID = randomUUID();
    const CheckoutRequestID = `ws_CO_${randomUUID()}`;
    const isPaid = !this.#world.happens('failure');
    const payment = {
      phone: textOf(fields, 'PhoneNumber'),
      amount: textOf(fields, 'Amount'),
      reference: textOf(fields, 'AccountReference'),
    };
    const transaction = isPaid ? this.#receive(payment) : undefined;
    const ids = { MerchantRequestID, CheckoutRequestID };
    this.#pushes.set(CheckoutRequestID, { ids, transaction });
    this.#deliveries.json(textOf(fields, 'CallBackURL'), stkBody(ids, transaction));
    return await answer(reply, this.#world, {
      ...ids,
      ResponseCode: '0',
      ResponseDescription: 'Success. Request accepted for processing',
      CustomerMessage: 'Success. Request accepted for processing',
    });
  }
}

const errorBody = (errorCode: string, errorMessage: string) => ({
  requestId: randomUUID(),
  errorCode,
  errorMessage,
});

const acceptedBody = (id: string, conversationId: string | null) => ({
  ConversationID: conversationId,
  OriginatorConversationID: id,
  ResponseCode: '0',
  ResponseDescription: 'Accept the service request successfully.',
});

function verdictOf(reply: unknown): string | undefined {
  if (typeof reply !== 'object' || reply === null || !('ResultCode' in reply)) return undefined;
  const { ResultCode } = reply;
  return typeof ResultCode === 'string' || typeof ResultCode === 'number' ? String(ResultCode) : undefined;
}
