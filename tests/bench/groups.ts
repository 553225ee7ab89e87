import { performance } from 'node:perf_hooks';
import type { userGroup } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { median, quantile } from 'simple-statistics';
import type { Database } from '../../server/src/db/database.ts';
import { countMembers, type GroupCount } from '../../server/src/modules/collections/user-groups/index.ts';
import { createTestDatabase } from '../support/database.ts';
import { atMost, inMs, table, type Verdict, verdictTable } from './report.ts';

/*
 * npm run bench:groups [-- <customers> | --quick] [--only=<part of a name>]: user groups over 2,000,000 customers of
 * one merchant (300,000 with --quick), each with an order or two and its bills, consents, blocks, blacklist and today's
 * messages. Each group is counted as a page counts it, beside the same figures as somebody would type them into psql
 * ("not exists": over so many rows, "not in" never ends); both in turn, and both have to come to the same numbers.
 */
const only = process.argv.find((each) => each.startsWith('--only='))?.slice('--only='.length);
const [asked] = process.argv.slice(2).filter((each) => !each.startsWith('--only='));
const CUSTOMERS = asked === '--quick' ? 300_000 : Number(asked ?? 2_000_000);
const ROUNDS = CUSTOMERS > 1_000_000 ? 7 : 12;
const MOST_TIMES = 1.5;
const MERCHANT = 'M0001';

const ALL: userGroup.GroupRules = {
  loanState: null,
  settledDaysFrom: null,
  settledDaysTo: null,
  maxDaysLate: null,
  minOnTimeCount: null,
  notAppliedDays: null,
  notContactedDays: null,
  county: null,
};

/** A group, and what its rules are in SQL. */
const GROUPS: readonly (readonly [string, userGroup.GroupRules, string])[] = [
  ['everybody', ALL, 'true'],
  [
    'settled 30 to 400 days ago',
    { ...ALL, loanState: 'SETTLED', settledDaysFrom: 30, settledDaysTo: 400 },
    `c.customer_no in (select customer_no from loan_order where lending_time is not null)
     and not exists (select from bill b where b.customer_no = c.customer_no
       and b.bill_status in ('ACTIVE', 'CHARGED_OFF'))
     and c.customer_no in (select customer_no from bill where bill_status = 'SETTLED' group by customer_no
       having max(actual_date) between $day - 400 and $day - 30)`,
  ],
  [
    'never late, 1 on time, no application or contact in 7 days',
    { ...ALL, maxDaysLate: 0, minOnTimeCount: 1, notAppliedDays: 7, notContactedDays: 7 },
    `not exists (select from bill b where b.customer_no = c.customer_no
       and b.bill_status <> 'VOID' and coalesce(b.actual_date, $day) - b.due_date > 0)
     and c.customer_no in (select customer_no from bill where bill_status = 'SETTLED' and actual_date <= due_date)
     and not exists (select from loan_order o where o.customer_no = c.customer_no
       and o.apply_time > now() - interval '7 days')
     and not exists (select from contact_attempt a where a.phone = c.phone
       and a.refused_for is null and a.attempted_at > now() - interval '7 days')`,
  ],
  ['a county', { ...ALL, county: 'Nairobi' }, `c.county = 'Nairobi'`],
];

