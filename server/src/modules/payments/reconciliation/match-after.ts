import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { publishEvent } from '../../platform/audit/index.ts';
import type { DomainEvent, EventSubscriber } from '../../platform/domain-events/index.ts';
import { rematch } from './days.ts';

/** What may end a difference without its page: by the kind of the thing, what it is then. */
const ENDS: Readonly<Record<string, readonly string[]>> = {
  payout: ['payout.succeed', 'payout.fail'],
  flow: ['flow.receive', 'flow.adjusted', 'flow.reversed', 'flow.reverse'],
  channelFee: ['channelFee.booked', 'channelFee.reversed'],
  recharge: ['rechargeRecord.approve', 'rechargeRecord.reversed'],
};

/**
 * A payout that its channel answered for, a payment that was adjusted, reversed or came late, a merchant's recharge: the open days whose
 * differences are about it are matched again, so that nobody has to.
 */
export function matchAfter(db: Database): EventSubscriber {
  return {
    name: 'reconciliation.match',
    async take(events) {
      const told = events.filter(({ topic, subjectType }) => ENDS[subjectType]?.includes(topic));
      if (told.length === 0) return;
      for (const { runId, merchantNo } of await daysAbout(db, told)) await matchOne(db, runId, merchantNo);
    },
  };
}

interface DayAbout {
  readonly runId: string;
  readonly merchantNo: string;
}

async function daysAbout(db: Database, told: readonly DomainEvent[]): Promise<DayAbout[]> {
  const of = (subjectType: string) =>
    told.filter((event) => event.subjectType === subjectType).map(({ subjectNo }) => subjectNo);
  const { rows } = await sql<DayAbout>`
    with things as (
      select p.attempt_no as no, coalesce(p.channel_reference, p.attempt_no) as serial, p.account_code, p.merchant_no
        from payout_attempt p where p.attempt_no = any(${of('payout')}::text[])
      union all select f.flow_no, f.payment_code, f.account_code, f.merchant_no
        from payment_flow f where f.flow_no = any(${of('flow')}::text[])
      union all select c.fee_no, c.statement_code, c.account_code, c.merchant_no
        from channel_fee c where c.fee_no = any(${of('channelFee')}::text[])
      union all select r.recharge_no, r.payment_code, r.account_code, r.merchant_no
        from merchant_recharge r where r.recharge_no = any(${of('recharge')}::text[]))
    select x.run_id, min(t.merchant_no) as merchant_no
    from recon_difference x join recon_day d on d.run_id = x.run_id and d.recon_status = 'DIFFERENT'
      join things t on t.account_code = d.account_code
        and (t.serial = x.serial or t.no = x.attempt_no or t.no = x.flow_no)
    group by x.run_id order by x.run_id`.execute(db);
  return rows;
}

async function matchOne(db: Database, runId: string, merchantNo: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const day = await tx.selectFrom('reconDay').selectAll().where('runId', '=', runId).forUpdate().executeTakeFirst();
    if (day?.reconStatus !== 'DIFFERENT') return;
    const { reconStatus, diffCount } = await rematch(tx, day);
    await publishEvent(tx, {
      topic: 'reconciliation.run',
      subjectType: 'reconDay',
      subjectNo: runId,
      merchantNo,
      before: { reconStatus: day.reconStatus, diffCount: day.diffCount },
      after: { reconStatus, diffCount },
    });
  });
}
