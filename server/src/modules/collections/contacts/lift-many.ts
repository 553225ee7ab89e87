import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { DataScope } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { defineMany } from '../../platform/batches/index.ts';
import { liftBlock, liftBlockKind } from './lift-block.ts';

/** The consents are one merchant's, and so are the numbers. @throws AppError CONTACT_BLOCK_NOT_FOUND, CONTACT_BLOCK_MERCHANTS */
async function merchantsOf(db: Queryable, blockIds: readonly string[], scope: DataScope): Promise<string[]> {
  const blocks = await db
    .selectFrom('contactBlock as b')
    .leftJoin('customer as c', 'c.customerNo', 'b.customerNo')
    .select(sql<string | null>`coalesce(b.merchant_no, c.merchant_no)`.as('merchantNo'))
    .where('b.blockId', 'in', blockIds.map(Number))
    .execute();
  const merchantNos = [...new Set(blocks.flatMap(({ merchantNo }) => merchantNo ?? []))];
  const isSeen = merchantNos.every((merchantNo) => seesMerchant(scope, merchantNo));
  if (blocks.length < blockIds.length || !isSeen) {
    throw new AppError('CONTACT_BLOCK_NOT_FOUND', { fields: ['blockIds'] });
  }
  if (merchantNos.length > 1) throw new AppError('CONTACT_BLOCK_MERCHANTS', { fields: ['blockIds'] });
  return merchantNos;
}

export const removals = defineMany({
  family: liftBlockKind.family,
  checkerCode: liftBlockKind.checkerCode,
  kind: 'contactBlacklist.removeMany',
  jobKind: 'contactBlacklist.liftMany',
  title: { en: 'Removal from the contact blacklist', zh: '批量移出联系人黑名单' },
  field: 'blockIds',
  params: z.strictObject({ voucherIds: z.array(z.string()), reason: z.string() }),
  merchantsOf,
  facts: ({ voucherIds }) => ({
    before: { isStanding: true },
    after: { isStanding: false, vouchers: voucherIds.length },
  }),
  run: async (blockId, { voucherIds, reason }, call) =>
    await liftBlock({ blockId: Number(blockId), voucherIds }, call, reason),
});