/** Copies of one customer, order and bill of the demonstration; keys hold by construction. */
async function fill(db: Database): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = 'replica'`.execute(tx);
    const copies = async (tableName: string, where: string, step: number, change: string) => {
      const { rows } = await sql<{ columns: string }>`select string_agg(quote_ident(column_name), ', ' order by
        ordinal_position) as columns from information_schema.columns where table_schema = 'public'
        and table_name = ${tableName} and is_generated = 'NEVER'`.execute(tx);
      const columns = rows[0]?.columns ?? '';
      const changed = new Map(change.split(';').map((each) => each.trim().split(' := ') as [string, string]));
      const values = columns.split(', ').map((name) => changed.get(name) ?? `t.${name}`);
      await sql`${sql.raw(`insert into ${tableName} (${columns}) overriding system value
        select ${values.join(', ')} from (select * from ${tableName} where ${where} limit 1) t,
        generate_series(1, ${CUSTOMERS}, ${step}) n`)}`.execute(tx);
    };
    const no = `'CB' || lpad(n::text, 8, '0')`;
    const day = `(current_date - 20 - (n * 7 % 500)::int)`;
    await copies(
      'customer',
      `merchant_no = '${MERCHANT}'`,
      1,
      `customer_no := ${no}; phone := '2541' || lpad(n::text, 8, '0'); account_status := 'OPEN';
       county := (array['Nairobi', 'Kiambu', 'Mombasa', 'Nakuru', 'Kisumu'])[1 + n % 5]`,
    );
    for (const [prefix, step, status, paid] of [
      ['A', 1, 'SETTLED', `${day} + case when n % 4 = 0 then 3 else 0 end`],
      ['B', 3, 'ACTIVE', 'null'],
    ] as const) {
      const orderNo = `'L${prefix}' || lpad(n::text, 8, '0')`;
      const numbers = `order_no := ${orderNo}; customer_no := ${no}; merchant_no := '${MERCHANT}'`;
      await copies(
        'loan_order',
        'lending_time is not null',
        step,
        `${numbers}; apply_time := ${day} - interval '30 days'; lending_time := ${day} - interval '30 days';
         third_party_order_no := null; repayment_code := ${orderNo}`,
      );
      await copies(
        'bill',
        'true',
        step,
        `${numbers}; bill_no := 'B${prefix}' || lpad(n::text, 8, '0'); bill_status := '${status}';
         due_date := ${status === 'ACTIVE' ? 'current_date + 10' : day}; actual_date := ${paid};
         predecessor_bill_no := null; successor_bill_no := null`,
      );
    }
    const phone = `'2541' || lpad(n::text, 8, '0')`;
    const some = (step: number) => `generate_series(1, ${CUSTOMERS}, ${step}) n`;
    for (const statement of [
      `insert into contact_party (party_kind, merchant_no, phone, party_name, consented_at)
        select 'LEAD', '${MERCHANT}', ${phone}, 'Bench', now() from ${some(1)} where n % 10 < 8`,
      `insert into contact_block (block_kind, phone) select 'DO_NOT_CALL', ${phone} from ${some(40)}`,
      `insert into contact_block (block_kind, customer_no) select 'DO_NOT_CALL', ${no} from ${some(53)}`,
      `insert into marketing_blacklist (phone, blacklist_reason, channels, blacklist_source)
        select ${phone}, 'OPT_OUT', array['CALL', 'SMS', 'ROBOT'], 'IMPORT' from ${some(37)}`,
      `insert into contact_attempt (attempted_at, phone, purpose, channel)
        select now(), ${phone}, 'MARKETING', 'SMS' from ${some(11)}, generate_series(1, 3)`,
    ]) {
      await sql`${sql.raw(statement)}`.execute(tx);
    }
  });
  await sql`vacuum analyze`.execute(db);
}

/** The same figures, typed by hand. */
async function bare(db: Database, where: string, cap: number): Promise<ReadonlyMap<string | null, number>> {
  const day = `(now() at time zone 'Africa/Nairobi')::date`;
  const { rows } = await sql<{ drop: string | null; people: number }>`${sql.raw(`
    with shut as (select * from contact_block where lifted_at is null and (expires_at is null or expires_at > now())
      and block_scopes && array['ALL', 'NO_SMS'])
    select case when c.account_status = 'CLOSED' then 'CLOSED_ACCOUNT'
      when sp.phone is not null or sc.customer_no is not null then 'BLOCKED' when m.phone is not null then 'BLACKLISTED'
      when p.phone is null then 'NO_CONSENT' when a.phone is not null then 'CAP' end as drop, count(*)::int as people
    from customer c
    left join (select distinct phone from shut where phone is not null) sp on sp.phone = c.phone
    left join (select distinct customer_no from shut where customer_no is not null) sc on sc.customer_no = c.customer_no
    left join marketing_blacklist m on m.phone = c.phone and m.row_status <> 'DELETED'
      and (m.expire_at is null or m.expire_at > now()) and 'SMS' = any(m.channels)
    left join contact_party p on p.party_kind = 'LEAD' and p.merchant_no = '${MERCHANT}' and p.phone = c.phone
      and p.consented_at is not null and p.withdrawn_at is null
    left join (select phone from contact_attempt where channel = 'SMS' and refused_for is null
      and attempted_at >= ${day}::timestamp at time zone 'Africa/Nairobi' group by phone having count(*) >= ${cap}) a
      on a.phone = c.phone
    where c.merchant_no = '${MERCHANT}' and ${where.replaceAll('$day', day)} group by 1`)}`.execute(db);
  return new Map(rows.map((row) => [row.drop, row.people]));
}

function refuseDifference(name: string, ours: GroupCount, theirs: ReadonlyMap<string | null, number>): void {
  const counted = [[null, ours.optedIn] as const, ...ours.drops.map((each) => [each.reason, each.people] as const)];
  const differs = counted.filter(([reason, people]) => (theirs.get(reason) ?? 0) !== people);
  if (differs.length > 0 || ours.size === 0) {
    throw new Error(`${name}: ${JSON.stringify(counted)} beside ${JSON.stringify([...theirs])}`);
  }
}

const verdicts: Verdict[] = [];
{
  await using database = await createTestDatabase('lending');
  const { db } = database;
  const began = performance.now();
  await fill(db);
  console.log(`${CUSTOMERS} customers made in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
  const cap = 3;
  const lines: string[][] = [];
  for (const [name, rules, where] of GROUPS.filter(([each]) => each.includes(only ?? ''))) {
    const [ours, theirs]: [number[], number[]] = [[], []];
    let size = 0;
    for (let round = -1; round < ROUNDS; round += 1) {
      const from = performance.now();
      const count = await countMembers(db, { merchantNo: MERCHANT, rules }, new Date());
      const between = performance.now();
      const typed = await bare(db, where, cap);
      const to = performance.now();
      refuseDifference(name, count, typed);
      ({ size } = count);
      // The first warms both.
      if (round < 0) continue;
      ours.push(between - from);
      theirs.push(to - between);
    }
    const ratio = quantile(ours, 0.95) / quantile(theirs, 0.95);
    lines.push([
      name,
      String(size),
      inMs(median(ours)),
      inMs(quantile(ours, 0.95)),
      inMs(quantile(theirs, 0.95)),
      ratio.toFixed(2),
    ]);
    verdicts.push(atMost(`${name}: p95 beside the bare SQL`, ratio, MOST_TIMES));
  }
  console.log(table([['group', 'people', 'p50', 'p95', 'bare p95', 'times'], ...lines]));
}
console.log(`\n${verdictTable(verdicts)}`);
process.exit(verdicts.every(({ isMet }) => isMet) ? 0 : 1);
