import { randomUUID } from 'node:crypto';
import type { ParsedRequestOf, partnerPlatform, ReplyOf } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { postSigned } from '../merchant-services/index.ts';
import { lockPlatform } from './changes.ts';

interface Sent {
  readonly eventId: string;
  readonly event: string;
  readonly body: string;
  readonly replayOf: number | null;
}

/** Sends what is signed by every valid key, and keeps both what was sent and what was answered. @throws AppError NOT_FOUND */
async function send(platformCode: string, sentOf: (at: Date) => Sent, call: CommandContext) {
  const { tx, caller } = call;
  const { callbackUrl: url, merchantNo } = await lockPlatform(tx, platformCode, caller.scope);
  const at = new Date();
  const { eventId, event, body, replayOf } = sentOf(at);
  const keys = await tx
    .selectFrom('partnerKey')
    .select('keyHash')
    .where('platformCode', '=', platformCode)
    .where((eb) => eb.or([eb('validUntil', 'is', null), eb('validUntil', '>', at)]))
    .orderBy('createdAt', 'desc')
    .execute();
  const { isPassed, replyStatus, fault, tookMs, signature } = await postSigned({
    url,
    eventId,
    body,
    keyHashes: keys.map(({ keyHash }) => keyHash),
    standIn: call.services.settings.gateways.callbackStandIn,
  });
  const kept = { eventId, event, body, signature, replayOf };
  await tx
    .insertInto('partnerCallback')
    .values({ ...kept, platformCode, url, sentAt: at, tookMs, replyStatus, fault })
    .execute();
  await tx
    .updateTable('partnerPlatform')
    .set({ lastCallbackAt: at })
    .where('platformCode', '=', platformCode)
    .execute();
  return { at, merchantNo, isPassed, replyStatus, fault };
}

/** Sends a test; an address that answers it may go live. @throws AppError NOT_FOUND */
export async function testCallback(
  { platformCode }: ParsedRequestOf<typeof partnerPlatform.testCallback>,
  call: CommandContext,
): Promise<ReplyOf<typeof partnerPlatform.testCallback>> {
  const { tx } = call;
  const [eventId, event] = [randomUUID(), 'test'];
  const sent = (at: Date): Sent => ({
    eventId,
    event,
    body: JSON.stringify({ id: eventId, event, platformCode, at: at.toISOString(), data: {} }),
    replayOf: null,
  });
  const { at, merchantNo, isPassed, replyStatus, fault } = await send(platformCode, sent, call);
  await tx
    .updateTable('partnerPlatform')
    .set({ callbackPassedAt: isPassed ? at : null })
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

/**
 * Sends what was sent before once more: the same body and event, so that the partner counts it once, signed now. Whether
 * the address may go live a test says alone.
 * @throws AppError NOT_FOUND
 */
export async function replayCallback(
  { platformCode, callbackId }: ParsedRequestOf<typeof partnerPlatform.replayCallback>,
  call: CommandContext,
): Promise<ReplyOf<typeof partnerPlatform.replayCallback>> {
  const { tx, caller } = call;
  await lockPlatform(tx, platformCode, caller.scope);
  const before = await tx
    .selectFrom('partnerCallback')
    .select(['eventId', 'event', 'body'])
    .where('platformCode', '=', platformCode)
    .where('callbackId', '=', callbackId)
    .executeTakeFirst();
  if (!before || before.eventId === null || before.body === null) throw new AppError('NOT_FOUND');
  const { eventId, event, body } = before;
  const sent = () => ({ eventId, event, body, replayOf: callbackId });
  const { merchantNo, isPassed, replyStatus, fault } = await send(platformCode, sent, call);
  await writeAudit(tx, call, {
    action: 'partnerPlatform.replayCallback',
    subjectType: 'partnerPlatform',
    subjectNo: platformCode,
    merchantNo,
    after: { eventId, event, isPassed, fault },
  });
  return { isPassed, replyStatus, fault };
}
