import type { ParsedRequestOf, ReplyOf, reReview } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { COUNTED_EXACTLY, countedTo } from '../../../db/counted.ts';
import type { Queryable } from '../../../db/database.ts';
import type { Call, Caller } from '../../../http/implement.ts';
import { textOfError } from '../../../http/messages.ts';
import { maskName, maskPhone } from '../../platform/masking/index.ts';
import { ordersWithin } from '../../lending/orders/index.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { type Candidate, faultOf } from './fault.ts';
import { type MerchantRules, rulesWithin, usedToday } from './rules.ts';

type Filters = reReview.ReReviewFilters;

function base(db: Queryable, caller: Caller, filters: Filters) {
  const { orderNo, merchantNo, orderStatus } = filters;
  let query = db.selectFrom('loanOrder').where(ordersWithin(caller.scope));
  if (orderNo) query = query.where('loanOrder.orderNo', '=', orderNo);
  if (merchantNo) query = query.where('loanOrder.merchantNo', '=', merchantNo);
  if (orderStatus) query = query.where(sql<boolean>`loan_order.order_status = ${orderStatus}`);
  return query;
}

/** What the rules of each merchant let in, as SQL: quota aside, exactly what `ruleFault` says. */
function admitted(all: readonly MerchantRules[], at: Date) {
  const today = businessDateOf(at);
  const parts = all
    .filter(({ rules }) => rules.enabled)
    .map(({ merchantNo, rules }) => {
      const from = startOfBusinessDate(addDays(today, -rules.maxDays));
      const until = startOfBusinessDate(addDays(today, 1 - rules.minDays));
      const codes = rules.refuseCodes;
      return sql<boolean>`(loan_order.merchant_no = ${merchantNo}
        AND loan_order.order_status = ANY(${rules.sources}::text[])
        AND loan_order.refused_at >= ${from} AND loan_order.refused_at < ${until}
        AND (${codes.length === 0} OR loan_order.refuse_code = ANY(${codes}::text[])))`;
    });
  return parts.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(parts, sql` OR `)})`;
}

const cooledOff = sql<boolean>`NOT EXISTS (SELECT FROM refuse_code c
  WHERE c.refuse_code = loan_order.refuse_code AND (NOT c.re_review_allowed
    OR (loan_order.refused_at AT TIME ZONE 'Africa/Nairobi')::date + c.cool_off_days
      > (now() AT TIME ZONE 'Africa/Nairobi')::date))`;
const notLive = sql<boolean>`NOT EXISTS (SELECT FROM re_review r
  WHERE r.order_no = loan_order.order_no AND r.review_status = 'IN_REVIEW')`;

function within(column: ReturnType<typeof sql.ref>, range: Filters['refuseTime']) {
  const from = range?.from ? startOfBusinessDate(range.from) : null;
  const until = range?.to ? startOfBusinessDate(addDays(range.to, 1)) : null;
  return sql<boolean>`((${from}::timestamptz IS NULL OR ${column} >= ${from})
    AND (${until}::timestamptz IS NULL OR ${column} < ${until}))`;
}

function eligible(db: Queryable, caller: Caller, filters: Filters, rules: readonly MerchantRules[], at: Date) {
  let query = base(db, caller, filters)
    .where('loanOrder.orderStatus', 'in', ['MACHINE_REFUSED', 'REFUSED'])
    .where(admitted(rules, at))
    .where(cooledOff)
    .where(notLive)
    .where(within(sql.ref('loan_order.refused_at'), filters.refuseTime));
  const { refuseCode } = filters;
  if (refuseCode) query = query.where('loanOrder.refuseCode', '=', refuseCode);
  return query;
}

function submitted(db: Queryable, caller: Caller, filters: Filters) {
  const { refuseCode, applicantUserNo, reviewStatus } = filters;
  let query = base(db, caller, filters)
    .innerJoin('reReview', 'reReview.orderNo', 'loanOrder.orderNo')
    .where(within(sql.ref('re_review.refuse_time'), filters.refuseTime));
  if (refuseCode) query = query.where('reReview.refuseCode', '=', refuseCode);
  if (applicantUserNo) query = query.where('reReview.applicantUserNo', '=', applicantUserNo);
  if (reviewStatus) query = query.where('reReview.reviewStatus', '=', reviewStatus);
  return query;
}

/** A call, or a job that runs for somebody. */
export type Reader = Pick<Call, 'db' | 'caller' | 'lang'>;

interface Place {
  readonly orderNo: string;
  readonly reReviewNo: string | null;
}

async function placesOf(
  { filters, page, pageSize, sort }: ParsedRequestOf<typeof reReview.page>,
  call: Reader,
  rules: readonly MerchantRules[],
  at: Date,
): Promise<{ places: Place[]; total: number; totalIsExact: boolean }> {
  const { db, caller } = call;
  const direction = sort?.direction ?? 'desc';
  const offset = (page - 1) * pageSize;
  if (filters.tab === 'SUBMITTED') {
    const query = submitted(db, caller, filters);
    const numbers = query.select(['reReview.reReviewNo', 'loanOrder.orderNo']);
    const { found } = await db
      .selectFrom(numbers.limit(COUNTED_EXACTLY + 1).as('some'))
      .select(sql<number>`count(*)::int`.as('found'))
      .executeTakeFirstOrThrow();
    const by = {
      refuseTime: 'reReview.refuseTime',
      orderNo: 'loanOrder.orderNo',
      applyTime: 'reReview.applyTime',
    } as const;
    const places = await numbers
      .orderBy(by[sort?.field ?? 'applyTime'], direction)
      .orderBy('reReview.reReviewNo', direction)
      .limit(pageSize)
      .offset(offset)
      .execute();
    return { places, ...countedTo(found) };
  }
  const query = eligible(db, caller, filters, rules, at).select('loanOrder.orderNo');
  const { found } = await db
    .selectFrom(query.limit(COUNTED_EXACTLY + 1).as('some'))
    .select(sql<number>`count(*)::int`.as('found'))
    .executeTakeFirstOrThrow();
  const by = sort?.field === 'orderNo' ? 'loanOrder.orderNo' : 'loanOrder.refusedAt';
  const rows = await query
    .orderBy(by, direction)
    .orderBy('loanOrder.orderNo', direction)
    .limit(pageSize)
    .offset(offset)
    .execute();
  return { places: rows.map(({ orderNo }) => ({ orderNo, reReviewNo: null })), ...countedTo(found) };
}

async function readRows(db: Queryable, orderNos: readonly string[]) {
  return await db
    .selectFrom('loanOrder as o')
    .innerJoin('merchant as m', 'm.merchantNo', 'o.merchantNo')
    .innerJoin('customer as c', 'c.customerNo', 'o.customerNo')
    .innerJoin('loanProduct as p', 'p.productNo', 'o.productNo')
    .leftJoin('refuseCode as code', 'code.refuseCode', 'o.refuseCode')
    .leftJoin('appUser as reviewer', 'reviewer.userNo', 'o.reviewerUserNo')
    .select(['o.orderNo', 'o.merchantNo', 'm.merchantName', 'c.customerName', 'c.phone'])
    .select(['p.productName', 'o.appliedCents', 'o.orderStatus', 'o.refuseCode', 'o.refusedAt'])
    .select(['code.denialReason', 'reviewer.realName as firstAuditorName', 'o.applyTime'])
    .where('o.orderNo', 'in', orderNos)
    .execute();
}

async function readSubmissions(db: Queryable, reReviewNos: readonly string[]) {
  if (reReviewNos.length === 0) return [];
  return await db
    .selectFrom('reReview as r')
    .innerJoin('appUser as applicant', 'applicant.userNo', 'r.applicantUserNo')
    .leftJoin('appUser as first', 'first.userNo', 'r.firstAuditorUserNo')
    .leftJoin('appUser as second', 'second.userNo', 'r.secondAuditorUserNo')
    .leftJoin('refuseCode as code', 'code.refuseCode', 'r.refuseCode')
    .select(['r.reReviewNo', 'r.applyReason', 'r.applyTime', 'r.reviewStatus', 'r.decidedAt'])
    .select(['r.refuseCode', 'r.refuseTime', 'code.denialReason'])
    .select(['applicant.realName as applicantName', 'first.realName as firstAuditorName'])
    .select('second.realName as secondAuditorName')
    .where('r.reReviewNo', 'in', reReviewNos)
    .execute();
}

const texts = z.record(z.string(), z.string());
/** The reason in the caller's language, English where there is none. */
export function denialText(stored: unknown, lang: 'en' | 'zh'): string | null {
  const { data } = texts.safeParse(stored);
  return data?.[lang] ?? data?.['en'] ?? null;
}

/** The tab requested, as people see it. */
export async function pageOfReReviews(
  request: ParsedRequestOf<typeof reReview.page>,
  call: Reader,
): Promise<ReplyOf<typeof reReview.page>> {
  const { db, caller, lang } = call;
  const at = new Date();
  const rules = await rulesWithin(db, caller.scope, at);
  const { places, ...counted } = await placesOf(request, call, rules, at);
  if (places.length === 0) return { rows: [], ...counted };
  const orders = new Map(
    (
      await readRows(
        db,
        places.map(({ orderNo }) => orderNo),
      )
    ).map((row) => [row.orderNo, row]),
  );
  const submissions = new Map(
    (
      await readSubmissions(
        db,
        places.flatMap(({ reReviewNo }) => reReviewNo ?? []),
      )
    ).map((row) => [row.reReviewNo, row]),
  );
  const used = new Map(
    await Promise.all(
      rules.map(async ({ merchantNo }) => [merchantNo, await usedToday(db, merchantNo, caller.userNo, at)] as const),
    ),
  );
  const isNameHidden = caller.isMasked || caller.maskedFields.has('customerName');
  const rows = places.flatMap(({ orderNo, reReviewNo }) => {
    const order = orders.get(orderNo);
    if (!order) return [];
    const one = reReviewNo === null ? undefined : submissions.get(reReviewNo);
    const merchant = rules.find(({ merchantNo }) => merchantNo === order.merchantNo);
    const candidate: Candidate = { ...order, isLive: false, reReviewAllowed: true, coolOffDays: 0 };
    const count = used.get(order.merchantNo) ?? { ofMerchant: 0, ofPerson: 0 };
    const fault = one || !merchant ? null : faultOf(candidate, merchant, count, at);
    const may = {
      apply: !one && fault === null && caller.codes.has('audit:orderReview:apply'),
      originalPhone: caller.codes.has('audit:orderReview:originalPhone'),
    };
    return {
      reReviewNo,
      orderNo,
      merchantNo: order.merchantNo,
      merchantName: order.merchantName,
      customerName: isNameHidden ? maskName(order.customerName) : order.customerName,
      phone: maskPhone(order.phone),
      productName: order.productName,
      loanAmountCents: order.appliedCents,
      orderStatus: order.orderStatus,
      refuseCode: (one ?? order).refuseCode,
      denialReason: denialText((one ?? order).denialReason, lang),
      refuseTime: (one?.refuseTime ?? order.refusedAt ?? order.applyTime).toISOString(),
      firstAuditorName: one ? one.firstAuditorName : order.firstAuditorName,
      applicantName: one?.applicantName ?? null,
      applyReason: one?.applyReason ?? null,
      applyTime: one?.applyTime.toISOString() ?? null,
      reviewStatus: one?.reviewStatus ?? null,
      secondAuditorName: one?.secondAuditorName ?? null,
      decidedAt: one?.decidedAt?.toISOString() ?? null,
      blocked:
        fault === null
          ? null
          : { error: fault.error, msg: textOfError(fault.error, lang, fault.facts), facts: { ...fault.facts } },
      allowedActions: (['apply', 'originalPhone'] as const).filter((action) => may[action]),
    };
  });
  return { rows, ...counted };
}
