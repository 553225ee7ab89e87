import { sql } from 'kysely';
import type { Desk } from './desk.ts';

/** Attempts a day ago and more: today's limits are left to whoever tries the demonstration. */
const FIRST_DAY = 2;
const DAYS = 26;
const CUSTOMERS = 36;
/** Of five: delivered, delivered, on its way, failed, refused by the gate. */
const SMS_ENDS = ['DELIVERED', 'DELIVERED', 'SENT', 'FAILED', null] as const;
/** Of four: willing, not, nobody answered, refused. */
const CALL_ENDS = [
  ['ANSWERED', 'WILLING'],
  ['ANSWERED', 'UNWILLING'],
  ['NO_ANSWER', null],
  [null, null],
] as const;

/** Who came through which channel at what cost, and a month of messages and robot calls to customers. */
export async function outreach({ db, now }: Desk): Promise<void> {
  await sql`
    insert into channel_event (channel_code, merchant_no, event_kind, customer_no, cost_cents, biz_date, at)
    select o.promotion_channel, c.merchant_no, 'REGISTRATION', c.customer_no,
      case o.promotion_channel when 'GOOGLE_ADS' then 12000 when 'FACEBOOK' then 9000 when 'SMS' then 2500 else 0 end,
      (c.created_at at time zone 'Africa/Nairobi')::date, c.created_at
    from customer c join lateral (select x.promotion_channel from loan_order x where x.customer_no = c.customer_no
      order by x.apply_time, x.order_no limit 1) o on o.promotion_channel is not null
    on conflict do nothing`.execute(db);
  const { rows: customers } = await sql<{ customerNo: string; merchantNo: string; phone: string }>`
    select customer_no, merchant_no, phone from customer order by customer_no limit ${CUSTOMERS}`.execute(db);
  for (const [index, customer] of customers.entries()) {
    const at = new Date(now.getTime() - (FIRST_DAY + ((index * 7) % DAYS)) * 86_400_000);
    const smsEnd = SMS_ENDS[index % SMS_ENDS.length] ?? null;
    const [callEnd, willingness] = CALL_ENDS[index % CALL_ENDS.length] ?? [null, null];
    const shared = { ...customer, attemptedAt: at, purpose: 'MARKETING' as const, partyKind: 'BORROWER' as const };
    const made = await db
      .insertInto('contactAttempt')
      .values([
        { ...shared, channel: 'SMS' as const, ...(smsEnd === null && { refusedFor: 'CONTACT_NOT_AGREED' }) },
        { ...shared, channel: 'ROBOT' as const, ...(callEnd === null && { refusedFor: 'CONTACT_HOURS' }) },
      ])
      .returning('attemptId')
      .execute();
    const results = [
      { outcome: smsEnd, talkSeconds: null, willingness: null, costCents: 80 },
      { outcome: callEnd, talkSeconds: callEnd === 'ANSWERED' ? 25 : null, willingness, costCents: 150 },
    ].flatMap(({ outcome, ...result }, place) => {
      const attemptId = made[place]?.attemptId;
      return outcome === null || attemptId === undefined ? [] : [{ ...result, outcome, attemptId, at }];
    });
    if (results.length > 0) await db.insertInto('contactResult').values(results).execute();
  }
}
