import { randomUUID } from 'node:crypto';
import type { merchantService, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { lockService } from './changes.ts';
import { postSigned } from './post-signed.ts';

/** What signs for a merchant now: while the former key is valid, both. */
export async function keysOf(db: Queryable, merchantNo: string): Promise<string[]> {
  const keys = await db
    .selectFrom('merchantApiKey')
    .select('keyHash')
    .where('merchantNo', '=', merchantNo)
    .where((eb) => eb.or([eb('validUntil', 'is', null), eb('validUntil', '>', new Date())]))
    .orderBy('createdAt', 'desc')
    .execute();
  return keys.map(({ keyHash }) => keyHash);
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
  const id = randomUUID();
  const { text, isPassed, replyStatus, fault, sentAt, tookMs } = await postSigned({
    url: callbackUrl,
    eventId: id,
    body: JSON.stringify({ id, event: 'test', merchantNo, at: new Date().toISOString(), data: {} }),
    keyHashes: await keysOf(tx, merchantNo),
    standIn: call.services.settings.gateways.callbackStandIn,
  });
  const answer = { isPassed, replyStatus, fault };
  await tx
    .insertInto('merchantCallback')
    .values({
      merchantNo,
      event: 'test',
      url: callbackUrl,
      sentAt,
      tookMs,
      replyStatus,
      fault,
      replyExcerpt: excerptOf(text),
    })
    .execute();
  await tx
    .updateTable('merchantService')
    .set({ callbackPassedAt: isPassed ? new Date() : null, ...(isPassed && { callbackFailingSince: null }) })
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

/** As much of an answer as is kept; what PostgreSQL cannot keep is left out. */
export const excerptOf = (text: string): string | null => text.replaceAll('\0', '').slice(0, 300) || null;
