import type { Queryable } from '../../../db/database.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext, DataScope } from '../../../http/implement.ts';
import { merchantsSeen, seesMerchant } from '../../../http/merchant-scope.ts';
import type { MessageAccount } from './account.ts';

/** The console's accounts belong to whoever sees every merchant. */
const isSeen = (merchantNo: string | null, scope: DataScope): boolean =>
  merchantNo === null ? merchantsSeen(scope) === null : seesMerchant(scope, merchantNo);

/** Whether there is such an app, and it is the caller's. */
export async function seesApp(db: Queryable, merchantNo: string | null, scope: DataScope): Promise<boolean> {
  if (!isSeen(merchantNo, scope)) return false;
  if (merchantNo === null) return true;
  const merchant = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .where('merchantNo', '=', merchantNo)
    .executeTakeFirst();
  return merchant !== undefined;
}

export async function storedAccount(
  db: Queryable,
  accountCode: string,
  scope: DataScope,
): Promise<MessageAccount | undefined> {
  const found = await db
    .selectFrom('messageAccount')
    .selectAll()
    .where('accountCode', '=', accountCode)
    .executeTakeFirst();
  return found && isSeen(found.merchantNo, scope) ? found : undefined;
}

/** @throws AppError MESSAGE_ACCOUNT_NOT_FOUND; STALE where a version is named and it is another one */
export async function lockAccount(
  { accountCode, version }: { readonly accountCode: string; readonly version?: number },
  { tx, caller }: Pick<CommandContext, 'tx' | 'caller'>,
): Promise<MessageAccount> {
  const found = await lockOne(tx, tx.selectFrom('messageAccount').selectAll().where('accountCode', '=', accountCode), {
    missing: 'MESSAGE_ACCOUNT_NOT_FOUND',
    subject: `message account ${accountCode}`,
    state: (row) => row.version,
    isSeen: ({ merchantNo }) => isSeen(merchantNo, caller.scope),
  });
  if (version !== undefined && found.version !== version) throw new AppError('STALE');
  return found;
}
