import type { userGroup } from '@kituo/sdk/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { isListed, listedCustomers } from '../../parties/blacklist/index.ts';
import { addDays, businessDateOf, policyOn, startOfBusinessDate } from '../../platform/policy/index.ts';

export interface Member {
  readonly customerNo: string;
  readonly phone: string;
  /** The first reason that keeps messages from them now; null: none. */
  readonly drop: userGroup.GroupCheck['drops'][number]['reason'] | null;
}

/** Whom to count or take. */
export interface MembersOf {
  readonly merchantNo: string;
  readonly rules: userGroup.GroupRules;
  /** Narrows the rules further; of the customer `c`. */
  readonly among?: RawBuilder<boolean>;
}

/** How people of a group are reached. */
export type GroupChannel = 'SMS' | 'ROBOT';

/** Whom a group is made of, and what keeps each from being reached, as the contact gate would say it. */
export async function membersQuery(
  db: Queryable,
  { merchantNo, rules, among }: MembersOf,
  now: Date,
  channel: GroupChannel = 'SMS',
): Promise<RawBuilder<Member>> {
  const today = businessDateOf(now);
  const conditions = [...conditionsOf(rules, today, now), ...(among === undefined ? [] : [among])];
  const { shut, cap, since } = await gateOf(db, now, channel);
  // Joined as whole sets: asked one by one, a group of millions is millions of questions.
  return sql<Member>`select c.customer_no, c.phone, case
      when c.account_status = 'CLOSED' then 'CLOSED_ACCOUNT'
      when shut_phone.phone is not null or shut_customer.customer_no is not null then 'BLOCKED'
      when black.phone is not null or listed.customer_no is not null then 'BLACKLISTED'
      when agreed.phone is null then 'NO_CONSENT'
      when reached.phone is not null then 'CAP' end as drop
    from customer c
    left join (select distinct b.phone from contact_block b where b.phone is not null and ${inForce(now, shut)})
      shut_phone on shut_phone.phone = c.phone
    left join (select distinct b.customer_no from contact_block b
      where b.customer_no is not null and ${inForce(now, shut)}) shut_customer
      on shut_customer.customer_no = c.customer_no
    left join marketing_blacklist black on black.phone = c.phone and ${onBlacklist('black', now, channel)}
    left join (${listedCustomers(now)}) listed on listed.customer_no = c.customer_no
    left join contact_party agreed on agreed.party_kind = 'LEAD' and agreed.merchant_no = ${merchantNo}
      and agreed.phone = c.phone and agreed.consented_at is not null and agreed.withdrawn_at is null
    left join (select a.phone from contact_attempt a where a.channel = ${channel} and a.refused_for is null
      and a.attempted_at >= ${since} group by a.phone having count(*) >= ${cap}::int) reached
      on reached.phone = c.phone
    where c.merchant_no = ${merchantNo} and ${sql.join(conditions, sql` and `)}`;
}

/** What of the contact gate depends on the day and the channel. */
async function gateOf(db: Queryable, now: Date, channel: GroupChannel) {
  const today = businessDateOf(now);
  const { policy } = await policyOn(db, today);
  return {
    shut: ['ALL', channel === 'SMS' ? 'NO_SMS' : 'NO_CALL'],
    cap: channel === 'SMS' ? policy.contactCaps.sms : policy.contactCaps.robot,
    since: startOfBusinessDate(today),
  };
}

/** Of a block `b`. */
const inForce = (now: Date, shut: readonly string[]) =>
  sql<boolean>`b.lifted_at is null and (b.expires_at is null or b.expires_at > ${now}) and b.block_scopes && ${shut}::text[]`;

const onBlacklist = (row: string, now: Date, channel: GroupChannel) => {
  const of = (column: string) => sql.ref(`${row}.${column}`);
  return sql<boolean>`${of('row_status')} <> 'DELETED' and (${of('expire_at')} is null or ${of('expire_at')} > ${now})
    and ${channel} = any(${of('channels')})`;
};

/** What keeps offers from the customer `c` of a query now, as the contact gate would say it; null: nothing. */
export async function dropReason(
  db: Queryable,
  now: Date,
  channel: GroupChannel = 'SMS',
): Promise<RawBuilder<Member['drop']>> {
  const { shut, cap, since } = await gateOf(db, now, channel);
  return sql<Member['drop']>`case
      when c.account_status = 'CLOSED' then 'CLOSED_ACCOUNT'
      when exists (select from contact_block b where (b.phone = c.phone or b.customer_no = c.customer_no)
        and ${inForce(now, shut)}) then 'BLOCKED'
      when exists (select from marketing_blacklist l where l.phone = c.phone and ${onBlacklist('l', now, channel)})
        or ${isListed('c', now)} then 'BLACKLISTED'
      when not exists (select from contact_party p where p.party_kind = 'LEAD' and p.merchant_no = c.merchant_no
        and p.phone = c.phone and p.consented_at is not null and p.withdrawn_at is null) then 'NO_CONSENT'
      when (select count(*) from contact_attempt a where a.phone = c.phone and a.channel = ${channel}
        and a.refused_for is null and a.attempted_at >= ${since}) >= ${cap}::int
        then 'CAP' end`;
}

