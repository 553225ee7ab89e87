import { merchantsSeen } from '../../../../http/merchant-scope.ts';
import type { Reader } from '../engine/report-types.ts';

/** Who worked cases of the reader's merchants. */
export async function collectors({ db, caller }: Reader): Promise<{ value: string; label: string }[]> {
  const merchantNos = merchantsSeen(caller.scope);
  return await db
    .selectFrom('appUser as u')
    .select(['u.userNo as value', 'u.realName as label'])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('caseAssignment as a')
          .innerJoin('collectionCase as c', 'c.caseNo', 'a.caseNo')
          .select('a.assignmentId')
          .whereRef('a.userNo', '=', 'u.userNo')
          .$if(merchantNos !== null, (query) => query.where('c.merchantNo', 'in', [...(merchantNos ?? []), ''])),
      ),
    )
    .orderBy('u.realName')
    .execute();
}
