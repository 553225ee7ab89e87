import { CallbackUnreadable } from '../callbacks/topics.ts';
import { exchange } from '../exchange.ts';
import { GatewayError } from '../gateway-error.ts';
import type { BankAnswer, BankGateway, BankOrder } from '../ports.ts';
import { pain001Of } from './pain-001.ts';
import { type BankReport, isRepeated, readPain002 } from './pain-002.ts';

export interface BankOptions {
  /** Without a slash at the end. */
  readonly url: string;
  readonly apiKey: string;
  /** Where the bank reports to, secret included. */
  readonly callbackUrl: string;
  readonly timeoutMs: number;
}

/**
 * Payments to bank accounts: `POST /payments` takes a pain.001 and answers with a pain.002, `GET /payments/<EndToEndId>`
 * answers with the pain.002 of now, or 404 where it knows of no such payment. `GET /statements/<account>/<day>` answers
 * with the camt.053 of a day, or 404 before there is one.
 */
export function createBankClient({ url, apiKey, callbackUrl, timeoutMs }: BankOptions): BankGateway {
  const authorization = `Bearer ${apiKey}`;
  return {
    async pay(order: BankOrder): Promise<void> {
      const body = pain001Of(order);
      const { status, text } = await exchange({
        url: `${url}/payments`,
        method: 'POST',
        headers: { authorization, 'content-type': 'application/xml', 'callback-url': callbackUrl },
        body,
        timeoutMs,
      });
      // Before it was read at all: the key, the address.
      if (status === 401 || status === 403) throw new GatewayError('REFUSED', `the bank refuses us: ${status}`);
      const report = reportIn(text);
      if (report?.endToEndId !== order.attemptNo) {
        throw new GatewayError('UNKNOWN', `the bank’s answer cannot be read: ${status}`, { code: String(status) });
      }
      if (isRepeated(report)) throw new GatewayError('UNKNOWN', 'the bank has it already', { code: report.reasonCode });
      if (report.status === 'RJCT') {
        const options = report.reasonCode === '' ? {} : { code: report.reasonCode };
        throw new GatewayError('REFUSED', report.reason || 'rejected by the bank', options);
      }
      if (status < 200 || status > 299) throw new GatewayError('UNKNOWN', `the bank: ${status}`);
    },

    async askStatus(attemptNo: string): Promise<BankAnswer> {
      const { status, text } = await exchange({
        url: `${url}/payments/${encodeURIComponent(attemptNo)}`,
        method: 'GET',
        headers: { authorization, accept: 'application/xml' },
        timeoutMs,
      });
      // A page of some proxy between us says nothing about the money: the bank itself answers without a body.
      if (status === 404 && text.trim() === '') return { isKnown: false };
      if (status !== 200) throw new GatewayError('UNKNOWN', `the bank: ${status}`);
      return { isKnown: true, content: Buffer.from(text) };
    },

    async fetchStatement({ accountNo, day }): Promise<string | null> {
      const { status, text } = await exchange({
        url: `${url}/statements/${encodeURIComponent(accountNo)}/${day}`,
        method: 'GET',
        headers: { authorization, accept: 'application/xml' },
        timeoutMs,
      });
      if (status === 404 && text.trim() === '') return null;
      if (status !== 200) throw new GatewayError('UNKNOWN', `the bank: ${status}`);
      return text;
    },
  };
}

function reportIn(text: string): BankReport | null {
  try {
    return readPain002(text);
  } catch (error) {
    if (error instanceof CallbackUnreadable) return null;
    throw error;
  }
}
