import type { inspection, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { Call } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { keepsInspections } from './inspections.list.ts';

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Who may inspect for one of the merchants; null: for any. */
export async function inspectorsOf(db: Queryable, merchantNos: readonly string[] | null): Promise<Choice[]> {
  const { rows } = await sql<Choice>`
    select u.user_no as value, u.real_name as label from app_user u
    where u.user_status = 'NORMAL'
      and exists (select from user_role ur join role_code c on c.role_no = ur.role_no
        where ur.user_no = u.user_no and c.code = 'quality:inspection:score')
      and (${merchantNos === null}::boolean
        or exists (select from user_merchant m where m.user_no = u.user_no
          and m.merchant_no = any(${[...(merchantNos ?? [])]}::text[]))
        or exists (select from user_role ur join role r on r.role_no = ur.role_no
          where ur.user_no = u.user_no and r.data_scope = 'ALL'))
    order by u.real_name`.execute(db);
  return rows;
}

/** People who were inspected, inspectors and sheets, of the caller's merchants. */
export async function readChoices({ db, caller }: Call): Promise<ReplyOf<typeof inspection.choices>> {
  if (!keepsInspections(caller) && !caller.codes.has('quality:sheet:save'))
    return { people: [], inspectors: [], sheets: [], rules: [] };
  const merchantNos = merchantsSeen(caller.scope);
  const people = db
    .selectFrom('appUser as u')
    .select(['u.userNo as value', 'u.realName as label'])
    .where(({ exists, selectFrom }) => {
      const inspected = selectFrom('inspection as i').select('i.inspectionNo').whereRef('i.userNo', '=', 'u.userNo');
      return exists(merchantNos === null ? inspected : inspected.where('i.merchantNo', 'in', [...merchantNos, '']));
    })
    .orderBy('u.realName');
  const sheets = await db
    .selectFrom('qualitySheet')
    .select(['sheetNo as value', 'sheetName as label'])
    .where('isInUse', '=', true)
    .orderBy('sheetName')
    .execute();
  const rules = await db
    .selectFrom('samplingRule')
    .select(['ruleNo as value', 'ruleName as label'])
    .where('ruleStatus', '=', 'ENABLED')
    .orderBy('ruleName')
    .execute();
  return { rules, people: await people.execute(), inspectors: await inspectorsOf(db, merchantNos), sheets };
}
