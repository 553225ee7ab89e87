import type { auditOrder, auditOrders, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { countedTo } from '../../../db/counted.ts';
import type { Queryable } from '../../../db/database.ts';
import type { Call, Caller } from '../../../http/implement.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { findOrders } from './find.ts';
import { matchingOrders } from './match.ts';
import { paceOf } from './pace.ts';
import { type OwnDecision, presentOwn } from './present.ts';
import { readOrders } from './read.ts';

type Request = ParsedRequestOf<typeof auditOrder.myPage>;
type Reply = ReplyOf<typeof auditOrder.myPage>;
/** A call, or a job that runs for somebody. */
type Reader = Pick<Call, 'db' | 'caller' | 'lang'>;

const RESULT = { PASSED: 'PASS', REFUSED: 'REFUSE', RETURNED: 'REJECT' } as const;
const DAYS_SHOWN = 7;
/** Past this many decisions a list says "at least". */
const COUNTED = 1_000;

/** The caller's own orders: those they have, or those they decided. Nobody else's, whatever is asked. */
export async function ownOrders(request: Request, call: Reader): Promise<Reply> {
  return request.filters.tab === 'PENDING' ? await pending(request, call) : await done(request, call);
}

async function pending({ filters, page, pageSize, sort }: Request, call: Reader): Promise<Reply> {
  const { db, caller, lang } = call;
  const { orderNo, merchantNo, productNo, loanType, applyTime } = filters;
  const range = { offset: (page - 1) * pageSize, limit: pageSize };
  const own = {
    orderNo,
    merchantNo,
    productNo,
    loanType,
    applyTime,
    auditorUserNo: caller.userNo,
    orderStatus: 'PENDING_REVIEW' as const,
  };
  const found = await findOrders(db, caller.scope, own, sort, range);
  const records = await readOrders(db, found.orderNos, lang);
  const rows = records.map((record) => presentOwn(caller, null, record));
  return { rows, total: found.total, totalIsExact: found.totalIsExact };
}

async function done({ filters, page, pageSize, sort }: Request, call: Reader): Promise<Reply> {
  const { db, caller, lang } = call;
  const decisions = await lastDecisions(db, caller, filters);
  const shown = await decisions
    .orderBy(sortedBy(sort?.field), (by) => (sort?.direction === 'asc' ? by.asc().nullsLast() : by.desc().nullsLast()))
    .orderBy('a.allotmentId', sort?.direction ?? 'desc')
    .offset((page - 1) * pageSize)
    .limit(pageSize)
    .execute();
  const records = await readOrders(
    db,
    shown.map(({ orderNo }) => orderNo),
    lang,
  );
  const known = new Map(shown.map((row) => [row.orderNo, decisionOf(row)]));
  const rows = records.map((record) => presentOwn(caller, known.get(record.orderNo) ?? null, record));
  const isWhole = page === 1 && shown.length < pageSize;
  if (isWhole) return { rows, total: shown.length, totalIsExact: true };
  const { total } = await db
    .selectFrom(
      decisions
        .orderBy('a.endedAt', 'desc')
        .limit(COUNTED + 1)
        .as('some'),
    )
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  return { rows, ...countedTo(total, COUNTED) };
}

type Sortable = NonNullable<Request['sort']>['field'];

function sortedBy(field: Sortable = 'auditTime') {
  if (field === 'applyTime') return sql`loan_order.apply_time`;
  if (field === 'allotTime') return sql`loan_order.allotted_at`;
  return field === 'leaseEndsAt' ? sql`loan_order.lease_ends_at` : sql`a.ended_at`;
}

interface Decided {
  readonly ending: string | null;
  readonly endedAt: Date | null;
  readonly seconds: number;
}

function decisionOf({ ending, endedAt, seconds }: Decided): OwnDecision {
  if (ending !== 'PASSED' && ending !== 'REFUSED' && ending !== 'RETURNED') {
    throw new TypeError(`${String(ending)} is no decision`);
  }
  if (endedAt === null) throw new TypeError('a decision has its time');
  return { auditResult: RESULT[ending], auditTime: endedAt, durationSeconds: seconds };
}

const DECIDED = ['PASSED', 'REFUSED', 'RETURNED'] as const;

/** The last decision of somebody on each order that matches, in no order yet. */
async function lastDecisions(
  db: Queryable,
  { userNo, scope }: Pick<Caller, 'userNo' | 'scope'>,
  { auditTime, auditResult, tab: _tab, ...keys }: auditOrders.MyFilters,
) {
  const today = businessDateOf(new Date());
  const from = startOfBusinessDate(auditTime?.from ?? addDays(today, -(DAYS_SHOWN - 1)));
  const until = startOfBusinessDate(addDays(auditTime?.to ?? today, 1));
  const found = await matchingOrders(db, scope, keys);
  const own = found
    .innerJoin('orderAllotment as a', 'a.orderNo', 'loanOrder.orderNo')
    .where('a.auditorUserNo', '=', userNo)
    .where('a.ending', 'in', DECIDED)
    .where('a.endedAt', '>=', from)
    .where('a.endedAt', '<', until)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('orderAllotment as later')
            .select(eb.lit(1).as('one'))
            .whereRef('later.orderNo', '=', 'a.orderNo')
            .whereRef('later.allotmentId', '>', 'a.allotmentId')
            .where('later.auditorUserNo', '=', userNo)
            .where('later.ending', 'in', DECIDED)
            .where('later.endedAt', '<', until),
        ),
      ),
    )
    .select(['loanOrder.orderNo', 'a.ending', 'a.endedAt'])
    .select(sql<number>`extract(epoch FROM a.ended_at - coalesce(a.opened_at, a.allotted_at))::int`.as('seconds'));
  const [ending] = DECIDED.filter((one) => RESULT[one] === auditResult);
  return ending ? own.where('a.ending', '=', ending) : own;
}

