import { collectorSettings, type ReplyOf } from '@kituo/sdk/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { CaseScope } from '../../../db/collection-schema.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { defineList } from '../../../lists/index.ts';
import { readHistory } from '../../platform/audit/index.ts';
import { collectorRecord, RECORD_DAYS } from './collector-record.ts';
import { CODE_OF, SUBJECT_OF } from './collector-settings.ts';

const DAYS_AHEAD = 7;

interface InHand {
  readonly openCases: number;
  readonly otherCases: number;
  readonly borrowerCount: number;
  readonly termNos: number[];
  readonly amountInHandCents: number;
}
/** One object a row, so that nothing of it is reckoned for rows that are not on the page. */
const inHand = (scope: CaseScope) => sql<InHand>`(select json_build_object(
    'openCases', count(*) filter (where c.case_scope = ${scope}), 'otherCases', count(*) filter (where c.case_scope <> ${scope}),
    'borrowerCount', count(distinct c.customer_no) filter (where c.case_scope = ${scope}),
    'termNos', coalesce(json_agg(distinct h.term_no) filter (where h.term_no is not null), '[]'),
    'amountInHandCents', coalesce(sum(h.cents) filter (where c.case_scope = ${scope}), 0))
  from collection_case c cross join lateral (select
      (select sum(bb.outstanding_cents + bb.claim_cents) from case_bill cb join bill_balance bb on bb.bill_no = cb.bill_no
        where cb.case_no = c.case_no) as cents,
      (select min(b.term_no) from case_bill cb join bill b on b.bill_no = cb.bill_no
        where cb.case_no = c.case_no and c.case_scope = 'BILL' and c.case_scope = ${scope}) as term_no) h
  where c.collector_user_no = p.user_no and c.case_status in ('COLLECTING', 'RETAINED'))`;

const hasOpen = (scope: RawBuilder<unknown>) => sql<boolean>`exists (select from collection_case c
  where c.collector_user_no = p.user_no and c.case_status in ('COLLECTING', 'RETAINED') and c.case_scope = ${scope})`;

/** Collectors who work for a merchant that the reader sees, with what they work in a system. */
export const settingsOf = (scope: CaseScope) =>
  defineList(
    collectorSettings.byOrder.page,
    (db) =>
      db
        .selectFrom('personnel as p')
        .innerJoin('appUser as u', 'u.userNo', 'p.userNo')
        .leftJoin('collectorSettings as s', (join) =>
          join.onRef('s.userNo', '=', 'p.userNo').on('s.caseScope', '=', scope),
        )
        .where('p.personnelKind', '=', 'COLLECTOR'),
    (by) => ({
      scope: ({ caller }) => {
        const merchantNos = merchantsSeen(caller.scope);
        return merchantNos === null ? null : worksFor(sql`any(${[...merchantNos]}::text[])`);
      },
      key: 'p.userNo',
      missing: 'PERSONNEL_NOT_FOUND',
      filters: {
        userNo: by.contains('p.userNo'),
        realName: by.contains('u.realName'),
        groupName: by.contains('p.groupName'),
        deptNo: by.is('u.deptNo'),
        merchantNo: (merchantNos) => worksFor(sql`any(${[merchantNos].flat()}::text[])`),
        caseLevel: (level) => sql<boolean>`(coalesce(s.case_levels, '{}') = '{}' or ${level} = any(s.case_levels))`,
        productNo: (productNos) =>
          sql<boolean>`(coalesce(s.product_nos, '{}') = '{}' or s.product_nos && ${[productNos].flat()}::text[])`,
        employeeCategory: by.is('u.employeeCategory'),
        employeeStatus: by.is('u.employeeStatus'),
        personnelStatus: by.is('p.personnelStatus'),
        isAiEmployee: by.is('p.isAiEmployee'),
        worksBothScopes: (does) =>
          sql<boolean>`(${hasOpen(sql`'ORDER'`)} and ${hasOpen(sql`'BILL'`)}) = ${does}::boolean`,
      },
      sorts: { userNo: 'p.userNo', realName: 'u.realName' },
      first: [['p.userNo', 'asc']],
      ties: 'asc',
      select: (query) =>
        query
          .leftJoin('department as d', 'd.deptNo', 'u.deptNo')
          .leftJoin('appUser as l', 'l.userNo', 'p.principalUserNo')
          .select(['p.userNo', 'u.userName', 'u.realName', 'u.jobNumber', 'u.phone', 'd.deptName', 'p.groupName'])
          .select(['l.realName as principalName', 'u.employeeCategory', 'u.employeeStatus', 'p.personnelStatus'])
          .select(['p.isAiEmployee', 's.billCap', 's.amountCapCents', 's.caseLevels', 's.productNos', 's.version'])
          .select([
            sql<boolean>`is_on_shift(p.user_no, now())`.as('isOnShift'),
            sql<boolean>`coalesce(s.join_auto_allot, p.join_auto_allot)`.as('joinAutoAllot'),
            sql<boolean>`coalesce(s.first_loan_whitelist, p.first_loan_whitelist)`.as('firstLoanWhitelist'),
            sql<
              string[]
            >`coalesce((select array_agg(m.merchant_name order by m.merchant_name) from personnel_merchant pm
              join merchant m on m.merchant_no = pm.merchant_no
              where pm.personnel_kind = 'COLLECTOR' and pm.user_no = p.user_no), '{}')`.as('merchantNames'),
            sql<string[]>`coalesce((select array_agg(k.product_name order by k.product_name) from loan_product k
              where k.product_no = any(s.product_nos)), '{}')`.as('productNames'),
            inHand(scope).as('hand'),
          ]),
      row: ({ hand, caseLevels, productNos, version, ...row }, { caller }) => ({
        ...row,
        ...hand,
        caseLevels: caseLevels ?? [],
        productNos: productNos ?? [],
        version: version ?? 0,
        allowedActions: caller.codes.has(CODE_OF[scope]) ? (['updateSettings'] as const).slice() : [],
      }),
      personal: { phone: 'phone' },
    }),
  );

