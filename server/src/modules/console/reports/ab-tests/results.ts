import { type abTest, type ReplyOf } from '@kituo/sdk/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../../../db/database.ts';
import { exposedOf, plannedOf } from './experiments.ts';
import { holm, newcombe, plannedSample, pOf, type Share, splitP } from './statistics.ts';

type Row = abTest.ExperimentRow;
type Variant = abTest.VariantResult;

/** A split that comes by chance once in a thousand times is none: somebody was left out. */
const SPLIT_FAILS = 0.001;
const SIGNIFICANT = 0.05;
const RECENT_DAYS = 7;

const inParts = (parts: readonly string[], subjectNo: string): RawBuilder<unknown> =>
  sql.join(
    parts.map((part) => sql.raw(part)),
    sql`${subjectNo}`,
  );
const subjectOf = ({ experimentNo, experimentKind }: Row): string => experimentNo.slice(experimentKind.length + 1);

/** Each customer once, from the first exposure on, with what became of them by a moment. */
const CUSTOMERS = (row: Row, asOf: Date) => sql`
  select x.customer_no, x.variant, x.exposed_at, x.exposed_at <= ${asOf}::timestamptz - make_interval(days => ${row.windowDays}::int) as is_over,
    case when x.converted_at <= x.exposed_at + make_interval(days => ${row.windowDays}::int) and x.converted_at <= ${asOf}::timestamptz
      then x.converted_at end as converted_at
  from (select distinct on (a.customer_no) a.* from (${inParts(exposedOf(row.experimentKind), subjectOf(row))}) a
    order by a.customer_no, a.exposed_at nulls last) x`;

interface Counted {
  readonly variant: string;
  readonly assigned: number;
  readonly n: number;
  readonly waiting: number;
  readonly converted: number;
  readonly recent: number;
  readonly optedOut: number;
  readonly complained: number;
  readonly reached: number;
  readonly unpaid: number;
}

async function countsOf(db: Queryable, row: Row, asOf: Date): Promise<Counted[]> {
  const { windowDays } = row;
  const { rows } = await sql<Counted>`
    select c.variant, count(*)::int as assigned, count(*) filter (where c.is_over)::int as n,
      count(*) filter (where not c.is_over)::int as waiting,
      count(*) filter (where c.is_over and c.converted_at is not null)::int as converted,
      count(*) filter (where c.exposed_at > ${asOf}::timestamptz - make_interval(days => ${RECENT_DAYS}::int))::int as recent,
      count(*) filter (where c.is_over and exists (select from contact_block b join customer k
        on k.customer_no = c.customer_no and (b.customer_no = k.customer_no or b.customer_no is null and b.phone = k.phone)
        where b.block_kind in ('OPT_OUT', 'OBJECTED') and b.set_at >= c.exposed_at
        and b.set_at < c.exposed_at + make_interval(days => ${windowDays}::int)))::int as opted_out,
      count(*) filter (where c.is_over and exists (select from feedback b where b.customer_no = c.customer_no
        and b.merged_into is null and b.created_at >= c.exposed_at
        and b.created_at < c.exposed_at + make_interval(days => ${windowDays}::int)))::int as complained,
      coalesce(sum(f.reached) filter (where c.is_over), 0)::int as reached,
      coalesce(sum(f.unpaid) filter (where c.is_over), 0)::int as unpaid
    from (${CUSTOMERS(row, asOf)}) c
    left join lateral (select count(*) as reached,
        count(*) filter (where b.actual_date is null or b.actual_date > b.due_date + 7) as unpaid
      from loan_order l join bill b on b.order_no = l.order_no
      where l.customer_no = c.customer_no and l.apply_time >= c.exposed_at
        and l.apply_time < c.exposed_at + make_interval(days => ${windowDays}::int)
        and b.term_no = 1 and b.predecessor_bill_no is null and b.bill_status <> 'VOID'
        and b.due_date + 7 < (${asOf}::timestamptz at time zone 'Africa/Nairobi')::date) f on c.exposed_at is not null
    group by c.variant`.execute(db);
  return rows;
}

