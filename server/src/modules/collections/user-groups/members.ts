import type { userGroup } from '@kituo/sdk/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
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
  return sql<Member>`select c.customer_no, c.phone, ${await dropReason(db, now, channel)} as drop
    from customer c where c.merchant_no = ${merchantNo} and ${sql.join(conditions, sql` and `)}`;
}

/** What keeps offers from the customer `c` of a query now, as the contact gate would say it; null: nothing. */
export async function dropReason(
  db: Queryable,
  now: Date,
  channel: GroupChannel = 'SMS',
): Promise<RawBuilder<Member['drop']>> {
  const today = businessDateOf(now);
  const { policy } = await policyOn(db, today);
  const shut = ['ALL', channel === 'SMS' ? 'NO_SMS' : 'NO_CALL'];
  const cap = channel === 'SMS' ? policy.contactCaps.sms : policy.contactCaps.robot;
  return sql<Member['drop']>`case
      when c.account_status = 'CLOSED' then 'CLOSED_ACCOUNT'
      when exists (select from contact_block b where (b.phone = c.phone or b.customer_no = c.customer_no)
        and b.lifted_at is null and (b.expires_at is null or b.expires_at > ${now})
        and b.block_scopes && ${shut}::text[]) then 'BLOCKED'
      when exists (select from marketing_blacklist l where l.phone = c.phone and l.row_status <> 'DELETED'
        and (l.expire_at is null or l.expire_at > ${now}) and ${channel} = any(l.channels)) then 'BLACKLISTED'
      when not exists (select from contact_party p where p.party_kind = 'LEAD' and p.merchant_no = c.merchant_no
        and p.phone = c.phone and p.consented_at is not null and p.withdrawn_at is null) then 'NO_CONSENT'
      when (select count(*) from contact_attempt a where a.phone = c.phone and a.channel = ${channel}
        and a.refused_for is null and a.attempted_at >= ${startOfBusinessDate(today)}) >= ${cap}::int
        then 'CAP' end`;
}

function conditionsOf(rules: userGroup.GroupRules, today: string, now: Date): RawBuilder<boolean>[] {
  const made: RawBuilder<boolean>[] = [sql<boolean>`true`];
  const paidOut = sql`select from loan_order o where o.customer_no = c.customer_no and o.lending_time is not null`;
  const open = sql`select from bill b where b.customer_no = c.customer_no and b.bill_status in ('ACTIVE', 'CHARGED_OFF')`;
  const settledOn = sql`(select max(b.actual_date) from bill b
    where b.customer_no = c.customer_no and b.bill_status = 'SETTLED')`;
  const { loanState, settledDaysFrom, settledDaysTo, maxDaysLate, minOnTimeCount } = rules;
  const { notAppliedDays, notContactedDays, county } = rules;
  if (loanState === 'NEVER') made.push(sql`not exists (${paidOut})`);
  if (loanState === 'OPEN') made.push(sql`exists (${open})`);
  if (loanState === 'SETTLED') made.push(sql`exists (${paidOut}) and not exists (${open})`);
  if (settledDaysFrom !== null) made.push(sql`${settledOn} <= ${addDays(today, -settledDaysFrom)}::date`);
  if (settledDaysTo !== null) made.push(sql`${settledOn} >= ${addDays(today, -settledDaysTo)}::date`);
  if (maxDaysLate !== null) {
    made.push(sql`not exists (select from bill b where b.customer_no = c.customer_no and b.bill_status <> 'VOID'
      and coalesce(b.actual_date, ${today}::date) - b.due_date > ${maxDaysLate}::int)`);
  }
  if (minOnTimeCount !== null) {
    made.push(sql`(select count(*) from bill b where b.customer_no = c.customer_no and b.bill_status = 'SETTLED'
      and b.actual_date <= b.due_date) >= ${minOnTimeCount}::int`);
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
  const { rows } = await sql<{ drop: Member['drop']; people: number; phones: number }>`
    select m.drop, count(*)::int as people, count(distinct m.phone)::int as phones
    from (${members}) m group by m.drop order by people desc`.execute(db);
  const sum = (of: 'people' | 'phones') => rows.reduce((all, row) => all + row[of], 0);
  return {
    size: sum('phones'),
    duplicates: sum('people') - sum('phones'),
    optedIn: rows.find(({ drop }) => drop === null)?.phones ?? 0,
    drops: rows.flatMap(({ drop, people }) => (drop === null ? [] : [{ reason: drop, people }])),
  };
}
