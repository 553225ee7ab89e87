import { createHmac, timingSafeEqual } from 'node:crypto';
import type { GatewaySettings } from '../../../../config/gateway-settings.ts';

/** Of a signature that proves nothing. REPEATED: a copy of one that was used. */
export type SignatureFault = 'MISSING' | 'WRONG' | 'STALE' | 'REPEATED';

/** What a report is signed by; a topic that is not named is one whose gateway signs nothing. Null: nobody can sign it. */
export type ReportKeys = Readonly<Record<string, string | null>>;

/** A signature counts so long before and after its moment, by our clock. */
export const FRESH_MS = 5 * 60_000;

/**
 * The robot signs with its API key. SMS reports are signed where the provider signs them and `SMS_REPORT_KEY` is set:
 * Africa's Talking, whose form they have, signs nothing.
 */
export function reportKeys({ robot, smsReportKey }: Pick<GatewaySettings, 'robot' | 'smsReportKey'>): ReportKeys {
  return {
    'robot/call': robot?.apiKey ?? null,
    ...(smsReportKey !== undefined && { 'sms/delivery': smsReportKey, 'sms/incoming': smsReportKey }),
  };
}

interface SignedReport {
  readonly topic: string;
  readonly content: Buffer;
  /** `kituo-signature`: `t=<seconds>,n=<nonce>,v1=<hex>`. */
  readonly header: string | readonly string[] | undefined;
}

const SHAPE = /^t=(\d{1,12}),n=([\w-]{16,64}),v1=([\da-f]{64})$/;

/**
 * HMAC-SHA256 over `<seconds>.<nonce>.<topic>.<body>`. Its moment is looked at last, so that only who has the key learns
 * what our clock says.
 */
export function checkSignature(
  { topic, content, header }: SignedReport,
  key: string | null,
  now: Date,
): { readonly fault: SignatureFault } | { readonly fault: null; readonly nonce: string } {
  if (header === undefined || header === '') return { fault: 'MISSING' };
  const [, seconds = '', nonce = '', hex = ''] = SHAPE.exec(typeof header === 'string' ? header : '') ?? [];
  if (key === null || hex === '') return { fault: 'WRONG' };
  const expected = createHmac('sha256', key).update(`${seconds}.${nonce}.${topic}.`).update(content).digest();
  if (!timingSafeEqual(expected, Buffer.from(hex, 'hex'))) return { fault: 'WRONG' };
  const isFresh = Math.abs(now.getTime() - Number(seconds) * 1_000) <= FRESH_MS;
  return isFresh ? { fault: null, nonce } : { fault: 'STALE' };
}
