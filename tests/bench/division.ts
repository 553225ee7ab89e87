import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import { quantile } from 'simple-statistics';
import type { Database } from '../../server/src/db/database.ts';
import { dividePool, planPool } from '../../server/src/modules/collections/collections/index.ts';
import { createLogger } from '../../server/src/modules/platform/health/index.ts';
import { BareDivider } from './division-bare.ts';
import { doublesOf } from './desk-people.ts';
import { openEngineStation } from './engine-station.ts';
import { atMost, inSeconds, table, type Verdict, verdictTable } from './report.ts';

/*
 * npm run bench:division [-- --cases=100000]: the pool of one merchant divided by its policies among 130 collectors of
 * three languages: the preview of who gets what and why, then the division itself, beside the bare SQL of the same
 * writes in transactions of the same size. Each is done three times, in turns. Some levels stay in the pool by policy:
 * the target is for those divided. Figures: docs/performance.md.
 */
const CASES = Number(process.argv.find((one) => one.startsWith('--cases='))?.slice('--cases='.length) ?? 100_000);
const MERCHANT = 'M0001';
const COLLECTORS = Math.ceil(CASES / 800) + 5;
const RUNS = 3;
const SECONDS = 10;
const RATIO = 3;
const DAY_MS = 86_400_000;

/** Orders like those of the book, each with a case that waits; made once. */
async function fillPool(db: Database): Promise<void> {
  // The record is made in a lateral join: written as `(…).*` it would be made anew for each column.
  await sql`with model as materialized (select row_number() over (order by o.order_no) as place, to_jsonb(o) as facts
      from loan_order o where o.merchant_no = ${MERCHANT} and o.lending_time is not null and o.order_no not like 'LB%'),
    wanted as materialized (select 'LB' || lpad(n::text, 9, '0') as order_no,
      1 + n % (select count(*) from model) as place from generate_series(1, ${CASES}::int) n)
    insert into loan_order select r.*
    from wanted w join model m using (place)
    cross join lateral jsonb_populate_record(null::loan_order, m.facts || jsonb_build_object(
      'order_no', w.order_no, 'repayment_code', w.order_no, 'third_party_order_no', null, 'order_status', 'DISBURSED')) r
    where not exists (select from loan_order o where o.order_no = w.order_no)`.execute(db);
  await sql`insert into collection_case (case_scope, order_no, merchant_no, customer_no, case_level, collection_level,
      oldest_due_on, due_at_entry_cents, levelled_on)
    select 'ORDER', o.order_no, o.merchant_no, o.customer_no, l.level, l.level, current_date - l.days,
      100000 + (l.place * 7919 % 900) * 1000, current_date
    from (select order_no, merchant_no, customer_no, row_number() over (order by order_no) as place from loan_order
      where order_no like 'LB%') o
    cross join lateral (select o.place, (o.place % 40)::int + 1 as days, case when o.place % 40 < 7 then 'S1'
      when o.place % 40 < 15 then 'S2' when o.place % 40 < 30 then 'S3' else 'S4' end as level) l
    where not exists (select from collection_case c where c.order_no = o.order_no)`.execute(db);
  await sql`update customer set speaking_language =
    (array['en', 'sw', 'so'])[1 + abs(hashtext(customer_no)) % 3]`.execute(db);
}

/** A hundred and more, each of one or two of the languages. */
async function staff(db: Database): Promise<readonly string[]> {
  const people = await doublesOf(db, 'collector', COLLECTORS);
  const userNos = people.map(({ userNo }) => userNo);
  await sql`update personnel p set daily_cap = 999, join_auto_allot = true, first_loan_whitelist = true,
      languages = case s.place % 4 when 0 then '{so}'::text[] when 1 then '{sw}' else '{en,sw}' end
    from unnest(${userNos}::text[]) with ordinality as s(user_no, place)
    where p.user_no = s.user_no and p.personnel_kind = 'COLLECTOR'`.execute(db);
  return userNos;
}

/** Everything of the bench waits again. */
async function reset(db: Database): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`update case_assignment a set ended_at = greatest(now(), a.assigned_at), end_cause = 'BENCH'
      from collection_case c where c.case_no = a.case_no and a.ended_at is null and c.order_no like 'LB%'`.execute(tx);
    await sql`update collection_case set case_status = 'POOL', collector_user_no = null
      where order_no like 'LB%' and case_status <> 'POOL'`.execute(tx);
  });
  await sql`analyze collection_case, case_assignment`.execute(db);
}

/** A day on which nobody was given anything yet. */
async function freshDay(db: Database): Promise<Date> {
  const { rows } = await sql<{ last: Date }>`select greatest(now(), max(assigned_at)) as last
    from case_assignment`.execute(db);
  return new Date((rows[0]?.last ?? new Date()).getTime() + DAY_MS);
}

async function seconds<Result>(work: () => Promise<Result>): Promise<readonly [number, Result]> {
  const startedAt = performance.now();
  const result = await work();
  return [(performance.now() - startedAt) / 1000, result];
}

const verdicts: Verdict[] = [];
{
  await using station = await openEngineStation(5_000);
  const { db } = station.opened;
  await fillPool(db);
  const userNos = await staff(db);
  await using bare = await BareDivider.connect(station.url);
  const times: { preview: number; apply: number; bare: number }[] = [];
  let reasons = new Map<string, number>();
  let given = 0;
  for (let run = 0; run < RUNS; run += 1) {
    await reset(db);
    const at = await freshDay(db);
    const [preview, { plan }] = await seconds(() => planPool(db, { merchantNo: MERCHANT, caseScope: 'ORDER' }, at));
    reasons = plan.given.reduce((all, { why }) => all.set(why, (all.get(why) ?? 0) + 1), new Map<string, number>());
    const [apply, divided] = await seconds(() => dividePool(db, at, createLogger('warn')));
    // Cases of other merchants may wait beside those of the bench.
    if (divided < plan.given.length) throw new Error(`${plan.given.length} planned, ${divided} divided`);
    given = plan.given.length;
    await reset(db);
    const [written] = await seconds(() => bare.divide(plan.given, new Date(at.getTime() + 1000)));
    times.push({ preview, apply, bare: written });
  }
  const median = (of: keyof (typeof times)[number]) =>
    quantile(
      times.map((one) => one[of]),
      0.5,
    );
  console.log(
    `\n${CASES.toLocaleString('en')} cases, ${given.toLocaleString('en')} of them divided, ${userNos.length} collectors`,
  );
  console.log(
    table([
      ['run', 'preview', 'apply', 'bare'],
      ...times.map((one, place) => [
        String(place + 1),
        inSeconds(one.preview),
        inSeconds(one.apply),
        inSeconds(one.bare),
      ]),
    ]),
  );
  console.log(`Why: ${[...reasons].map(([why, count]) => `${why} ${count.toLocaleString('en')}`).join(', ')}`);
  verdicts.push(
    atMost('preview and division', median('preview') + median('apply'), (SECONDS * given) / 100_000, inSeconds),
    atMost('division beside the bare writes', median('apply') / median('bare'), RATIO),
  );
}
console.log(`\n${verdictTable(verdicts)}`);
process.exit(verdicts.every(({ isMet }) => isMet) ? 0 : 1);
