import * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { defineMany } from '../../platform/batches/index.ts';
import { extendEntry, family, takeOff } from './commands.ts';

/** @throws AppError BLACKLIST_NOT_FOUND */
async function merchantsOf(db: Queryable, entryNos: readonly string[]): Promise<string[]> {
  const known = await db
    .selectFrom('riskListEntry')
    .select('entryNo')
    .where('entryNo', 'in', [...entryNos])
    .execute();
  if (known.length < entryNos.length) throw new AppError('BLACKLIST_NOT_FOUND', { fields: ['entryNos'] });
  return [];
}
const shared = { ...family, field: 'entryNos', merchantsOf } as const;

export const removals = defineMany({
  ...shared,
  kind: 'riskList.removeMany',
  jobKind: 'riskList.takeOffMany',
  title: { en: 'Removal from risk lists', zh: '批量移出风控名单' },
  params: z.strictObject({ reason: z.string() }),
  facts: () => ({ before: { listStatus: 'ACTIVE' }, after: { listStatus: 'REMOVED' } }),
  run: async (entryNo, { reason }, call) => await takeOff(entryNo, call, reason),
});

export const extensions = defineMany({
  ...shared,
  kind: 'riskList.extendMany',
  jobKind: 'riskList.prolongMany',
  title: { en: 'Extension of risk list entries', zh: '批量延长风控名单' },
  params: z.strictObject({ expiresOn: z.string(), reason: z.string() }),
  facts: ({ expiresOn }) => ({ before: null, after: { expiresOn } }),
  run: async (entryNo, params, call) => await extendEntry({ entryNo, ...params }, call),
});
