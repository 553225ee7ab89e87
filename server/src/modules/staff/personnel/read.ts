import type { personnel } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { PersonnelKind } from './tables.ts';
import type { Caller, DataScope, RowAlternative } from '../../../http/implement.ts';
import { allowedActions } from '../../../state-machine/index.ts';
import { personnelRecordMachine } from '../../../state-machine/machines/personnel-record.machine.ts';
import { maskPhone } from '../../platform/masking/index.ts';
import { loadsOf, NO_LOAD } from './loads.ts';
import type { PersonnelWork } from './works.ts';

/** The records (`u` is the account) within a data scope: of people who work for at least one of its merchants. */
export function personnelWithin(scope: DataScope) {
  if (scope === 'all') return sql<boolean>`true`;
  const rules = scope.rows ?? [[{ merchantNos: scope.merchantNos }]];
  const all = rules.map((rule) => sql<boolean>`(${sql.join(rule.map(meets), sql` OR `)})`);
  return all.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(all, sql` AND `)})`;
}

function meets({ merchantNos, deptNos, userNo }: RowAlternative) {
  return sql<boolean>`(
    (${merchantNos ?? null}::text[] IS NULL OR EXISTS (SELECT 1 FROM user_merchant um
      WHERE um.user_no = u.user_no AND um.merchant_no = ANY(${merchantNos ?? null}::text[])))
    AND (${deptNos ?? null}::text[] IS NULL OR u.dept_no = ANY(${deptNos ?? null}::text[]))
    AND (${userNo ?? null}::text IS NULL OR u.user_no = ${userNo ?? null}))`;
}

/** The records of one kind of work (`p`), with the account of each. */
export const works = (db: Queryable, kind: PersonnelKind) =>
  db
    .selectFrom('personnel as p')
    .innerJoin('appUser as u', 'u.userNo', 'p.userNo')
    .leftJoin('department as d', 'd.deptNo', 'u.deptNo')
    .leftJoin('appUser as principal', 'principal.userNo', 'p.principalUserNo')
    .where('p.personnelKind', '=', kind);

const records = (db: Queryable, kind: PersonnelKind, scope: DataScope) => works(db, kind).where(personnelWithin(scope));

const columns = [
  'p.userNo',
  'u.userName',
  'u.realName',
  'u.jobNumber',
  'u.phone',
  'u.extension',
  'u.employeeStatus',
  'u.employeeCategory',
  'd.deptName',
  'p.groupName',
  'p.principalUserNo',
  'principal.realName as principalName',
  'p.dailyCap',
  'p.joinAutoAllot',
  'p.firstLoanWhitelist',
  'p.languages',
  'p.handlesComplaints',
  'p.isAiEmployee',
  'p.personnelStatus',
  'u.userStatus',
  'p.joinedAt',
  'p.version',
] as const;

async function merchantsOf(db: Queryable, kind: PersonnelKind, userNos: readonly string[]) {
  return await db
    .selectFrom('personnelMerchant as pm')
    .innerJoin('merchant as m', 'm.merchantNo', 'pm.merchantNo')
    .select(['pm.userNo', 'm.merchantNo', 'm.merchantName'])
    .where('pm.personnelKind', '=', kind)
    .where('pm.userNo', 'in', userNos)
    .orderBy('m.merchantNo')
    .execute();
}

export type PersonnelRecord = Awaited<ReturnType<typeof readPersonnel>>[number];

/** The records of these people that the scope takes in, in the order of the numbers. */
export async function readPersonnel(
  db: Queryable,
  kind: PersonnelKind,
  scope: DataScope,
  userNos: readonly string[],
  at: Date = new Date(),
) {
  if (userNos.length === 0) return [];
  const found = await records(db, kind, scope)
    .select(columns)
    .select(sql<boolean>`is_on_shift(p.user_no, ${at})`.as('isOnShift'))
    .select(sql<boolean>`u.internal_external = 'EXTERNAL'`.as('isExternal'))
    .select(
      sql<Date | null>`(select max(s.last_seen_at) from session s where s.user_no = p.user_no)`.as('lastActiveAt'),
    )
    .where('p.userNo', 'in', userNos)
    .execute();
  const merchants = await merchantsOf(db, kind, userNos);
  const loads = await loadsOf(db, kind, userNos, at);
  const place = new Map(userNos.map((userNo, index) => [userNo, index]));
  return found
    .map((record) => ({
      ...record,
      ...(loads.get(record.userNo) ?? NO_LOAD),
      merchants: merchants.filter(({ userNo }) => userNo === record.userNo),
    }))
    .sort((one, other) => (place.get(one.userNo) ?? 0) - (place.get(other.userNo) ?? 0));
}

/** A record as it leaves the server; of its merchants just those within the caller's scope. */
export function presentPersonnel(
  record: PersonnelRecord,
  caller: Caller,
  { codes }: Pick<PersonnelWork, 'codes'>,
): personnel.PersonnelRow {
  const states = allowedActions(personnelRecordMachine, record.personnelStatus);
  const can: [personnel.PersonnelAction, boolean][] = [
    ['update', caller.codes.has(`${codes}:update`)],
    ['freeze', states.includes('freeze') && caller.codes.has(`${codes}:freeze`)],
    ['unfreeze', states.includes('unfreeze') && caller.codes.has(`${codes}:freeze`)],
  ];
  return {
    ...record,
    channels: [...record.channels],
    phone: record.phone === null ? null : maskPhone(record.phone),
    merchants: record.merchants
      .filter(({ merchantNo }) => seesMerchant(caller.scope, merchantNo))
      .map(({ merchantNo, merchantName }) => ({ merchantNo, merchantName })),
    openFeedback: record.openEntries === null ? null : record.open - record.openEntries,
    lastActiveAt: record.lastActiveAt?.toISOString() ?? null,
    joinedAt: record.joinedAt.toISOString(),
    allowedActions: can.filter(([, may]) => may).map(([action]) => action),
  };
}

export function seesMerchant(scope: DataScope, merchantNo: string): boolean {
  return scope === 'all' || scope.merchantNos.includes(merchantNo);
}
