import type { auditOrder, auditOrders, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../db/database.ts';
import type { Call } from '../../http/implement.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../policy/index.ts';
import { findOrders } from './find.ts';
import { type OwnDecision, presentOwn } from './present.ts';
import { readOrders } from './read.ts';

type Request = ParsedRequestOf<typeof auditOrder.myPage>;
type Reply = ReplyOf<typeof auditOrder.myPage>;

const RESULT = { PASSED: 'PASS', REFUSED: 'REFUSE', RETURNED: 'REJECT' } as const;
const DAYS_SHOWN = 7;

/** The caller's own orders: those they have, or those they decided. Nobody else's, whatever is asked. */
export async function ownOrders(request: Request, call: Call): Promise<Reply> {
  return request.filters.tab === 'PENDING'
    ? await pending(request, call)
    : await done(request, call);
}

async function pending({ filters, page, pageSize, sort }: Request, call: Call): Promise<Reply> {
  const { db, caller, lang } = call;
  const { orderNo, merchantNo, productNo, loanType, applyTime } = filters;
  const range = { offset: (page - 1) * pageSize, limit: pageSize };
  const own = {
    ...{ orderNo, merchantNo, productNo, loanType, applyTime },
    ...{ auditorUserNo: caller.userNo, orderStatus: 'PENDING_REVIEW' as const },
  };
  const found = await findOrders(db, caller.scope, own, sort, range);
  const records = await readOrders(db, found.orderNos, lang);
  const rows = records.map((record) => presentOwn(caller, null, record));
  return { rows, total: found.total, totalIsExact: found.totalIsExact };
}

async function done({ filters, page, pageSize, sort }: Request, call: Call): Promise<Reply> {
  const { db, caller, lang } = call;
  const decisions = await decisionsOf(db, caller.userNo, filters);
  const { orderNo, merchantNo, productNo, loanType, applyTime } = filters;
  const keys = {
    orderNo,
    merchantNo,
    productNo,
    loanType,
    applyTime,
    orderNos: [...decisions.keys()],
  };
  const all = { offset: 0, limit: decisions.size + 1 };
  const isByDecision = sort === null || sort.field === 'auditTime';
  const found = await findOrders(db, caller.scope, keys, isByDecision ? null : sort, all);
  const orderNos = isByDecision
    ? inOrderOf(decisions, found.orderNos, sort?.direction ?? 'desc')
    : found.orderNos;
  const shown = orderNos.slice((page - 1) * pageSize, page * pageSize);
  const records = await readOrders(db, shown, lang);
  const rows = records.map((record) =>
    presentOwn(caller, decisions.get(record.orderNo) ?? null, record),
  );
  return { rows, total: orderNos.length, totalIsExact: true };
}

function inOrderOf(
  decisions: ReadonlyMap<string, OwnDecision>,
  found: readonly string[],
  direction: 'asc' | 'desc',
): string[] {
  const matching = new Set(found);
  const newestFirst = [...decisions.keys()].filter((orderNo) => matching.has(orderNo));
  return direction === 'desc' ? newestFirst : newestFirst.reverse();
}

/** The last decision of somebody on each order, the newest first. */
async function decisionsOf(
  db: Queryable,
  userNo: string,
  { auditTime, auditResult }: Pick<auditOrders.MyFilters, 'auditTime' | 'auditResult'>,
): Promise<ReadonlyMap<string, OwnDecision>> {
  const today = businessDateOf(new Date());
  const from = auditTime?.from ?? addDays(today, -(DAYS_SHOWN - 1));
  const to = auditTime?.to ?? today;
  const rows = await db
    .selectFrom('orderAllotment')
    .select(['orderNo', 'ending', 'endedAt'])
    .select(sql<number>`extract(epoch FROM ended_at - coalesce(opened_at, allotted_at))::int`.as('seconds'))
    .where('auditorUserNo', '=', userNo)
    .where('ending', 'in', ['PASSED', 'REFUSED', 'RETURNED'])
    .where('endedAt', '>=', startOfBusinessDate(from))
    .where('endedAt', '<', startOfBusinessDate(addDays(to, 1)))
    .orderBy('endedAt', 'desc')
    .limit(10_000)
    .execute(); // prettier-ignore
  const decisions = new Map<string, OwnDecision>();
  for (const { orderNo, ending, endedAt, seconds } of rows) {
    if (ending !== 'PASSED' && ending !== 'REFUSED' && ending !== 'RETURNED') continue;
    if (endedAt === null || decisions.has(orderNo)) continue;
    const result = RESULT[ending];
    decisions.set(orderNo, { auditResult: result, auditTime: endedAt, durationSeconds: seconds });
  }
  for (const [orderNo, decision] of decisions) {
    if (auditResult && decision.auditResult !== auditResult) decisions.delete(orderNo);
  }
  return decisions;
}

/** The caller's day. */
export async function ownSummary({
  db,
  caller,
}: Call): Promise<ReplyOf<typeof auditOrder.mySummary>> {
  const { userNo } = caller;
  const today = startOfBusinessDate(businessDateOf(new Date()));
  const week = new Date(Date.now() - DAYS_SHOWN * 86_400_000);
  const { rows } = await sql<{
    dailyCap: number | null;
    openCount: number;
    doneToday: number;
    passRate: number | null;
    medianSeconds: number | null;
    nextOrderNo: string | null;
  }>`
    SELECT
      (SELECT daily_cap FROM personnel WHERE user_no = ${userNo} AND personnel_kind = 'AUDITOR') AS daily_cap,
      (SELECT count(*) FROM loan_order
        WHERE auditor_user_no = ${userNo} AND order_status = 'PENDING_REVIEW')::int AS open_count,
      (SELECT order_no FROM loan_order
        WHERE auditor_user_no = ${userNo} AND order_status = 'PENDING_REVIEW'
        ORDER BY apply_time, order_no LIMIT 1) AS next_order_no,
      count(*) FILTER (WHERE ended_at >= ${today})::int AS done_today,
      (avg((ending = 'PASSED')::int))::float8 AS pass_rate,
      percentile_cont(0.5) WITHIN GROUP (
        ORDER BY extract(epoch FROM ended_at - coalesce(opened_at, allotted_at))) AS median_seconds
    FROM order_allotment
    WHERE auditor_user_no = ${userNo} AND ending IN ('PASSED', 'REFUSED', 'RETURNED')
      AND ended_at >= ${week}`.execute(db);
  const [facts] = rows;
  if (!facts) throw new Error('an aggregate has one row');
  return { ...facts, reminders: await remindersOf(db, userNo) };
}

async function remindersOf(db: Queryable, userNo: string) {
  const today = businessDateOf(new Date());
  const rows = await db
    .selectFrom('orderFollowUp as f')
    .innerJoin('loanOrder as o', 'o.orderNo', 'f.orderNo')
    .select(['f.orderNo', 'f.content', 'f.remindAt'])
    .where('f.userNo', '=', userNo)
    .where('f.remindAt', '>=', startOfBusinessDate(addDays(today, -1)))
    .where('f.remindAt', '<', startOfBusinessDate(addDays(today, 1)))
    .where('o.orderStatus', '=', 'PENDING_REVIEW')
    .where('o.auditorUserNo', '=', userNo)
    .orderBy('f.remindAt')
    .limit(20)
    .execute();
  return rows.flatMap(({ remindAt, ...row }) =>
    remindAt === null ? [] : [{ ...row, remindAt: remindAt.toISOString() }],
  );
}
