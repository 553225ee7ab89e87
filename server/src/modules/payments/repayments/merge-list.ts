import { repayment } from '@kituo/sdk/contracts';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Caller } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { ordersWithin } from '../../lending/orders/index.ts';
import { addDays, startOfBusinessDate } from '../../platform/policy/index.ts';
import { ordersOfPhone } from './conditions.ts';

type Action = repayment.MergeRow['allowedActions'][number];

/** Where an application came from: nobody, one person, or a file that a second one agreed to. */
const SOURCES = {
  AUTO: sql<boolean>`a.maker_user_no is null`,
  BATCH: sql<boolean>`a.checker_user_no is not null`,
  MANUAL: sql<boolean>`(a.maker_user_no is not null and a.checker_user_no is null)`,
};

/** Applications of payments, live and rolled back, with whom they are credited to. */
export const repayments = defineList(
  repayment.mergePage,
  (db) => db.selectFrom('paymentApplication as a'),
  (by) => ({
    scope: ({ caller }) => repaymentsWithin(caller),
    key: 'a.applicationNo',
    filters: {
      applicationNo: by.is('a.applicationNo'),
      caseScope: by.is('a.caseScope'),
      paymentCode: (code) => sql<boolean>`a.flow_no in (select f.flow_no from payment_flow f
        where f.payment_code = ${code})`,
      orderNo: by.beginsWith('a.orderNo'),
      // GENERIC names no bill: what it reached is in its postings.
      billNo: (billNo) => sql<boolean>`a.order_no = (select order_no from bill where bill_no = ${billNo})
        and exists (select from posting p where p.bill_no = ${billNo} and p.journal_id = any(a.journal_ids))`,
      phone: (phone) => sql<boolean>`a.order_no in (${ordersOfPhone(phone)})`,
      repayType: by.is('a.repayType'),
      paymentChannel: (channel) => sql<boolean>`exists (select from payment_flow f where f.flow_no = a.flow_no
        and f.payment_channel = ${channel})`,
      source: (source) => SOURCES[source],
      caseLevel: by.is('a.levelAtRepay'),
      collectorUserNo: by.is('a.collectorUserNo'),
      repayTime: ({ from, to }) => sql<boolean>`exists (select from payment_flow f where f.flow_no = a.flow_no
        and f.repay_time >= ${from === undefined ? sql`'-infinity'` : startOfBusinessDate(from)}
        and f.repay_time < ${to === undefined ? sql`'infinity'` : startOfBusinessDate(addDays(to, 1))})`,
      appliedAt: by.days('a.appliedAt'),
      reversed: (is) => sql<boolean>`a.application_status = ${is ? 'ROLLED_BACK' : 'LIVE'}`,
    },
    sorts: { appliedAt: 'a.appliedAt' },
    first: [['a.appliedAt', 'desc']],
    select: (query) =>
      query
        .innerJoin('paymentFlow as f', 'f.flowNo', 'a.flowNo')
        .innerJoin('loanOrder as o', 'o.orderNo', 'a.orderNo')
        .innerJoin('customer as c', 'c.customerNo', 'o.customerNo')
        .leftJoin('appUser as u', 'u.userNo', 'a.collectorUserNo')
        .select(['a.applicationNo', 'a.caseScope', 'a.caseNo', 'a.orderNo', 'a.billNo', 'a.merchantNo', 'a.repayType'])
        .select(['a.appliedCents', 'a.surplusCents', 'a.levelAtRepay', 'a.collectorUserNo', 'a.appliedAt'])
        .select(['a.applicationStatus', 'a.makerUserNo', 'a.checkerUserNo', 'a.journalIds'])
        .select(['f.paymentCode', 'f.paymentChannel', 'f.repayTime', 'c.customerName', 'u.realName as collectorName'])
        .select(lineNos.as('lineNos'))
        .select(isNewest.as('isNewest'))
        .select(promiseKept.as('promiseKept')),
    async rows(stored, { db, caller }) {
      const split = await readSplit(
        db,
        stored.map(({ applicationNo }) => applicationNo),
      );
      return stored.map(({ makerUserNo, checkerUserNo, journalIds: _, isNewest: isLast, ...row }) => {
        const source = makerUserNo === null ? 'AUTO' : checkerUserNo === null ? 'MANUAL' : 'BATCH';
        const { principalCents = 0, interestCents = 0 } = split.get(row.applicationNo) ?? {};
        return {
          ...row,
          source,
          principalCents,
          interestCents,
          feesCents: row.appliedCents - principalCents - interestCents,
          repayTime: row.repayTime.toISOString(),
          appliedAt: row.appliedAt.toISOString(),
          allowedActions: actionsOf(row, isLast, caller),
        };
      });
    },
    personal: { customerName: 'name' },
  }),
);