/** The caller's day. */
export async function ownSummary({ db, caller }: Call): Promise<ReplyOf<typeof auditOrder.mySummary>> {
  const { userNo } = caller;
  const today = startOfBusinessDate(businessDateOf(new Date()));
  const week = new Date(Date.now() - DAYS_SHOWN * 86_400_000);
  const { rows } = await sql<{
    dailyCap: number | null;
    openCount: number;
    doneToday: number;
    passRate: number | null;
    nextOrderNo: string | null;
    oldestAt: Date | null;
  }>`
    SELECT
      (SELECT daily_cap FROM personnel WHERE user_no = ${userNo} AND personnel_kind = 'AUDITOR') AS daily_cap,
      (SELECT count(*) FROM loan_order
        WHERE auditor_user_no = ${userNo} AND order_status = 'PENDING_REVIEW')::int AS open_count,
      (SELECT order_no FROM loan_order
        WHERE auditor_user_no = ${userNo} AND order_status = 'PENDING_REVIEW'
        ORDER BY apply_time, order_no LIMIT 1) AS next_order_no,
      (SELECT min(apply_time) FROM loan_order
        WHERE auditor_user_no = ${userNo} AND order_status = 'PENDING_REVIEW') AS oldest_at,
      count(*) FILTER (WHERE ended_at >= ${today})::int AS done_today,
      (avg((ending = 'PASSED')::int))::float8 AS pass_rate
    FROM order_allotment
    WHERE auditor_user_no = ${userNo} AND ending IN ('PASSED', 'REFUSED', 'RETURNED')
      AND ended_at >= ${week}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('an aggregate has one row');
  const { oldestAt, ...facts } = row;
  const [pace, reminders] = await Promise.all([paceOf(db, [userNo], new Date()), remindersOf(db, userNo)]);
  const oldest = oldestAt && { oldestApplyTime: oldestAt.toISOString() };
  return { ...facts, ...oldest, medianSeconds: pace.get(userNo) ?? null, reminders };
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