function conditionsOf(rules: userGroup.GroupRules, today: string, now: Date): RawBuilder<boolean>[] {
  const made: RawBuilder<boolean>[] = [sql<boolean>`true`];
  const paidOut = sql`select from loan_order o where o.customer_no = c.customer_no and o.lending_time is not null`;
  const someBill = sql`exists (select from bill b where b.customer_no = c.customer_no and`;
  const open = sql<boolean>`b.bill_status in ('ACTIVE', 'CHARGED_OFF')`;
  const settled = sql`b.bill_status = 'SETTLED' and b.actual_date`;
  /** What no bill of theirs may be: asked at once, the bills are read once. */
  const noBill: RawBuilder<boolean>[] = [];
  const onTime = sql`from bill b where b.bill_status = 'SETTLED' and b.actual_date <= b.due_date`;
  const { loanState, settledDaysFrom, settledDaysTo, maxDaysLate, minOnTimeCount } = rules;
  const { notAppliedDays, notContactedDays, county } = rules;
  if (loanState === 'NEVER') made.push(sql`not exists (${paidOut})`);
  if (loanState === 'OPEN') made.push(sql`${someBill} ${open})`);
  if (loanState === 'SETTLED') {
    made.push(sql`exists (${paidOut})`);
    noBill.push(open);
  }
  // The last settled day lies between two: one of them does, and none is later.
  const last = settledDaysFrom === null ? 'infinity' : addDays(today, -settledDaysFrom);
  const first = settledDaysTo === null ? '-infinity' : addDays(today, -settledDaysTo);
  if (settledDaysFrom !== null || settledDaysTo !== null) {
    made.push(sql`${someBill} ${settled} between ${first}::date and ${last}::date)`);
  }
  if (settledDaysFrom !== null) noBill.push(sql`${settled} > ${last}::date`);
  if (maxDaysLate !== null) {
    noBill.push(
      sql`b.bill_status <> 'VOID' and coalesce(b.actual_date, ${today}::date) - b.due_date > ${maxDaysLate}::int`,
    );
  }
  if (noBill.length > 0) {
    made.push(sql`not ${someBill} (${sql.join(noBill, sql` or `)}))`);
  }
  if (minOnTimeCount === 1) made.push(sql`exists (select ${onTime} and b.customer_no = c.customer_no)`);
  else if (minOnTimeCount !== null && minOnTimeCount > 1) {
    made.push(
      sql`c.customer_no in (select b.customer_no ${onTime} group by 1 having count(*) >= ${minOnTimeCount}::int)`,
    );
  }
  const since = (days: number) => new Date(now.getTime() - days * 86_400_000);
  if (notAppliedDays !== null) {
    made.push(sql`not exists (select from loan_order o where o.customer_no = c.customer_no
      and o.apply_time > ${since(notAppliedDays)})`);
  }
  if (notContactedDays !== null) {
    made.push(sql`not exists (select from contact_attempt a where a.phone = c.phone and a.refused_for is null
      and a.attempted_at > ${since(notContactedDays)})`);
  }
  if (county !== null && county !== '') made.push(sql`c.county = ${county}`);
  return made;
}

export interface GroupCount {
  readonly size: number;
  readonly optedIn: number;
  readonly duplicates: number;
  readonly drops: userGroup.GroupCheck['drops'];
}

/** How many a group has, and who falls out why. */
export async function countMembers(
  db: Queryable,
  group: MembersOf,
  now: Date,
  channel: GroupChannel = 'SMS',
): Promise<GroupCount> {
  const members = await membersQuery(db, group, now, channel);
  const { rows } = await sql<{ drop: Member['drop']; people: number }>`
    select m.drop, count(*)::int as people from (${members}) m group by m.drop order by people desc`.execute(db);
  return {
    size: rows.reduce((all, { people }) => all + people, 0),
    optedIn: rows.find(({ drop }) => drop === null)?.people ?? 0,
    // A merchant has one customer a number; its key sees to it.
    duplicates: 0,
    drops: rows.flatMap(({ drop, people }) => (drop === null ? [] : [{ reason: drop, people }])),
  };
}
