import type { personnel } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { Caller, CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { freezePersonnel } from './freeze.ts';
import { readPersonnel } from './read.ts';
import type { PersonnelWork } from './works.ts';
import { setMerchants } from './write.ts';

interface Holder {
  readonly userNo: string;
  readonly realName: string;
  readonly merchantNos: readonly string[];
}

/** Who can sign in, holds the work's operation and works for one of the caller's merchants. */
async function holders(db: Queryable, work: PersonnelWork, caller: Caller): Promise<Holder[]> {
  const { scope } = caller;
  const seen = scope === 'all' ? null : [...scope.merchantNos];
  const { rows } = await sql<Holder>`
    SELECT u.user_no, u.real_name, coalesce(array_agg(um.merchant_no ORDER BY um.merchant_no)
      FILTER (WHERE um.merchant_no IS NOT NULL), '{}') AS merchant_nos
    FROM app_user u LEFT JOIN user_merchant um ON um.user_no = u.user_no
    WHERE u.user_status = 'NORMAL' AND EXISTS (SELECT FROM user_role ur
      JOIN role_code rc ON rc.role_no = ur.role_no
      WHERE ur.user_no = u.user_no AND rc.code = ${work.holderCode})
    GROUP BY u.user_no, u.real_name
    HAVING ${seen}::text[] IS NULL OR array_agg(um.merchant_no) && ${seen}::text[]
    ORDER BY u.user_no`.execute(db);
  return rows;
}

/** Whom a sync adds, changes and lets go; reads only. */
export async function previewSync(
  db: Queryable,
  work: PersonnelWork,
  caller: Caller,
): Promise<personnel.PersonnelSync & { readonly newcomers: readonly Holder[] }> {
  const wanted = await holders(db, work, caller);
  const numbers = await db
    .selectFrom('personnel')
    .select('userNo')
    .where('personnelKind', '=', work.kind)
    .orderBy('userNo')
    .execute();
  const known = new Set(numbers.map(({ userNo }) => userNo));
  const records = await readPersonnel(db, work.kind, caller.scope, [...known]);
  const byNo = new Map(wanted.map((holder) => [holder.userNo, holder]));
  const newcomers = wanted.filter(({ userNo }) => !known.has(userNo));
  return {
    newcomers,
    added: newcomers.map(({ userNo, realName }) => ({ userNo, realName })),
    changed: records.flatMap(({ userNo, realName, merchants }) => {
      const holder = byNo.get(userNo);
      if (!holder) return [];
      const merchantsLost = merchants
        .map(({ merchantNo }) => merchantNo)
        .filter((merchantNo) => !holder.merchantNos.includes(merchantNo));
      return merchantsLost.length === 0 ? [] : [{ userNo, realName, merchantsLost }];
    }),
    left: records
      .filter(({ userNo, personnelStatus }) => !byNo.has(userNo) && personnelStatus === 'NORMAL')
      .map(({ userNo, realName, open }) => ({ userNo, realName, open })),
  };
}

/** Takes the holders of the role over, in one transaction. */
export async function syncPersonnel(work: PersonnelWork, call: CommandContext): Promise<personnel.PersonnelSync> {
  const { tx } = call;
  const { kind } = work;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`personnel ${kind}`}, 0))`.execute(tx);
  const { newcomers, ...plan } = await previewSync(tx, work, call.caller);
  for (const { userNo, merchantNos } of newcomers) {
    await tx.insertInto('personnel').values({ personnelKind: kind, userNo }).execute();
    await setMerchants(tx, kind, userNo, merchantNos);
  }
  for (const { userNo, merchantsLost } of plan.changed) {
    await tx
      .deleteFrom('personnelMerchant')
      .where('personnelKind', '=', kind)
      .where('userNo', '=', userNo)
      .where('merchantNo', 'in', merchantsLost)
      .execute();
  }
  for (const { userNo } of plan.left) await freezePersonnel(work, { userNo }, call);
  await writeAudit(tx, call, {
    action: `${work.codes}:sync`,
    subjectType: 'personnelSync',
    subjectNo: kind,
    after: {
      added: plan.added.map(({ userNo }) => userNo),
      changed: plan.changed.map(({ userNo, merchantsLost }) => ({ userNo, merchantsLost })),
      left: plan.left.map(({ userNo }) => userNo),
    },
  });
  return plan;
}
