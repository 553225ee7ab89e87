import { createHmac } from 'node:crypto';
import type { merchantService, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { exchange, GatewayError } from '../../platform/gateways/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { lockService } from './changes.ts';

const TIMEOUT_MS = 5_000;

/**
 * `t=<seconds>,v1=<hex>`: HMAC-SHA256 over `<seconds>.<body>`, by the SHA-256 of the merchant's secret in hex, for we
 * keep no more of it. While two keys are valid there is a `v1` of each.
 */
export function signatureOf(body: string, keyHashes: readonly string[], at: Date): string {
  const seconds = Math.floor(at.getTime() / 1_000);
  const signed = keyHashes.map((key) => createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex'));
  return [`t=${seconds}`, ...signed.map((hex) => `v1=${hex}`)].join(',');
}

export interface CallbackAnswer {
  readonly isPassed: boolean;
  readonly replyStatus: number | null;
  readonly fault: string | null;
  /** What the merchant answered; empty where nothing arrived. */
  readonly text: string;
}

/** Sends an event to a merchant's callback address, signed, and keeps what came of it. */
export async function sendCallback(
  tx: Tx,
  to: { readonly merchantNo: string; readonly callbackUrl: string },
  event: string,
  data: Readonly<Record<string, unknown>>,
): Promise<CallbackAnswer> {
  const { merchantNo, callbackUrl: url } = to;
  const at = new Date();
  const keys = await tx
    .selectFrom('merchantApiKey')
    .select('keyHash')
    .where('merchantNo', '=', merchantNo)
    .where((eb) => eb.or([eb('validUntil', 'is', null), eb('validUntil', '>', at)]))
    .orderBy('createdAt', 'desc')
    .execute();
  const body = JSON.stringify({ event, merchantNo, at: at.toISOString(), data });
  const hashes = keys.map(({ keyHash }) => keyHash);
  const headers = { 'content-type': 'application/json', 'kituo-signature': signatureOf(body, hashes, at) };
  let replyStatus: number | null = null;
  let fault: string | null = null;
  let text = '';
  try {
    const { status, text: answered } = await exchange({ url, method: 'POST', headers, body, timeoutMs: TIMEOUT_MS });
    replyStatus = status;
    text = answered;
    if (status < 200 || status > 299) fault = `HTTP ${status}`;
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    fault = error.message.slice(0, 200);
  }
  const tookMs = Date.now() - at.getTime();
  await tx
    .insertInto('merchantCallback')
    .values({ merchantNo, event, url, sentAt: at, tookMs, replyStatus, fault })
    .execute();
  return { isPassed: fault === null, replyStatus, fault, text };
}

/** @throws AppError SERVICE_ACCOUNT_MISSING, BAD_REQUEST where there is no address */
export async function testCallback(
  { merchantNo }: ParsedRequestOf<typeof merchantService.testCallback>,
  call: CommandContext,
): Promise<ReplyOf<typeof merchantService.testCallback>> {
  const { tx, caller } = call;
  const { callbackUrl } = await lockService(tx, merchantNo, caller.scope);
  if (callbackUrl === null) {
    throw new AppError('BAD_REQUEST', { fields: [{ field: 'callbackUrl', msg: 'Content cannot be blank' }] });
  }
  const { text: _, ...answer } = await sendCallback(tx, { merchantNo, callbackUrl }, 'test', {});
  await tx
    .updateTable('merchantService')
    .set({ callbackPassedAt: answer.isPassed ? new Date() : null })
    .where('merchantNo', '=', merchantNo)
    .execute();
  await writeAudit(tx, call, {
    action: 'merchantConfig.testCallback',
    subjectType: 'merchantService',
    subjectNo: merchantNo,
    merchantNo,
    after: { isCallbackPassed: answer.isPassed, fault: answer.fault },
  });
  return answer;
}
