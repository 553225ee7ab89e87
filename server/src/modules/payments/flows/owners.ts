import type { Call } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';

/** People who may look after unmatched flows, of the caller's merchants. */
export async function readOwners({ db, caller }: Call) {
  const merchantNos = merchantsSeen(caller.scope);
  return await db
    .selectFrom('appUser as u')
    .select(['u.userNo', 'u.realName'])
    .where('u.userStatus', '=', 'NORMAL')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('userRole as ur')
          .innerJoin('roleCode as rc', 'rc.roleNo', 'ur.roleNo')
          .innerJoin('role as r', 'r.roleNo', 'ur.roleNo')
          .select('ur.userNo')
          .whereRef('ur.userNo', '=', 'u.userNo')
          .where('rc.code', '=', 'afterLoan:flow:assign')
          .$if(merchantNos !== null, (query) =>
            query.where(({ or, eb, exists: has, selectFrom: from }) =>
              or([
                eb('r.dataScope', '=', 'ALL'),
                has(
                  from('userMerchant as um')
                    .select('um.userNo')
                    .whereRef('um.userNo', '=', 'u.userNo')
                    .where('um.merchantNo', 'in', [...(merchantNos ?? []), '']),
                ),
              ]),
            ),
          ),
      ),
    )
    .orderBy('u.realName')
    .limit(200)
    .execute();
}
