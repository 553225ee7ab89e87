import { sql } from 'kysely';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { admitPhones } from '../../../lists/index.ts';

/**
 * The live entry of a number that somebody asks to keep or to release, or to claim: their own first, or others' first.
 * Whose number was typed counts as a search, as in a filter: a refusal would else tell who is listed.
 * @throws AppError CALL_ENTRY_NOT_FOUND, REVEAL_BUDGET
 */
export async function entryOfPhone(
  { phone, isClaim }: { readonly phone: string; readonly isClaim: boolean },
  call: Pick<CommandCall, 'db' | 'caller' | 'services'>,
): Promise<string> {
  const { db, caller } = call;
  const merchantNos = merchantsSeen(caller.scope);
  const { rows } = await sql<{ entryId: string }>`
    select e.entry_id from call_entry e
    where e.desk = 'TELEMARKETING' and e.phone = ${phone} and e.list_status in ('POOL', 'ASSIGNED')
      and (${merchantNos}::text[] is null or e.merchant_no = any(${merchantNos}::text[]))
    order by (coalesce(e.owner_user_no = ${caller.userNo}, false) = ${!isClaim}) desc, e.entry_id desc
    limit 1`.execute(db);
  const found = rows.map(({ entryId }) => entryId);
  await admitPhones('followApproval.apply', { phones: [phone], found }, call);
  const [entryId] = found;
  if (entryId === undefined) throw new AppError('CALL_ENTRY_NOT_FOUND', { fields: ['phone'] });
  return entryId;
}
