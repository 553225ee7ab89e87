import type { ReplyOf, smsMarketingTemplate } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';

type Result = ReplyOf<typeof smsMarketingTemplate.detail>['results'][number];

/** What the campaigns that sent a text came to by it, each by its own window of attribution. */
export async function resultsOf(db: Queryable, templateNo: string): Promise<readonly Result[]> {
  const { rows } = await sql<Result>`select t.task_no, t.task_name, count(r.sent_at)::int as sent,
      count(*) filter (where r.recipient_status = 'DELIVERED')::int as delivered,
      count(*) filter (where r.recipient_status = 'FAILED')::int as failed,
      count(*) filter (where r.sent_at is not null and exists (select from loan_order o
        where o.customer_no = r.customer_no and o.lending_time is not null and o.apply_time >= r.sent_at
          and o.apply_time < r.sent_at + make_interval(days => t.attribution_days)))::int as disbursed
    from sms_marketing_arm a join sms_marketing_task t on t.task_no = a.task_no
    join sms_marketing_recipient r on r.task_no = a.task_no and r.arm = a.arm
    where a.template_no = ${templateNo}
    group by t.task_no order by t.scheduled_at desc, t.task_no desc limit 20`.execute(db);
  return rows;
}