async function plannedVariants(db: Queryable, row: Row) {
  const { rows } = await sql<{ variant: string; variantName: string; sharePct: string; isControl: boolean }>`
    select v.* from (${inParts(plannedOf(row.experimentKind), subjectOf(row))}) v order by v.variant`.execute(db);
  // Without a hold-out or a champion the first arm is what the others are held against.
  const hasControl = rows.some(({ isControl }) => isControl);
  return rows
    .map((one, index) => ({
      ...one,
      sharePct: Number(one.sharePct),
      isControl: hasControl ? one.isControl : index === 0,
    }))
    .toSorted((one, other) => Number(other.isControl) - Number(one.isControl));
}

const percent = (share: number): number => Math.round(1_000 * share) / 10;
/** Beside the control's share of the same, by the test that the outcome has. */
const guardrail = (own: Share, control: Share | null) => {
  const pValue = control === null ? null : pOf(own, control);
  const { of, did } = own;
  const rounded = pValue === null ? null : Math.round(pValue * 10_000) / 10_000;
  return { of, did, ratePct: of === 0 ? null : percent(did / of), pValue: rounded };
};
/** What of a variant is watched though nobody meant to change it. */
const GUARDED = {
  optOut: (one) => ({ of: one?.n ?? 0, did: one?.optedOut ?? 0 }),
  complaints: (one) => ({ of: one?.n ?? 0, did: one?.complained ?? 0 }),
  firstUnpaid: (one) => ({ of: one?.reached ?? 0, did: one?.unpaid ?? 0 }),
} as const satisfies Record<string, (one: Counted | undefined) => Share>;

/** The variants of an experiment against its control; none where there is nothing to compare. */
export async function readResult(
  db: Queryable,
  row: Row,
  asOf: Date,
): Promise<Omit<ReplyOf<typeof abTest.query>, keyof Row>> {
  const planned = await plannedVariants(db, row);
  const nothing = {
    asOf: asOf.toISOString(),
    variants: [],
    plannedN: null,
    daysLeft: null,
    splitPValue: null,
    days: [],
  };
  if (planned.length < 2) return nothing;
  const counts = new Map((await countsOf(db, row, asOf)).map((one) => [one.variant, one]));
  const of = (variant: string): Share => {
    const found = counts.get(variant);
    return { of: found?.n ?? 0, did: found?.converted ?? 0 };
  };
  const [control] = planned;
  if (control === undefined) return nothing;
  const against = of(control.variant);
  const plannedN = plannedSample(against);
  const splitPValue = splitP(
    planned.map(({ variant, sharePct }) => ({ count: counts.get(variant)?.assigned ?? 0, share: sharePct })),
  );
  const tested = planned.map(({ variant, isControl }) => (isControl ? null : pOf(of(variant), against)));
  const adjusted = holm(tested);
  const isInvalid = splitPValue !== null && splitPValue < SPLIT_FAILS;
  const variants = planned.map(({ variant, variantName, isControl, sharePct }, index): Variant => {
    const own = of(variant);
    const found = counts.get(variant);
    const guarded = (name: keyof typeof GUARDED) =>
      guardrail(GUARDED[name](found), isControl ? null : GUARDED[name](counts.get(control.variant)));
    const interval = isControl ? null : newcombe(own, against);
    const pValue = adjusted[index] ?? null;
    const base = against.of === 0 ? 0 : against.did / against.of;
    return {
      variant,
      variantName,
      isControl,
      sharePct,
      assigned: found?.assigned ?? 0,
      n: own.of,
      waiting: found?.waiting ?? 0,
      converted: own.did,
      ratePct: own.of === 0 ? null : percent(own.did / own.of),
      diffPct: interval && percent(interval.diff),
      liftPct: interval === null || base === 0 ? null : percent(interval.diff / base),
      interval95: interval && { low: percent(interval.low), high: percent(interval.high) },
      pValue: pValue === null ? null : Math.round(pValue * 10_000) / 10_000,
      verdict: isControl
        ? null
        : verdictOf({ isInvalid, plannedN, least: Math.min(own.of, against.of), pValue, interval }),
      optOut: guarded('optOut'),
      complaints: guarded('complaints'),
      firstUnpaid: guarded('firstUnpaid'),
    };
  });
  return {
    asOf: asOf.toISOString(),
    variants,
    plannedN,
    splitPValue: splitPValue === null ? null : Math.round(splitPValue * 10_000) / 10_000,
    daysLeft: daysLeftOf(
      plannedN,
      planned.map(({ variant }) => counts.get(variant)),
    ),
    days: await daysOf(db, row, asOf, control.variant),
  };
}

