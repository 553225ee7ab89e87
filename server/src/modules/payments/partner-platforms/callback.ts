import type { ParsedRequestOf, partnerPlatform, ReplyOf } from '@kituo/sdk/contracts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { exchange, GatewayError } from '../../platform/gateways/index.ts';
import { signatureOf } from '../merchant-services/index.ts';
import { lockPlatform } from './changes.ts';

const TIMEOUT_MS = 5_000;

/** Sends a test that is signed by every valid key; an address that answers it may go live. @throws AppError NOT_FOUND */
export async function testCallback(
  { platformCode }: ParsedRequestOf<typeof partnerPlatform.testCallback>,
  call: CommandContext,
): Promise<ReplyOf<typeof partnerPlatform.testCallback>> {
  const { tx, caller } = call;
  const { callbackUrl: url, merchantNo } = await lockPlatform(tx, platformCode, caller.scope);
  const at = new Date();
  const keys = await tx
    .selectFrom('partnerKey')
    .select('keyHash')
    .where('platformCode', '=', platformCode)
    .where((eb) => eb.or([eb('validUntil', 'is', null), eb('validUntil', '>', at)]))
    .orderBy('createdAt', 'desc')
    .execute();
  const event = 'test';
  const body = JSON.stringify({ event, platformCode, at: at.toISOString(), data: {} });
  const hashes = keys.map(({ keyHash }) => keyHash);
  const headers = { 'content-type': 'application/json', 'kituo-signature': signatureOf(body, hashes, at) };
  let replyStatus: number | null = null;
  let fault: string | null = null;
  try {
    const { status } = await exchange({ url, method: 'POST', headers, body, timeoutMs: TIMEOUT_MS });
    replyStatus = status;
    if (status < 200 || status > 299) fault = `HTTP ${status}`;
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    fault = error.message.slice(0, 200);
  }
  const isPassed = fault === null;
  const tookMs = Date.now() - at.getTime();
  await tx
    .insertInto('partnerCallback')
    .values({ platformCode, event, url, sentAt: at, tookMs, replyStatus, fault })
    .execute();
  await tx
    .updateTable('partnerPlatform')
    .set({ callbackPassedAt: isPassed ? at : null, lastCallbackAt: at })
    .where('platformCode', '=', platformCode)
    .execute();
  await writeAudit(tx, call, {
    action: 'partnerPlatform.testCallback',
    subjectType: 'partnerPlatform',
    subjectNo: platformCode,
    merchantNo,
    after: { isCallbackPassed: isPassed, fault },
  });
  return { isPassed, replyStatus, fault };
}
