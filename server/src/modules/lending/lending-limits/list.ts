import type { loanLimit, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import type { Reading } from '../../../lists/index.ts';
import { openVersions } from '../../platform/configuration/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { type LendingDay, lendingDays } from './days.ts';
import { forecastOf, pacesOn } from './forecast.ts';
import { fundsOf } from './funds.ts';
import { usedOn } from './hold.ts';
import { lendingLimitFamily, type LimitSubject, subjectOf } from './limit.ts';
import { usedPercent } from './rules.ts';

type Row = loanLimit.LimitRow;
type Filters = loanLimit.LimitFilters;
type Sort = ParsedRequestOf<typeof loanLimit.page>['sort'];

interface Lender extends LimitSubject {
  readonly merchantName: string;
  readonly companyCode: string;
}

/** LIMIT_STATUS of a day. */
export function statusOf(
  day: Pick<LendingDay, 'pauseReason' | 'isReached'>,
): loanLimit.LimitRow['limitStatus'] & string {
  if (day.pauseReason !== null) return 'PAUSED';
  return day.isReached ? 'REACHED' : 'OPEN';
}

/** Every merchant with either type of loan that the filters match; there are a few dozen at most. */
export async function limitsFor(filters: Filters, sort: Sort, { db, caller }: Reading): Promise<Row[]> {
  const now = new Date();
  const merchantNos = merchantsSeen(caller.scope);
  const { rows } = await sql<Lender>`
    SELECT m.merchant_no, m.merchant_name, m.company_code, kind.loan_type
    FROM merchant m CROSS JOIN (VALUES ('FIRST'), ('REPEAT')) AS kind (loan_type)
    WHERE m.is_enabled
      AND (${merchantNos}::text[] IS NULL OR m.merchant_no = ANY(${merchantNos}::text[]))
      AND (${filters.merchantNo ?? null}::text IS NULL OR m.merchant_no = ${filters.merchantNo ?? null})
      AND (${filters.companyCode ?? null}::text IS NULL OR m.company_code = ${filters.companyCode ?? null})
      AND (${filters.loanType ?? null}::text IS NULL OR kind.loan_type = ${filters.loanType ?? null})
    ORDER BY m.merchant_name, kind.loan_type`.execute(db);
  const days = new Map((await lendingDays(db, now, merchantNos)).map((day) => [subjectOf(day), day]));
  const funds = await fundsOf(db, [...new Set(rows.map(({ merchantNo }) => merchantNo))]);
  const open = await openVersions(db, lendingLimitFamily.key, rows.map(subjectOf));
  const paces = await pacesOn(db, now, [...new Set(rows.map(({ merchantNo }) => merchantNo))]);
  const maySave = caller.codes.has('operation:loanLimit:save');
  const found: Row[] = [];
  for (const lender of rows) {
    const subjectNo = subjectOf(lender);
    const day = days.get(subjectNo);
    const use = day?.use ?? (await usedOn(db, lender, businessDateOf(now)));
    const limitStatus = day === undefined ? null : statusOf(day);
    // Nothing goes out of one that is paused.
    const isOpen = day !== undefined && limitStatus === 'OPEN';
    const reachedAt = isOpen ? forecastOf(day.limit, use, paces.get(subjectNo) ?? new Map(), now) : null;
    found.push({
      ...lender,
      subjectNo,
      limit: day?.limit ?? null,
      usedTodayCents: use.usedCents,
      usedOrders: use.usedOrders,
      usedPercent: day === undefined ? null : usedPercent(day.limit, use),
      reachedAt: reachedAt?.toISOString() ?? null,
      limitStatus,
      pauseReason: day?.pauseReason ?? null,
      waitingOrders: day?.held.length ?? 0,
      waitingCents: day?.held.reduce((sum, { approvedCents }) => sum + approvedCents, 0) ?? 0,
      fundsCents: funds.get(lender.merchantNo) ?? null,
      otherDailyCents: Math.max(0, days.get(subjectOf(otherOf(lender)))?.limit.dailyAmountLimitCents ?? 0),
      readyOrders: day?.ready ?? 0,
      openVersion: open.get(subjectNo) ?? null,
      allowedActions: maySave ? actionsOn(limitStatus) : [],
    });
  }
  return found.filter((row) => matches(row, filters)).toSorted(inOrder(sort));
}

const otherOf = ({ merchantNo, loanType }: LimitSubject): LimitSubject => ({
  merchantNo,
  loanType: loanType === 'FIRST' ? 'REPEAT' : 'FIRST',
});

function actionsOn(status: Row['limitStatus']): Row['allowedActions'] {
  if (status === null) return ['save'];
  return status === 'PAUSED' ? ['save', 'resume'] : ['save', 'pause'];
}

function matches({ limitStatus, usedPercent: used }: Row, filters: Filters): boolean {
  if (filters.limitStatus !== undefined && limitStatus !== filters.limitStatus) return false;
  return filters.usedPercentFrom === undefined || (used !== null && used >= Number(filters.usedPercentFrom));
}

function inOrder(sort: Sort): (one: Row, other: Row) => number {
  if (sort === null) return () => 0;
  const { field, direction } = sort;
  const way = direction === 'asc' ? 1 : -1;
  return (one, other) => {
    const [left, right] = [one[field] ?? -1, other[field] ?? -1];
    if (typeof left === 'string' || typeof right === 'string') return way * String(left).localeCompare(String(right));
    return way * (left - right);
  };
}

export async function pageOfLimits(
  { filters, sort, page, pageSize }: ParsedRequestOf<typeof loanLimit.page>,
  reading: Reading,
): Promise<ReplyOf<typeof loanLimit.page>> {
  const all = await limitsFor(filters, sort, reading);
  const before = (page - 1) * pageSize;
  return { rows: all.slice(before, before + pageSize), total: all.length, totalIsExact: true };
}
