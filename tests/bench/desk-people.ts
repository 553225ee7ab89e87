import { sql } from 'kysely';
import type { Database } from '../../server/src/db/database.ts';

/** Somebody like a person of the demonstration: role, merchants and desk, under a name of the bench. */
async function doubleOf(db: Database, userName: string, name: string): Promise<string> {
  const model = await db.selectFrom('appUser').selectAll().where('userName', '=', userName).executeTakeFirstOrThrow();
  const { passwordHash, deptNo } = model;
  const account = { userName: name, loginId: name, realName: name, passwordHash, mustUpdatePassword: false, deptNo };
  return await db.transaction().execute(async (tx) => {
    const known = await tx.selectFrom('appUser').select('userNo').where('userName', '=', name).executeTakeFirst();
    const { userNo } =
      known ?? (await tx.insertInto('appUser').values(account).returning('userNo').executeTakeFirstOrThrow());
    const of = model.userNo;
    const copied = [
      sql`insert into user_role (user_no, role_no) select ${userNo}, role_no from user_role where user_no = ${of}`,
      sql`insert into user_merchant (user_no, merchant_no)
        select ${userNo}, merchant_no from user_merchant where user_no = ${of}`,
      sql`insert into personnel (personnel_kind, user_no, group_name, daily_cap, languages)
        select personnel_kind, ${userNo}, group_name, 500, languages from personnel where user_no = ${of}`,
      sql`insert into personnel_merchant (personnel_kind, user_no, merchant_no)
        select personnel_kind, ${userNo}, merchant_no from personnel_merchant where user_no = ${of}`,
    ];
    for (const copy of copied) await sql`${copy} on conflict do nothing`.execute(tx);
    return userNo;
  });
}

/** So many people like one of the demonstration, made once. */
export async function doublesOf(
  db: Database,
  userName: string,
  count: number,
): Promise<readonly { readonly userName: string; readonly userNo: string }[]> {
  const people: { userName: string; userNo: string }[] = [];
  for (let number = 1; number <= count; number += 1) {
    const name = `bench.${userName}.${String(number).padStart(2, '0')}`;
    people.push({ userName: name, userNo: await doubleOf(db, userName, name) });
  }
  return people;
}

/** Contact at any hour, whenever the bench runs, and nobody off shift. */
export async function openAllHours(db: Database): Promise<void> {
  await sql`insert into regulatory_policy (policy_key, effective_from, value)
    values ('contactHours', current_date - 1, '{"from": "00:00", "to": "24:00"}')
    on conflict do nothing`.execute(db);
}
