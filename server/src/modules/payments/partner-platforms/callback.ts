import { randomUUID } from 'node:crypto';
import type { ParsedRequestOf, partnerPlatform, ReplyOf } from '@kituo/sdk/contracts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { postSigned } from '../merchant-services/index.ts';
import { lockPlatform } from './changes.ts';

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
  const [id, event] = [randomUUID(), 'test'];
  const body = JSON.stringify({ id, event, platformCode, at: at.toISOString(), data: {} });
  const { isPassed, replyStatus, fault, tookMs } = await postSigned({
    url,
    eventId: id,
    body,
    keyHashes: keys.map(({ keyHash }) => keyHash),
    standIn: call.services.settings.gateways.callbackStandIn,
  });
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
