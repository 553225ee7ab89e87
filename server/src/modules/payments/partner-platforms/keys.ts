import { randomBytes } from 'node:crypto';
import type { ParsedRequestOf, partnerPlatform } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { hashOf, isAllowed } from '../merchant-services/index.ts';
import { lockPlatform } from './changes.ts';

const OVERLAP_MS = 24 * 3_600_000;

/** A new secret: it is in this reply and nowhere else. @throws AppError NOT_FOUND */
export async function rotateSecret(
  { platformCode, reason }: ParsedRequestOf<typeof partnerPlatform.rotateSecret>,
  call: CommandContext,
): Promise<{ keyId: string; secret: string }> {
  const { tx, caller } = call;
  const { merchantNo } = await lockPlatform(tx, platformCode, caller.scope);
  const secret = `kpk_${randomBytes(32).toString('base64url')}`;
  await tx
    .updateTable('partnerKey')
    .set({ validUntil: new Date(Date.now() + OVERLAP_MS) })
    .where('platformCode', '=', platformCode)
    .where('validUntil', 'is', null)
    .execute();
  const { keyId } = await tx
    .insertInto('partnerKey')
    .values({ platformCode, keyHash: hashOf(secret), keyTail: secret.slice(-4), createdBy: caller.userNo })
    .returning('keyId')
    .executeTakeFirstOrThrow();
  await writeAudit(tx, call, {
    action: 'partnerPlatform.rotateSecret',
    subjectType: 'partnerPlatform',
    subjectNo: platformCode,
    merchantNo,
    after: { keyId },
    reason,
  });
  call.answerOnce(secret);
  return { keyId, secret };
}

/**
 * Whose key it is, of an enabled partner and from an allowed address. One answer for all that is wrong with it.
 * @throws AppError MERCHANT_KEY_WRONG
 */
export async function platformOfKey(db: Queryable, apiKey: string, address: string): Promise<string> {
  const at = new Date();
  const found = await db
    .selectFrom('partnerKey as k')
    .innerJoin('partnerPlatform as f', 'f.platformCode', 'k.platformCode')
    .select(['k.platformCode', 'f.ipAllowList'])
    .where('k.keyHash', '=', hashOf(apiKey))
    .where('f.isEnabled', '=', true)
    .where((eb) => eb.or([eb('k.validUntil', 'is', null), eb('k.validUntil', '>', at)]))
    .executeTakeFirst();
  if (!found || !isAllowed(found.ipAllowList, address)) throw new AppError('MERCHANT_KEY_WRONG');
  await db
    .updateTable('partnerPlatform')
    .set({ lastCallAt: at })
    .where('platformCode', '=', found.platformCode)
    .execute();
  return found.platformCode;
}