function verdictOf(facts: {
  readonly isInvalid: boolean;
  readonly plannedN: number | null;
  readonly least: number;
  readonly pValue: number | null;
  readonly interval: { readonly diff: number } | null;
}): NonNullable<Variant['verdict']> {
  const { isInvalid, plannedN, least, pValue, interval } = facts;
  if (isInvalid) return 'INVALID';
  if (plannedN === null || least < plannedN || pValue === null || interval === null) return 'TOO_EARLY';
  if (pValue >= SIGNIFICANT) return 'NO_DIFFERENCE';
  return interval.diff > 0 ? 'BETTER' : 'WORSE';
}

/** By the exposures of the last 7 days. */
function daysLeftOf(plannedN: number | null, counts: readonly (Counted | undefined)[]): number | null {
  if (plannedN === null) return null;
  const days = counts.map((one) => {
    const missing = plannedN - (one?.n ?? 0) - (one?.waiting ?? 0);
    if (missing <= 0) return 0;
    return one === undefined || one.recent === 0 ? null : Math.ceil((missing * RECENT_DAYS) / one.recent);
  });
  return days.includes(null) ? null : Math.max(...days.map((left) => left ?? 0));
}

/** Differences to the control by day of exposure, all days before included. */
async function daysOf(db: Queryable, row: Row, asOf: Date, control: string) {
  const { rows } = await sql<{ day: string; variant: string; n: number; converted: number }>`
    select to_char(c.exposed_at at time zone 'Africa/Nairobi', 'YYYY-MM-DD') as day, c.variant, count(*)::int as n,
      count(c.converted_at)::int as converted
    from (${CUSTOMERS(row, asOf)}) c where c.is_over group by 1, 2 order by 1`.execute(db);
  const sums = new Map<string, Share>();
  const days: ReplyOf<typeof abTest.query>['days'] = [];
  for (const [day, found] of Map.groupBy(rows, (one) => one.day)) {
    for (const { variant, n, converted } of found) {
      const before = sums.get(variant) ?? { of: 0, did: 0 };
      sums.set(variant, { of: before.of + n, did: before.did + converted });
    }
    for (const [variant, own] of sums) {
      const interval = variant === control ? null : newcombe(own, sums.get(control) ?? { of: 0, did: 0 });
      if (interval === null) continue;
      const { diff, low, high } = interval;
      days.push({ day, variant, diffPct: percent(diff), low: percent(low), high: percent(high) });
    }
  }
  return days;
}

/** The exposed customers of a variant, the newest first unless sorted. */
export async function customersOf(
  db: Queryable,
  row: Row,
  asked: { readonly variant: string; readonly isAscending: boolean; readonly limit: number; readonly offset: number },
  asOf: Date,
): Promise<ReplyOf<typeof abTest.drill>> {
  const { variant, isAscending, limit, offset } = asked;
  const { rows } = await sql<{
    customerNo: string;
    exposedAt: Date;
    convertedAt: Date | null;
    isCounted: boolean;
    total: number;
  }>`select c.customer_no, c.exposed_at, c.converted_at, c.is_over as is_counted, count(*) over ()::int as total
    from (${CUSTOMERS(row, asOf)}) c where c.variant = ${variant} and c.exposed_at is not null
    order by c.exposed_at ${sql.raw(isAscending ? 'asc' : 'desc')}, c.customer_no limit ${limit} offset ${offset}`.execute(
    db,
  );
  return {
    rows: rows.map(({ total: _total, exposedAt, convertedAt, ...one }) => ({
      ...one,
      exposedAt: exposedAt.toISOString(),
      convertedAt: convertedAt?.toISOString() ?? null,
    })),
    total: rows[0]?.total ?? 0,
    totalIsExact: true,
  };
}
