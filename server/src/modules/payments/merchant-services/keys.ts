import { createHash, randomBytes } from 'node:crypto';
import { isIPv4 } from 'node:net';
import type { merchantService, ParsedRequestOf } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { lockService } from './changes.ts';

const OVERLAP_MS = 24 * 3_600_000;
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** A new key: its secret is in this reply and nowhere else. @throws AppError SERVICE_ACCOUNT_MISSING */
export async function rotateKey(
  { merchantNo, reason }: ParsedRequestOf<typeof merchantService.rotateKey>,
  call: CommandContext,
): Promise<{ keyId: string; secret: string }> {
  const { tx, caller } = call;
  await lockService(tx, merchantNo, caller.scope);
  const secret = `kmk_${randomBytes(32).toString('base64url')}`;
  await tx
    .updateTable('merchantApiKey')
    .set({ validUntil: new Date(Date.now() + OVERLAP_MS) })
    .where('merchantNo', '=', merchantNo)
    .where('validUntil', 'is', null)
    .execute();
  const { keyId } = await tx
    .insertInto('merchantApiKey')
    .values({ merchantNo, keyHash: hashOf(secret), keyTail: secret.slice(-4), createdBy: caller.userNo })
    .returning('keyId')
    .executeTakeFirstOrThrow();
  await writeAudit(tx, call, {
    action: 'merchantConfig.rotateKey',
    subjectType: 'merchantService',
    subjectNo: merchantNo,
    merchantNo,
    after: { keyId },
    reason,
  });
  call.answerOnce(secret);
  return { keyId, secret };
}

const bitsOf = (address: string): number => address.split('.').reduce((bits, part) => bits * 256 + Number(part), 0);

/** Whether an address is one of the list, or within one of its ranges; any is where the list is empty. */
export function isAllowed(list: readonly string[], address: string): boolean {
  if (list.length === 0) return true;
  const plain = address.replace(/^::ffff:/, '');
  if (!isIPv4(plain)) return list.includes(plain);
  return list.some((entry) => {
    const [base = '', bits = '32'] = entry.split('/');
    const size = 2 ** (32 - Number(bits));
    return isIPv4(base) && Math.floor(bitsOf(base) / size) === Math.floor(bitsOf(plain) / size);
  });
}

/**
 * Whose key it is, of an open account and from an allowed address. One answer for all that is wrong with it.
 * @throws AppError MERCHANT_KEY_WRONG
 */
export async function merchantOfKey(db: Queryable, apiKey: string, address: string): Promise<string> {
  const at = new Date();
  const found = await db
    .selectFrom('merchantApiKey as k')
    .innerJoin('merchantService as s', 's.merchantNo', 'k.merchantNo')
    .select(['k.merchantNo', 's.ipAllowList'])
    .where('k.keyHash', '=', hashOf(apiKey))
    .where('s.serviceStatus', '=', 'ENABLED')
    .where((eb) => eb.or([eb('k.validUntil', 'is', null), eb('k.validUntil', '>', at)]))
    .executeTakeFirst();
  if (!found || !isAllowed(found.ipAllowList, address)) throw new AppError('MERCHANT_KEY_WRONG');
  await db.updateTable('merchantService').set({ lastCallAt: at }).where('merchantNo', '=', found.merchantNo).execute();
  return found.merchantNo;
}
