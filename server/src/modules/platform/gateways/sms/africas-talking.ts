import * as z from 'zod/mini';
import { exchange } from '../exchange.ts';
import { GatewayError } from '../gateway-error.ts';
import { jsonOf } from '../json.ts';
import type { SmsGateway } from '../ports.ts';

export interface SmsOptions {
  /** `https://api.africastalking.com`, without a slash at the end. */
  readonly url: string;
  readonly username: string;
  readonly apiKey: string;
  /** The registered sender name or short code. */
  readonly sender: string;
  readonly timeoutMs: number;
}

/** Africa's Talking: 100 processed, 101 sent, 102 queued; 4xx and 5xx name why a number gets nothing. */
const recipient = z.object({
  statusCode: z.number(),
  number: z.string(),
  status: z.string(),
  /** `KES 0.8000` */
  cost: z.string(),
  messageId: z.string(),
});

const reply = z.object({
  SMSMessageData: z.object({ Message: z.string(), Recipients: z.array(recipient) }),
});

/** `KES 1785.5000` */
const account = z.object({ UserData: z.object({ balance: z.string() }) });

/** Africa's Talking behind the port for SMS (bulk messaging API, version 1). */
export function createSmsClient(options: SmsOptions): SmsGateway {
  return {
    async send({ phone, text, sender }) {
      const { status, text: body } = await exchange({
        url: `${options.url}/version1/messaging`,
        method: 'POST',
        headers: {
          apiKey: options.apiKey,
          accept: 'application/json',
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({
          username: options.username,
          to: `+${phone}`,
          message: text,
          from: sender ?? options.sender,
        }).toString(),
        timeoutMs: options.timeoutMs,
      });
      if (status >= 400 && status < 500) {
        throw new GatewayError('REFUSED', body.slice(0, 200), { code: `HTTP ${status}` });
      }
      const read = reply.safeParse(jsonOf(body));
      if (status >= 300 || !read.success) throw new GatewayError('UNKNOWN', `SMS: ${status}`);
      const [first] = read.data.SMSMessageData.Recipients;
      if (!first) throw new GatewayError('REFUSED', read.data.SMSMessageData.Message);
      if (first.statusCode >= 400) {
        throw new GatewayError('REFUSED', first.status, { code: String(first.statusCode) });
      }
      return { messageId: first.messageId, costCents: costCentsOf(first.cost) };
    },
    async balance() {
      const { status, text: body } = await exchange({
        url: `${options.url}/version1/user?username=${encodeURIComponent(options.username)}`,
        method: 'GET',
        headers: { apiKey: options.apiKey, accept: 'application/json' },
        timeoutMs: options.timeoutMs,
      });
      const read = account.safeParse(jsonOf(body));
      const said = read.success ? /^KES (-?\d+(?:\.\d+)?)$/.exec(read.data.UserData.balance) : null;
      // An account in another currency has a balance, too, but none in shillings.
      if (status !== 200 || !said) throw new GatewayError('REFUSED', body.slice(0, 200), { code: `HTTP ${status}` });
      return Math.floor(Number(said[1]) * 100);
    },
  };
}

/**
 * How a message ended, as their delivery report says it. Theirs names no time; a gateway that reports in the same form
 * may say when it happened in `eventAt`.
 */
export const deliveryReport = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(200)),
  status: z.enum(['Sent', 'Submitted', 'Buffered', 'Rejected', 'Success', 'Failed', 'AbsentSubscriber', 'Expired']),
  phoneNumber: z.string(),
  networkCode: z.optional(z.string()),
  failureReason: z.optional(z.string()),
  retryCount: z.optional(z.string()),
  eventAt: z.optional(z.string()),
});

/** `KES 0.8000` is 80 cents; fractions of a cent are rounded up. */
function costCentsOf(cost: string): number {
  const [, whole = '0', fraction = ''] = /(\d+)(?:\.(\d+))?/.exec(cost) ?? [];
  const cents = Number(whole) * 100 + Number(fraction.padEnd(2, '0').slice(0, 2));
  return /[1-9]/.test(fraction.slice(2)) ? cents + 1 : cents;
}
