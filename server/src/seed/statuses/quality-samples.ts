import { sql } from 'kysely';
import type { Desk } from './desk.ts';

const DAY_MS = 86_400_000;
const INSPECTOR = 'U000012';
/** Of the sample rule for calls; what else is inspected was opened by hand or for a word. */
const MAX = 26;
const LOST = [0, 15, 5, 30, 10, 0, 45, 20] as const;
const COMMENTS = ['Did not say how to pay', 'Interrupted the customer', 'The due date was missing'] as const;

interface Sampled {
  readonly sourceType: 'CALL' | 'SMS' | 'ROBOT' | 'FEEDBACK' | 'ORDER_REVIEW';
  readonly subjectNo: string;
  readonly merchantNo: string;
  readonly userNo: string | null;
  readonly customerNo: string | null;
  readonly orderNo: string | null;
  readonly phone: string | null;
  readonly happenedAt: Date;
  readonly durationSeconds: number | null;
  readonly content: string | null;
}

/** Inspections of what people and robots said and wrote these weeks, of every source and in every state. */
export async function qualitySamples({ db, now }: Desk): Promise<void> {
  const sheet = await db
    .selectFrom('qualitySheet')
    .select(['sheetNo', 'items'])
    .where('sheetStatus', '=', 'ENABLED')
    .orderBy('sheetNo')
    .executeTakeFirst();
  const rule = await db
    .selectFrom('samplingRule')
    .select('ruleNo')
    .where('ruleStatus', '=', 'ENABLED')
    .orderBy('ruleNo')
    .executeTakeFirst();
  if (!sheet || !rule) return;
  const { rows } = await sql<Sampled>`select * from (
      select t.channel as source_type, t.attempt_id::text as subject_no, t.merchant_no,
        case t.channel when 'ROBOT' then null else t.user_no end as user_no, t.customer_no, t.order_no, t.phone,
        t.attempted_at as happened_at, r.talk_seconds as duration_seconds, t.content,
        row_number() over (partition by t.channel order by t.attempted_at desc, t.attempt_id) as n
      from contact_attempt t join contact_result r on r.attempt_id = t.attempt_id
      where t.refused_for is null and t.merchant_no is not null and t.user_no is distinct from ${INSPECTOR}
        and (t.channel = 'SMS' and t.content is not null or r.talk_seconds > 0)
      union all
      select 'FEEDBACK', f.feedback_no, f.merchant_no, f.handler_user_no, f.customer_no, f.order_no, c.phone,
        f.processed_at, null, concat_ws(E'\n', f.content, f.reply_content), row_number() over (order by f.feedback_no)
      from feedback f join customer c on c.customer_no = f.customer_no
      where f.processed_at is not null and f.handler_user_no is not null and f.handler_user_no <> ${INSPECTOR}
      union all
      select 'ORDER_REVIEW', v.review_no, v.merchant_no, v.reviewer_user_no, o.customer_no, v.order_no, c.phone,
        v.decided_at, null, concat_ws(E'\n', v.audit_result, v.denial_reason, v.remark),
        row_number() over (order by v.decided_at desc, v.review_no)
      from order_review v join loan_order o on o.order_no = v.order_no join customer c on c.customer_no = o.customer_no
      where v.review_status = 'DECIDED' and v.reviewer_user_no <> ${INSPECTOR}) s
    where n <= 6 and not exists (select from inspection i
      where i.source_type = s.source_type and i.subject_no = s.subject_no)
    order by n, source_type limit ${MAX}`.execute(db);
  const items = sheet.items.map(({ itemNo, weight }) => ({ itemNo, weight }));
  await db
    .insertInto('inspection')
    .values(
      rows.map(({ sourceType, ...subject }, place) => ({
        sourceType,
        subjectNo: subject.subjectNo,
        merchantNo: subject.merchantNo,
        userNo: subject.userNo,
        customerNo: subject.customerNo,
        orderNo: subject.orderNo,
        phone: subject.phone,
        happenedAt: subject.happenedAt,
        durationSeconds: subject.durationSeconds,
        content: subject.content,
        flags: place % 6 === 4 ? ['SENSITIVE_WORD' as const] : place % 9 === 5 ? ['LONG_SILENCE' as const] : [],
        ruleNo: sourceType === 'CALL' ? rule.ruleNo : null,
        sheetNo: sheet.sheetNo,
        ...stateOf(place, items, now, subject.happenedAt),
      })),
    )
    .execute();
}

function stateOf(
  place: number,
  items: readonly { readonly itemNo: string; readonly weight: number }[],
  now: Date,
  happenedAt: Date,
) {
  const step = place % 5;
  if (step === 0) return {};
  if (step === 1 && place < 5) {
    const leaseUntil = new Date(now.getTime() + 1_800_000);
    return { inspectionStatus: 'INSPECTING' as const, inspectorUserNo: INSPECTOR, leaseUntil };
  }
  const lost = LOST[place % LOST.length] ?? 0;
  const scoredAt = new Date(Math.min(now.getTime(), happenedAt.getTime() + DAY_MS));
  let left = lost;
  const answers = items.toReversed().map(({ itemNo, weight }) => {
    const taken = Math.min(left, weight);
    left -= taken;
    return { itemNo, points: weight - taken, comment: taken > 0 ? (COMMENTS[place % COMMENTS.length] ?? '') : '' };
  });
  const scored = {
    score: 100 - lost,
    answers: JSON.stringify(answers.toReversed()),
    scoredAt,
    sheetVersionNo: 1,
    inspectorUserNo: INSPECTOR,
    appealDueAt: new Date(scoredAt.getTime() + 3 * DAY_MS),
  };
  if (step === 3 && lost > 0) {
    return {
      ...scored,
      inspectionStatus: 'APPEALED' as const,
      appeal: 'The customer knew the paybill and said so.',
      appealedAt: new Date(Math.min(now.getTime(), scoredAt.getTime() + 3_600_000)),
    };
  }
  const isOpen = scored.appealDueAt > now;
  return { ...scored, inspectionStatus: isOpen ? ('SCORED' as const) : ('CLOSED' as const) };
}