const worksFor = (merchants: RawBuilder<unknown>) => sql<boolean>`exists (select from personnel_merchant m
  where m.personnel_kind = 'COLLECTOR' and m.user_no = p.user_no and m.merchant_no = ${merchants})`;

type Detail = ReplyOf<collectorSettings.SettingsEndpoints['detail']>;

/** @throws AppError PERSONNEL_NOT_FOUND */
export async function readSettings(
  list: ReturnType<typeof settingsOf>,
  scope: CaseScope,
  userNo: string,
  call: Call,
): Promise<Detail> {
  const row = await list.one(userNo, call);
  const { rows: cures } = await sql<Detail['cures'][number]>`
    select b.term_no, count(*)::int as cases, count(*) filter (where a.end_cause = 'CLOSED' and c.out_reason = 'SETTLED')::int as cured
    from case_assignment a join collection_case c on c.case_no = a.case_no
    left join lateral (select min(x.term_no) as term_no from case_bill cb join bill x on x.bill_no = cb.bill_no
      where cb.case_no = c.case_no and c.case_scope = 'BILL') b on true
    where a.user_no = ${userNo} and c.case_scope = ${scope}
      and a.assigned_at > now() - make_interval(days => ${RECORD_DAYS})
    group by b.term_no order by b.term_no nulls first`.execute(call.db);
  const { rows: soon } = await sql<Detail['dueSoon']>`
    select count(*)::int as bills, coalesce(sum(bb.outstanding_cents), 0)::bigint as amount_cents
    from bill b join bill_balance bb on bb.bill_no = b.bill_no
    where b.bill_status = 'ACTIVE' and b.due_date between (now() at time zone 'Africa/Nairobi')::date
        and (now() at time zone 'Africa/Nairobi')::date + ${DAYS_AHEAD}::int
      and b.order_no in (select c.order_no from collection_case c where c.collector_user_no = ${userNo}
        and c.case_status in ('COLLECTING', 'RETAINED') and c.case_scope = ${scope})`.execute(call.db);
  const [dueSoon] = soon;
  if (!dueSoon) throw new AppError('PERSONNEL_NOT_FOUND');
  return {
    row,
    cures,
    dueSoon,
    ...(await collectorRecord(scope, row, call)),
    history: await readHistory(call.db, SUBJECT_OF[scope], userNo),
  };
}
