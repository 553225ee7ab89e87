import type { callOption, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { callOptions } from './options-list.ts';

type Touched = ReplyOf<typeof callOption.touched>;

/** Live entries that a change of a list type touches. @throws AppError NOT_FOUND */
export async function readTouched(
  { optionId, maxAttempts }: ParsedRequestOf<typeof callOption.touched>,
  call: Call,
): Promise<Touched> {
  const { optionType, code } = await callOptions.one(optionId, call);
  const none = { live: 0, usedUp: 0 };
  if (optionType !== 'LIST_TYPE') return none;
  const merchantNos = merchantsSeen(call.caller.scope);
  const { rows } = await sql<Touched>`
    select count(*)::int as live, count(*) filter (where e.call_count >= ${maxAttempts})::int as used_up
    from call_entry e where e.desk = 'TELEMARKETING' and e.list_type = ${code} and e.list_status in ('POOL', 'ASSIGNED')
      and (${merchantNos}::text[] is null or e.merchant_no = any(${merchantNos}::text[]))`.execute(call.db);
  return rows[0] ?? none;
}
