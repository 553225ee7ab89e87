import type { Queryable } from '../../../db/database.ts';
import type { Call, Caller } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';

/** People who may look after unmatched flows, of the caller's merchants. */
export const readOwners = async (call: Call) => await peopleWith('afterLoan:flow:assign', call);

/** People who hold a code and see one of the caller's merchants; of these only one person where they are named. */
export async function peopleWith(
  code: string,
  { db, caller }: { readonly db: Queryable; readonly caller: Caller },
  userNo: string | null = null,
) {
  const merchantNos = merchantsSeen(caller.scope);
  return await db
    .selectFrom('appUser as u')
    .select(['u.userNo', 'u.realName'])
    .where('u.userStatus', '=', 'NORMAL')
    .$if(userNo !== null, (query) => query.where('u.userNo', '=', userNo ?? ''))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('userRole as ur')
          .innerJoin('roleCode as rc', 'rc.roleNo', 'ur.roleNo')
          .innerJoin('role as r', 'r.roleNo', 'ur.roleNo')
          .select('ur.userNo')
          .whereRef('ur.userNo', '=', 'u.userNo')
          .where('rc.code', '=', code)
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
