import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { answer } from './answer.ts';
import type { World } from './behaviour.ts';
import type { Deliveries } from './deliver.ts';

/** One message that was taken on. */
export interface SentSms {
  readonly messageId: string;
  readonly phone: string;
  readonly text: string;
  readonly sender: string;
}

export const SMS_ACCOUNT = { username: 'sandbox', apiKey: 'sandbox-sms-key', sender: 'KITUO' };

/** Africa's Talking as far as a lender uses it: one message, its delivery reports, the account's balance. */
export class Sms {
  readonly sent: SentSms[] = [];
  readonly #world: World;
  readonly #deliveries: Deliveries;
  /** Sender IDs whose messages are refused, as those of an account without credit are. */
  readonly refusedSenders = new Set<string>();
  /** What is left on the account, in shillings as text. */
  balance = '1785.5000';
  /** Where delivery reports go; set in their dashboard, so no call carries it. */
  reportUrl: string | undefined;

  constructor(world: World, deliveries: Deliveries) {
    this.#world = world;
    this.#deliveries = deliveries;
  }

  register(app: FastifyInstance): void {
    app.post<{ Body: URLSearchParams }>('/version1/messaging', async (request, reply) => {
      if (request.headers.apikey !== SMS_ACCOUNT.apiKey) {
        return await reply.status(401).send('The supplied authentication is invalid');
      }
      const field = (name: string) => request.body.get(name) ?? '';
      const number = field('to');
      if (this.#world.happens('refusal') || !/^\+254\d{9}$/.test(number)) {
        const no = body(number, 403, 'InvalidPhoneNumber', 'None');
        return await answer(reply, this.#world, no, { status: 201 });
      }
      if (this.refusedSenders.has(field('from'))) {
        const broke = body(number, 405, 'InsufficientBalance', 'None');
        return await answer(reply, this.#world, broke, { status: 201 });
      }
      const messageId = `ATXid_${randomUUID().replaceAll('-', '')}`;
      const phone = number.slice(1);
      this.sent.push({ messageId, phone, text: field('message'), sender: field('from') });
      if (this.reportUrl !== undefined) {
        const isFailed = this.#world.happens('failure');
        const report = { id: messageId, phoneNumber: number, networkCode: '63902' };
        // Two reports, each after a pause of its own: either may be there first.
        this.#deliveries.form(this.reportUrl, { ...report, status: 'Submitted' });
        this.#deliveries.form(this.reportUrl, {
          ...report,
          status: isFailed ? 'Failed' : 'Success',
          ...(isFailed && { failureReason: 'AbsentSubscriber' }),
        });
      }
      const yes = body(number, 101, 'Success', messageId);
      return await answer(reply, this.#world, yes, { status: 201 });
    });
    app.get<{ Querystring: { username?: string } }>('/version1/user', async (request, reply) => {
      if (request.headers.apikey !== SMS_ACCOUNT.apiKey || request.query.username !== SMS_ACCOUNT.username) {
        return await reply.status(401).send('The supplied authentication is invalid');
      }
      return await answer(reply, this.#world, { UserData: { balance: `KES ${this.balance}` } }, { status: 200 });
    });
  }
}

function body(number: string, statusCode: number, status: string, messageId: string) {
  const isSent = statusCode < 400;
  return {
    SMSMessageData: {
      Message: `Sent to ${isSent ? 1 : 0}/1 Total Cost: ${isSent ? 'KES 0.8000' : '0'}`,
      Recipients: [{ statusCode, number, status, cost: isSent ? 'KES 0.8000' : '0', messageId }],
    },
  };
}
