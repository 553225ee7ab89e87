import { merchantsSeen } from '../../../../http/merchant-scope.ts';
import type { Reader } from '../engine/report-types.ts';

/** Who reviewed orders of the reader's merchants. */
export async function auditors({ db, caller }: Reader): Promise<{ value: string; label: string }[]> {
  const merchantNos = merchantsSeen(caller.scope);
  return await db
    .selectFrom('appUser as u')
    .select(['u.userNo as value', 'u.realName as label'])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('orderAllotment as r')
          .innerJoin('loanOrder as o', 'o.orderNo', 'r.orderNo')
          .select('r.allotmentId')
          .whereRef('r.auditorUserNo', '=', 'u.userNo')
          .$if(merchantNos !== null, (query) => query.where('o.merchantNo', 'in', [...(merchantNos ?? []), ''])),
      ),
    )
    .orderBy('u.realName')
    .execute();
}
