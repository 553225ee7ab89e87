import { sql } from 'kysely';
import { merchantsSeen } from '../../../../http/merchant-scope.ts';
import type { Reader } from '../engine/report-types.ts';

const TEAM = 'report:performance:team';

/** Without the code for others' figures everybody sees their own. */
export const ownOnly = ({ caller }: Pick<Reader, 'caller'>): { userNo?: string } =>
  caller.codes.has(TEAM) ? {} : { userNo: caller.userNo };

/** Staff of the reader's merchants whose work is measured. */
export async function staff({ db, caller }: Reader): Promise<{ value: string; label: string }[]> {
  const merchantNos = merchantsSeen(caller.scope);
  const { userNo } = ownOnly({ caller });
  const { rows } = await sql<{ value: string; label: string }>`
    select u.user_no as value, u.real_name as label from app_user u
    where exists (select from personnel k where k.user_no = u.user_no and k.personnel_kind <> 'TRAFFIC')
      and (${merchantNos === null}::boolean or u.merchant_nos && ${[...(merchantNos ?? [])]}::text[])
      and (${userNo ?? null}::text is null or u.user_no = ${userNo ?? null})
    order by u.real_name`.execute(db);
  return rows;
}
