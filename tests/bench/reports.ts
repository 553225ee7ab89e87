import { performance } from 'node:perf_hooks';
import { financialReport, impairmentReport, type RequestOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { median, quantile } from 'simple-statistics';
import { closeDaysOfReports } from '../../server/src/modules/console/reports/index.ts';
import { createLogger } from '../../server/src/modules/platform/health/index.ts';
import { addDays, businessDateOf } from '../../server/src/modules/platform/policy/index.ts';
import { callAs, tokenOf } from '../e2e/support/staff.ts';
import { type EngineStation, openEngineStation } from './engine-station.ts';
import { serveOrders } from './orders-server.ts';
import { atMost, inMs, inSeconds, table, type Verdict, verdictTable } from './report.ts';

// npm run bench:reports [-- --quick] [-- --rounds=5]; figures: docs/performance.md. A year of the financial report: from kept sums, and
// live beside the bare SQL of the same figures; a month of the impairment report beside its own. Without --quick over the book of a million orders that bench:engine keeps.
const isQuick = process.argv.includes('--quick');
const ORDERS = isQuick ? 10_000 : 1_000_000;
const P95_MS = 1_000;
const MAX_TIMES = 3;
const ASKED = isQuick ? 20 : 60;
const rounds = process.argv.find((each) => each.startsWith('--rounds='))?.slice('--rounds='.length);
const ROUNDS = Number(rounds ?? (isQuick ? 3 : 5));
/** Of the bare SQL alone, so that a join of 30 million rows is split into few parts. */
const BARE_MEMORY = '128MB';

const to = businessDateOf(new Date());
const period = { from: addDays(to, -364), to };
type Question = RequestOf<typeof financialReport.query>['filters'];
/** What is read from kept sums: by day, month and merchant, also beside another year. */
const KEPT: readonly Question[] = [
  { period, dimension: 'DATE' },
  { period, dimension: 'DATE', grain: 'MONTH' },
  { period, dimension: 'MERCHANT' },
  { period, dimension: 'DATE', grain: 'WEEK', merchantNo: 'M0001' },
];
/** What is not kept: every posting of the year is read. */
const LIVE: Question = { period, dimension: 'PRODUCT' };

const IS_BANK = `p.account_code like 'BANK.%'`;
const paid = (subject: string) =>
  `${IS_BANK} and j.journal_kind = 'PAYOUT_SUCCEEDED' and a.subject_type = '${subject}'`;
/** Each measure's condition and sign, without what makes it a report. */
const MEASURES: readonly (readonly [where: string, sign: '' | '-'])[] = [
  [`p.account_code = 'RECEIVABLE_PRINCIPAL' and j.journal_kind = 'PAYOUT_SENT'`, ''],
  [paid('LOAN'), '-'],
  [`${IS_BANK} and j.journal_kind = 'RECEIPT'`, ''],
  [`p.account_code like 'RECEIVABLE%' and j.journal_kind = 'APPLICATION'`, '-'],
  [`p.account_code like 'INCOME%' and p.account_code <> 'INCOME_RECOVERY'`, '-'],
  [`p.account_code = 'TAX_PAYABLE'`, '-'],
  [`p.account_code = 'WAIVER_EXPENSE'`, ''],
  [`p.account_code = 'MARKETING_EXPENSE' and j.journal_kind = 'COUPON'`, ''],
  [`p.account_code = 'MARKETING_EXPENSE' and j.journal_kind = 'WALLET_REWARD'`, ''],
  [`p.account_code = 'BAD_DEBT_EXPENSE'`, ''],
  [`p.account_code = 'INCOME_RECOVERY'`, '-'],
  [`p.account_code = 'SERVICE_INCOME'`, '-'],
  [paid('REFUND'), '-'],
  [paid('TRANSFER'), '-'],
  [`p.account_code = 'CHANNEL_CHARGES'`, ''],
  [IS_BANK, ''],
  [`p.account_code = 'RECEIVABLE_PRINCIPAL' and j.journal_kind = 'APPLICATION'`, '-'],
  [`p.account_code = 'RECEIVABLE_PRINCIPAL' and j.journal_kind = 'COUPON'`, '-'],
  [`p.account_code = 'RECEIVABLE_PRINCIPAL' and j.journal_kind = 'CHARGE_OFF'`, '-'],
];
/** Stocks are sums of everything up to a day: the year’s, and all before it. */
const STOCKS = ['RECEIVABLE_PRINCIPAL', 'PAYOUT_CLEARING', 'SUSPENSE', 'CUSTOMER_CREDIT'];

/** Milliseconds of a statement. */
async function bare(db: EngineStation['opened']['db'], statement: string): Promise<number> {
  return await db.transaction().execute(async (tx) => {
    await sql`set local work_mem = ${sql.lit(BARE_MEMORY)}`.execute(tx);
    const from = performance.now();
    await sql.raw(statement).execute(tx);
    return performance.now() - from;
  });
}

/**
 * The same figures by product as somebody would type them into psql: one reading of the ledger. Journals by their number
 * alone: with the date as well, PostgreSQL expects a three-hundredth of the rows and runs out of memory over a full book.
 */
async function bareSql({ opened: { db } }: EngineStation): Promise<number> {
  const inYear = `p.business_date >= '${period.from}'`;
  const columns = [
    ...MEASURES.map(([where, sign]) => `sum(${sign}p.amount_cents) filter (where ${inYear} and ${where})`),
    ...STOCKS.map((account) => `sum(p.amount_cents) filter (where p.account_code = '${account}')`),
    ...STOCKS.map((account) => `sum(p.amount_cents) filter (where p.account_code = '${account}' and not (${inYear}))`),
  ];
  return await bare(
    db,
    `select o.product_no, ${columns.join(', ')} from posting p join journal j on j.journal_id = p.journal_id
    left join bill b on b.bill_no = p.bill_no
    left join payout_attempt a on j.cause_type = 'PAYOUT' and a.attempt_no = j.cause_no
    left join payment_flow f on f.flow_no = p.flow_no
    left join loan_order o on o.order_no = coalesce(b.order_no,
      case when a.subject_type = 'LOAN' then a.subject_no end, f.order_no)
    where p.business_date <= '${period.to}' group by o.product_no`,
  );
}

/** A month of the impairment report, every running loan with its stage, bucket and provision on both of its days. */
const MONTH = { from: addDays(to, -29), to };

/**
 * Both days' balances, days past due and provision of every loan by stage and bucket, and what moved the provision by
 * cause, with one rate for all, as somebody would type it into psql: from what bills owe now, less what moved since.
 */
async function bareImpairment({ opened: { db } }: EngineStation): Promise<number> {
  const [opening, closing] = [addDays(MONTH.from, -1), MONTH.to];
  const signed = `case when side = 'C' then provision else -provision end`;
  const stageOn = (side: string) => `max(stage) filter (where side = '${side}') over loan`;
  const causes = ['NEW', 'WORSENED', 'IMPROVED', 'REMEASURED', 'REPAID', 'CHARGED_OFF'];
  return await bare(
    db,
    `with moved as (
      select p.bill_no, sum(p.amount_cents) as since, sum(p.amount_cents) filter (where p.business_date > '${closing}') as after,
        -sum(p.amount_cents) filter (where j.journal_kind = 'CHARGE_OFF' and p.business_date <= '${closing}') as charged
      from posting p join journal j on j.journal_id = p.journal_id and j.business_date = p.business_date
      where p.business_date > '${opening}' and p.account_code like 'RECEIVABLE%' group by 1),
    loans as (
      select b.order_no, sum(n.outstanding_cents - coalesce(m.since, 0)) as opened,
        sum(n.outstanding_cents - coalesce(m.after, 0)) as closed, sum(coalesce(m.charged, 0)) as charged,
        greatest(0, date '${opening}' - min(b.due_date) filter (where n.outstanding_cents > coalesce(m.since, 0))) as o_days,
        greatest(0, date '${closing}' - min(b.due_date) filter (where n.outstanding_cents > coalesce(m.after, 0))) as c_days
      from bill_balance n join bill b on b.bill_no = n.bill_no left join moved m on m.bill_no = n.bill_no
      where n.outstanding_cents <> 0 or m.bill_no is not null group by 1),
    sides as (
      select l.order_no, l.opened, l.closed, l.charged, s.side, s.cents, width_bucket(s.days, array[1, 31, 61, 90, 180]) as bucket,
        case when s.days >= 90 then 3 when s.days >= 31 then 2 else 1 end as stage, round(s.cents * 22 * 60 / 10000.0) as provision
      from loans l cross join lateral (values ('O', l.opened, l.o_days), ('C', l.closed, l.c_days)) s (side, cents, days)
      where s.cents <> 0),
    caused as (
      select *, case when opened = 0 then 'NEW' when closed = 0 and charged > 0 then 'CHARGED_OFF' when closed = 0 then 'REPAID'
          when ${stageOn('C')} > ${stageOn('O')} then 'WORSENED' when ${stageOn('C')} < ${stageOn('O')} then 'IMPROVED'
          else 'REMEASURED' end as cause
      from sides join loan_order o using (order_no) window loan as (partition by order_no))
    select stage, bucket, count(*) filter (where side = 'C'), sum(cents) filter (where side = 'C'),
      sum(provision) filter (where side = 'C'), sum(cents) filter (where side = 'O'), sum(provision) filter (where side = 'O'),
      ${causes.map((cause) => `sum(${signed}) filter (where cause = '${cause}')`).join(', ')}
    from caused group by grouping sets ((stage, bucket), ())`,
  );
}

const verdicts: Verdict[] = [];
{
  await using station = await openEngineStation(ORDERS);
  const { db } = station.opened;
  const began = performance.now();
  const { built, differing } = await closeDaysOfReports(db, createLogger('silent'));
  const closed = (performance.now() - began) / 1_000;
  const { rows } = await sql<{ kept: number; postings: number }>`
    select (select count(*) from report_daily) as kept, (select count(*) from posting) as postings`.execute(db);
  console.log(
    `${ORDERS} orders, ${rows[0]?.postings} postings; ${built} days closed and checked in ${inSeconds(closed)}, ${rows[0]?.kept} sums kept`,
  );
  if (differing.length > 0) throw new Error(`kept sums differ on ${differing.join(', ')}`);
  await serveOrders(station, async ({ url }) => {
    const token = await tokenOf(url, 'admin');
    const ask = async (filters: Question): Promise<number> => {
      const from = performance.now();
      await callAs(url, token, financialReport.query, { filters, page: 1, pageSize: 1_000, sort: null });
      return performance.now() - from;
    };
    for (const question of KEPT) await ask(question);
    const asked: number[] = [];
    for (let turn = 0; turn < ASKED; turn += 1) asked.push(await ask(KEPT[turn % KEPT.length] ?? LIVE));
    console.log(`From kept sums: p95 ${inMs(quantile(asked, 0.95))}`);
    await ask(LIVE);
    await bareSql(station);
    const [live, bare]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      live.push(await ask(LIVE));
      bare.push(await bareSql(station), await bareSql(station));
      live.push(await ask(LIVE));
    }
    const impairment = async (): Promise<number> => {
      const began = performance.now();
      await callAs(url, token, impairmentReport.query, {
        filters: { period: MONTH },
        page: 1,
        pageSize: 1_000,
        sort: null,
      });
      return performance.now() - began;
    };
    await impairment();
    await bareImpairment(station);
    const [staged, bareStaged]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      staged.push(await impairment());
      bareStaged.push(await bareImpairment(station), await bareImpairment(station));
      staged.push(await impairment());
    }
    console.log(
      table([
        ['a year of the financial report', 'p50', 'p95'],
        ['from kept sums', inMs(median(asked)), inMs(quantile(asked, 0.95))],
        ['live, by product', inMs(median(live)), inMs(quantile(live, 0.95))],
        ['bare SQL of it', inMs(median(bare)), inMs(quantile(bare, 0.95))],
        ['a month of impairment', inMs(median(staged)), inMs(quantile(staged, 0.95))],
        ['bare SQL of it', inMs(median(bareStaged)), inMs(quantile(bareStaged, 0.95))],
      ]),
    );
    verdicts.push(
      atMost('a year from kept sums, p95', quantile(asked, 0.95), P95_MS, inMs),
      atMost('live beside the bare SQL', median(live) / median(bare), MAX_TIMES),
      atMost('impairment beside the bare SQL', median(staged) / median(bareStaged), MAX_TIMES),
    );
  });
}
console.log(`\n${verdictTable(verdicts)}`);
process.exit(verdicts.every(({ isMet }) => isMet) ? 0 : 1);
