import { caseSettle, payment } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Caller } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { draftedCents } from '../payments/index.ts';
import { ordersOf, type System } from '../waivers/index.ts';

const storedRows = payment.writeOffSave.request.shape.rows;
type Row = caseSettle.SettleRow;

export const AREAS = { ORDER: 'collection', BILL: 'collectionStage' } as const;

/** Payments that a task names, as they are held. */
const held = sql`payment_flow f where exists (select from jsonb_array_elements(t.rows) r
  where r ->> 'paymentCode' = f.payment_code and r ->> 'paymentChannel' = f.payment_channel)`;
const first = (column: 'flow_no' | 'payment_channel' | 'repay_time') =>
  sql`(select f.${sql.raw(column)} from ${held} order by f.flow_no limit 1)`;
const sumOf = (column: 'amount_cents' | 'writable_cents') =>
  sql<number>`coalesce((select sum(f.${sql.raw(column)}) from ${held}), 0)::bigint`;

/** Who has the newest case of the order, or of the bill. */
const collectorName = sql<string | null>`(select u.real_name from collection_case k
  join app_user u on u.user_no = k.collector_user_no
  where k.order_no = t.order_no and (t.bill_no is null or k.case_scope = 'ORDER'
    or exists (select from case_bill cb where cb.case_no = k.case_no and cb.bill_no = t.bill_no))
  order by k.case_no desc limit 1)`;

const owedBy = (condition: ReturnType<typeof sql>) => sql<number>`coalesce((select sum(bb.outstanding_cents)
  from bill o join bill_balance bb on bb.bill_no = o.bill_no
  where o.order_no = t.order_no and ${condition}), 0)::bigint`;

/** Write-offs prepared on orders of the system that are or were in collection. */
const tasksIn = (system: System) =>
  defineList(
    caseSettle.byOrder.page,
    (db) =>
      db
        .selectFrom('writeOffTask as t')
        .innerJoin('loanOrder', 'loanOrder.orderNo', 't.orderNo')
        .innerJoin('customer as c', 'c.customerNo', 'loanOrder.customerNo')
        .leftJoin('bill as b', 'b.billNo', 't.billNo')
        .where(sql<boolean>`exists (select from collection_case k where k.order_no = t.order_no)`),
    (by) => ({
      scope: ({ caller }) => ordersOf(caller.scope, system),
      key: 't.taskNo',
      missing: 'WRITE_OFF_NOT_FOUND',
      filters: {
        orderNo: by.beginsWith('t.orderNo'),
        billNo: by.beginsWith('t.billNo'),
        termNo: (termNo) => sql<boolean>`b.term_no = ${Number(termNo)}`,
        flowNo: (flowNo) => sql<boolean>`exists (select from ${held} and f.flow_no like ${`${flowNo}%`})`,
        paymentChannel: (channel) =>
          sql<boolean>`exists (select from jsonb_array_elements(t.rows) r where r ->> 'paymentChannel' = ${channel})`,
        repayType: by.is('t.repayType'),
        finishStatus: by.is('t.taskStatus'),
        repayTime: ({ from, to }) => sql<boolean>`exists (select from ${held}
          and (f.repay_time at time zone 'Africa/Nairobi')::date
            between ${from ?? '-infinity'}::date and ${to ?? 'infinity'}::date)`,
        createdBy: by.oneOf('t.makerUserNo'),
        importResult: by.is('t.settleResult'),
        reachedSiblings: (does) => sql<boolean>`exists (select from payment_application a
          join repayment_line l on l.application_no = a.application_no where a.order_no = t.order_no
            and a.task_no = t.task_no and l.bill_no <> t.bill_no) = ${does}::boolean`,
      },
      sorts: { createdAt: 't.createdAt' },
      first: [['t.createdAt', 'desc']],
      select: (query) =>
        query
          .innerJoin('appUser as maker', 'maker.userNo', 't.makerUserNo')
          .select(['t.taskNo', 't.orderNo', 't.billNo', 't.merchantNo', 't.repayType', 't.deductionNo', 't.couponNo'])
          .select([
            't.remark',
            't.voucherIds',
            't.rows',
            't.taskStatus',
            't.fault',
            't.settleResult as importResult',
            't.createdAt',
            't.finishedAt',
          ])
          .select(['t.version', 'b.termNo', 'c.customerName', 'maker.realName as makerName'])
          .select([collectorName.as('collectorName'), first('flow_no').$castTo<string | null>().as('flowNo')])
          .select(first('payment_channel').$castTo<string | null>().as('paymentChannel'))
          .select(first('repay_time').$castTo<Date | null>().as('repayTime'))
          .select([sumOf('amount_cents').as('flowAmountCents'), sumOf('writable_cents').as('writableCents')])
          .select(owedBy(sql`(t.bill_no is null or o.bill_no = t.bill_no)`).as('payoffCents'))
          .select(owedBy(sql`t.bill_no is not null and o.due_date < b.due_date`).as('olderDueCents')),
      row: ({ rows: stored, createdAt, finishedAt, repayTime, ...task }, { caller }): Row => {
        const rows = storedRows.parse(stored);
        return {
          ...task,
          rows,
          writeOffAmountCents: draftedCents(rows),
          repayTime: repayTime?.toISOString() ?? null,
          createdAt: createdAt.toISOString(),
          finishedAt: finishedAt?.toISOString() ?? null,
          allowedActions: actionsOf(system, task.taskStatus, rows.length, caller),
        };
      },
      personal: { customerName: 'name' },
    }),
  );

export const tasksOf = { ORDER: tasksIn('ORDER'), BILL: tasksIn('BILL') } as const;

function actionsOf(
  system: System,
  status: Row['taskStatus'],
  payments: number,
  { codes }: Pick<Caller, 'codes'>,
): Row['allowedActions'] {
  const may = (action: string) => codes.has(`${AREAS[system]}:writeOff:${action}`);
  const commits = may(payments > 1 ? 'commitMulti' : 'commit') || may('commitMulti');
  if (status === 'ERROR') return commits ? ['retry'] : [];
  if (status !== 'UNFINISHED') return [];
  return [...(commits ? (['commit'] as const) : []), ...(may('update') ? (['update'] as const) : [])];
}
