import type { quality } from '@kituo/sdk/contracts';
import { type RawBuilder, sql } from 'kysely';

/** What an inspection is about, found by its source. */
export interface Subject {
  readonly subjectNo: string;
  readonly merchantNo: string;
  /** Null: a robot. */
  readonly userNo: string | null;
  readonly customerNo: string | null;
  readonly orderNo: string | null;
  readonly caseNo: string | null;
  readonly phone: string | null;
  readonly happenedAt: Date;
  readonly durationSeconds: number | null;
  readonly content: string | null;
}

const attempts = (channel: 'CALL' | 'ROBOT' | 'SMS', userNo: string) => `
  select t.attempt_id::text as subject_no, t.merchant_no, ${userNo} as user_no, t.customer_no, t.order_no, t.case_no,
    t.phone, t.attempted_at as happened_at, (select max(r.talk_seconds) from contact_result r
      where r.attempt_id = t.attempt_id) as duration_seconds, t.content
  from contact_attempt t
  where t.channel = '${channel}' and t.refused_for is null and t.merchant_no is not null`;

const SOURCES: Readonly<Record<quality.SourceType, string>> = {
  CALL: `${attempts('CALL', 't.user_no')} and t.user_no is not null`,
  ROBOT: attempts('ROBOT', 'null::text'),
  SMS: `${attempts('SMS', 't.user_no')} and t.user_no is not null and t.content is not null`,
  FEEDBACK: `
    select f.feedback_no as subject_no, f.merchant_no, f.handler_user_no as user_no, f.customer_no, f.order_no,
      null::text as case_no, c.phone, f.processed_at as happened_at, null::integer as duration_seconds,
      concat_ws(E'\\n', f.content, f.reply_content) as content
    from feedback f join customer c on c.customer_no = f.customer_no
    where f.processed_at is not null and f.handler_user_no is not null`,
  ORDER_REVIEW: `
    select v.review_no as subject_no, v.merchant_no, v.reviewer_user_no as user_no, o.customer_no, v.order_no,
      null::text as case_no, c.phone, v.decided_at as happened_at, null::integer as duration_seconds,
      concat_ws(E'\\n', v.audit_result, v.denial_reason, v.remark) as content
    from order_review v join loan_order o on o.order_no = v.order_no join customer c on c.customer_no = o.customer_no
    where v.review_status = 'DECIDED'`,
};

/** SQL of what a source holds that was not inspected yet. */
export function uninspected(sourceType: quality.SourceType): RawBuilder<unknown> {
  return sql`(select s.* from (${sql.raw(SOURCES[sourceType])}) s where not exists (select from inspection i
    where i.source_type = ${sourceType} and i.subject_no = s.subject_no))`;
}