/** The newest live one of its order, or of the same piece of work as that. */
const isNewest = sql<boolean>`not exists (select from payment_application n
  where n.order_no = a.order_no and n.application_status = 'LIVE'
    and n.application_no > a.application_no and n.task_no is distinct from a.task_no)`;

/** Its lines in the collection system that it was worked in: by order itself, by bill one a bill. */
const lineNos = sql<string[]>`coalesce((select array_agg(l.line_no order by l.line_no) from repayment_line l
  where l.application_no = a.application_no and l.case_scope = a.case_scope and l.case_no is not null), '{}')`;

/** What became of the promise that was open when the payment was used. */
export const promiseKept = sql<boolean | null>`(select p.promise_status = 'KEPT' from promise_to_pay p
  where p.case_no = a.case_no and p.made_at <= a.applied_at and p.promise_status <> 'CANCELLED'
    and (p.decided_at is null or p.decided_at >= a.applied_at)
  order by p.promise_no desc limit 1)`;

interface Split {
  readonly applicationNo: string;
  readonly principalCents: number;
  readonly interestCents: number;
}

/**
 * What of the application `a` paid principal and interest, as it was posted. Journals and postings are looked up one by
 * one, each in the partition of its day: without `offset 0` they would be sought in every one.
 */
export const split = sql`lateral (select
    (-coalesce(sum(p.amount_cents) filter (where p.component = 'PRINCIPAL'), 0))::bigint as principal_cents,
    (-coalesce(sum(p.amount_cents) filter (where p.component = 'INTEREST'), 0))::bigint as interest_cents
  from journal_key k cross join lateral (select p.component, p.amount_cents from posting p
    where p.journal_id = k.journal_id and p.business_date = k.business_date
      and p.component in ('PRINCIPAL', 'INTEREST') offset 0) p
  where k.journal_id = any(a.journal_ids) and exists (select from journal j where j.journal_id = k.journal_id
    and j.business_date = k.business_date and j.journal_kind = 'APPLICATION' offset 0))`;

async function readSplit(db: Queryable, applicationNos: readonly string[]): Promise<Map<string, Split>> {
  const { rows } = await sql<Split>`select a.application_no, s.* from payment_application a cross join ${split} s
    where a.application_no = any(${[...applicationNos]}::text[])`.execute(db);
  return new Map(rows.map((one) => [one.applicationNo, one]));
}

function repaymentsWithin({ scope }: Pick<Caller, 'scope'>) {
  if (scope === 'all') return null;
  if (scope.rows === undefined) return sql<boolean>`a.merchant_no = any(${scope.merchantNos})`;
  return (eb: ExpressionBuilder<Schema & { a: Schema['paymentApplication'] }, 'a'>) =>
    eb.exists(
      eb
        .selectFrom('loanOrder')
        .select('loanOrder.orderNo')
        .whereRef('loanOrder.orderNo', '=', 'a.orderNo')
        .where(ordersWithin(scope)),
    );
}

/** Whose codes correct the credit of a repayment, by the system that it was worked in. */
const CORRECTS = { ORDER: 'collection:attribution:update', BILL: 'collectionStage:attribution:update' } as const;

type OfRow = Pick<repayment.MergeRow, 'applicationStatus' | 'caseScope' | 'lineNos'>;

function actionsOf(
  { applicationStatus, caseScope, lineNos: lines }: OfRow,
  isLast: boolean,
  { codes }: Pick<Caller, 'codes'>,
) {
  const isLive = applicationStatus === 'LIVE';
  const corrects = caseScope === 'NONE' || lines.length === 0 ? null : CORRECTS[caseScope];
  const allowed: Record<Action, boolean> = {
    settleRollback: isLive && isLast && codes.has('afterLoan:rollback:settle'),
    fullRollback: isLive && codes.has('afterLoan:rollback:full'),
    correctCredit: isLive && corrects !== null && codes.has(corrects),
  };
  return repayment.mergeAction.options.filter((name) => allowed[name]);
}
