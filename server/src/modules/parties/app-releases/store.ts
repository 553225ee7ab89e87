import { lockOne } from '../../../db/lock-one.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';

/** A release within the scope, locked. @throws AppError NOT_FOUND, STALE */
export async function lockRelease(
  { releaseNo, version }: { readonly releaseNo: string; readonly version: number | undefined },
  { tx, caller }: CommandContext,
) {
  const before = await lockOne(tx, tx.selectFrom('appRelease').selectAll().where('releaseNo', '=', releaseNo), {
    missing: 'NOT_FOUND',
    subject: `app release ${releaseNo}`,
    state: (row) => row.version,
    isSeen: (row) => seesMerchant(caller.scope, row.merchantNo),
  });
  if (before.version !== version) throw new AppError('STALE');
  return before;
}
export type Release = Awaited<ReturnType<typeof lockRelease>>;
