import * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { DataScope } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { defineMany } from '../../platform/batches/index.ts';
import { extendEntry, family, takeOff } from './commands.ts';

/** @returns whose they are; nobody's in particular where one counts for all merchants. @throws AppError BLACKLIST_NOT_FOUND */
async function merchantsOf(db: Queryable, entryNos: readonly string[], scope: DataScope): Promise<string[]> {
  const entries = await db
    .selectFrom('manualBlacklist')
    .select('merchantNo')
    .where('entryNo', 'in', [...entryNos])
    .execute();
  const merchantNos = new Set(entries.flatMap(({ merchantNo }) => merchantNo ?? []));
  const isSeen = [...merchantNos].every((merchantNo) => seesMerchant(scope, merchantNo));
  if (entries.length < entryNos.length || !isSeen) throw new AppError('BLACKLIST_NOT_FOUND', { fields: ['entryNos'] });
  return entries.some(({ merchantNo }) => merchantNo === null) ? [] : [...merchantNos];
}
const shared = { ...family, field: 'entryNos', merchantsOf } as const;

export const removals = defineMany({
  ...shared,
  kind: 'manualBlacklist.removeMany',
  jobKind: 'manualBlacklist.takeOffMany',
  title: { en: 'Removal from the blacklist', zh: '批量移出人工黑名单' },
  params: z.strictObject({ reason: z.string() }),
  facts: () => ({ before: { blacklistState: 'ACTIVE' }, after: { blacklistState: 'REMOVED' } }),
  run: async (entryNo, { reason }, call) => await takeOff(entryNo, call, reason),
});

export const extensions = defineMany({
  ...shared,
  kind: 'manualBlacklist.extendMany',
  jobKind: 'manualBlacklist.prolongMany',
  title: { en: 'Extension of blacklist entries', zh: '批量延长人工黑名单' },
  params: z.strictObject({ expiresOn: z.string(), reason: z.string() }),
  facts: ({ expiresOn }) => ({ before: null, after: { expiresOn } }),
  run: async (entryNo, params, call) => await extendEntry({ entryNo, ...params }, call),
});
