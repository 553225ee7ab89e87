import { type RawBuilder, sql } from 'kysely';
import { attachPaper } from '../papers.ts';
import type { Desk } from './desk.ts';

const HOUR_MS = 3_600_000;
/** Who asks: the operations lead, so that finance and administrators may decide. */
const MAKER = 'U000010';
const MAKER_MERCHANTS = ['M0001', 'M0002'];

interface Subject {
  readonly subjectNo: string | null;
  readonly subjectName: string;
  readonly merchantNos: string[];
  readonly payload: object;
  readonly state: object | null;
  readonly before: object | null;
  readonly after: object;
}

interface Family {
  readonly family: string;
  readonly kind: string;
  readonly reasons: readonly string[];
  readonly lapsesAfterHours?: number;
  /** False where one that waits would hold up what other pages show. */
  readonly canWait: boolean;
  readonly subjects: RawBuilder<Subject>;
}

const masked = (value: string) => sql.raw(`left(${value}, 2) || '****' || right(${value}, 2)`);

const FAMILIES: readonly Family[] = [
  {
    family: 'merchantRecharge',
    kind: 'rechargeRecord.reverse',
    reasons: ['The transfer was called back by the bank', 'Booked for the wrong merchant'],
    lapsesAfterHours: 24,
    canWait: true,
    subjects: sql`select recharge_no as subject_no, recharge_no as subject_name, array[merchant_no] as merchant_nos,
        json_build_object('rechargeNo', recharge_no, 'makerUserNo', ${MAKER}::text) as payload,
        json_build_object('version', version) as state,
        json_build_object('rechargeStatus', recharge_status, 'amountCents', amount_cents) as before,
        json_build_object('rechargeStatus', 'REVERSED') as after
      from merchant_recharge where recharge_status = 'APPROVED' and merchant_no = any(${MAKER_MERCHANTS}::text[])
      order by recharge_no desc limit 5`,
  },
  {
    family: 'contactBlock',
    kind: 'contact.blockLift',
    reasons: ['Wrote that we may call again', 'The number has a new owner'],
    canWait: true,
    subjects: sql`select block_id::text as subject_no,
        coalesce(customer_no, ${masked('phone')}) as subject_name,
        array_remove(array[merchant_no], null) as merchant_nos,
        json_build_object('blockId', block_id, 'voucherIds', json_build_array('SEED-LIFT-M0001')) as payload,
        json_build_object('version', version) as state,
        json_build_object('blockKind', block_kind, 'isStanding', true) as before,
        json_build_object('isStanding', false, 'vouchers', 1) as after
      from contact_block where lifted_at is null and merchant_no = 'M0001' order by block_id desc limit 5`,
  },
  {
    family: 'merchantBlacklist',
    kind: 'manualBlacklist.remove',
    reasons: ['The court lifted its order', 'The documents were real after all'],
    lapsesAfterHours: 72,
    canWait: true,
    subjects: sql`select entry_no as subject_no, ${masked('subject_value')} || ' · ' || entry_no as subject_name,
        array_remove(array[merchant_no], null) as merchant_nos,
        json_build_object('entryNo', entry_no) as payload, json_build_object('removedAt', null) as state,
        json_build_object('subjectType', subject_type, 'reasonCode', reason_code, 'blacklistState', 'ACTIVE') as before,
        json_build_object('blacklistState', 'REMOVED') as after
      from manual_blacklist where removed_at is null and merchant_no is not null order by entry_no desc limit 5`,
  },
  {
    family: 'riskList',
    kind: 'riskList.remove',
    reasons: ['The bureau corrected its record', 'Entered for the wrong person'],
    lapsesAfterHours: 72,
    canWait: true,
    subjects: sql`select entry_no as subject_no, ${masked('subject_value')} || ' · ' || entry_no as subject_name,
        array[]::text[] as merchant_nos, json_build_object('entryNo', entry_no) as payload,
        json_build_object('removedAt', null) as state,
        json_build_object('listType', list_type, 'subjectType', subject_type, 'listStatus', 'ACTIVE') as before,
        json_build_object('listStatus', 'REMOVED') as after
      from risk_list_entry where removed_at is null and expires_at > now() order by entry_no desc limit 5`,
  },
  {
    family: 'riskModel',
    kind: 'riskModel.traffic',
    reasons: ['The challenger is ahead for three weeks', 'More customers for the test'],
    lapsesAfterHours: 72,
    canWait: true,
    subjects: sql`select t.merchant_no || '_' || t.loan_type as subject_no, (select merchant_name from merchant m where m.merchant_no = t.merchant_no) as subject_name,
        array[t.merchant_no] as merchant_nos, json_build_object('makerUserNo', ${MAKER}::text, 'form', json_build_object(
          'merchantNo', t.merchant_no, 'loanType', t.loan_type, 'reason', 'The challenger is ahead for three weeks',
          'shares', json_agg(json_build_object('ruleId', a.rule_id, 'role', a.model_role, 'trafficPercent',
            a.trafficked) order by a.trafficked desc))) as payload,
        json_build_object('trafficId', t.traffic_id) as state,
        jsonb_build_object('loanType', t.loan_type)
          || jsonb_object_agg(a.name, a.model_role || ' ' || a.traffic_percent || '%') as before,
        jsonb_build_object('loanType', t.loan_type)
          || jsonb_object_agg(a.name, a.model_role || ' ' || a.trafficked || '%') as after
      from risk_traffic t join (select x.*, case x.model_role when 'CHAMPION' then 60 else 40 end as trafficked,
          (select v.value ->> 'ruleName' from config_version v where v.config_key = 'risk.model'
            and v.subject_no = y.merchant_no || '_' || x.rule_id and v.stored_status = 'IN_FORCE' limit 1) as name
        from risk_traffic_arm x join risk_traffic y on y.traffic_id = x.traffic_id) a on a.traffic_id = t.traffic_id
      where t.ended_at is null and t.loan_type = 'FIRST' and t.merchant_no = 'M0001'
      group by t.traffic_id, t.merchant_no, t.loan_type`,
  },
  {
    family: 'ruleSet',
    kind: 'ruleSet.resume',
    reasons: ['The bureau answers again', 'Too early: the bureau is still down'],
    lapsesAfterHours: 24,
    canWait: false,
    subjects: sql`select 'HALT' as subject_no, reason as subject_name, array[]::text[] as merchant_nos,
        json_build_object('haltId', halt_id) as payload, json_build_object('resumedAt', null) as state,
        json_build_object('isHalted', true) as before, json_build_object('isHalted', false) as after
      from risk_halt order by halt_id`,
  },
  {
    family: 'partnerDay',
    kind: 'partnerDay.confirm',
    reasons: ['As the partner reports it', 'Checked against our clicks'],
    lapsesAfterHours: 24,
    canWait: true,
    subjects: sql`select partner_day_no as subject_no,
        (select product_name from partner_product p where p.market_product_no = partner_day.market_product_no)
          || ', ' || to_char(biz_date, 'FMDD Mon YYYY') as subject_name,
        array[merchant_no] as merchant_nos,
        json_build_object('partnerDayNo', partner_day_no, 'makerUserNo', ${MAKER}::text) as payload,
        json_build_object('version', version) as state, json_build_object('dayStatus', day_status) as before,
        json_build_object('dayStatus', 'CONFIRMED', 'dueCents', due_cents) as after
      from partner_day where day_status = 'OPEN' order by biz_date, partner_day_no limit 5`,
  },
  {
    family: 'marketProduct',
    kind: 'marketProduct.onShelf',
    reasons: ['The licence was renewed', 'Contract signed'],
    canWait: false,
    subjects: sql`select p.market_product_no as subject_no, p.product_name as subject_name,
        array[f.merchant_no] as merchant_nos, json_build_object('marketProductNo', p.market_product_no) as payload,
        json_build_object('version', p.version) as state,
        json_build_object('productStatus', 'DRAFT', 'linkHealth', p.link_health) as before,
        json_build_object('productStatus', 'ON_SHELF', 'linkHealth', p.link_health) as after
      from partner_product p join partner_platform f on f.platform_code = p.platform_code
      order by p.market_product_no limit 5`,
  },
  {
    family: 'refundBatch',
    kind: 'refund.batch',
    reasons: ['Refunds of the week', 'Paid twice on Friday'],
    lapsesAfterHours: 24,
    canWait: false,
    subjects: sql`select null::text as subject_no, min(refund_no) || case when count(*) > 1 then ' + ' || count(*) - 1 else '' end as subject_name,
        array[merchant_no] as merchant_nos, json_build_object() as payload, null::json as state, null::json as before,
        json_build_object('action', 'approve', 'things', count(*), 'amountCents', sum(amount_cents),
          'nos', json_agg(refund_no order by refund_no)) as after
      from refund group by merchant_no order by merchant_no limit 3`,
  },
];
const ENDS = ['APPROVED', 'REJECTED', 'WITHDRAWN', 'LAPSED'] as const;

/** What was asked for beside the merchants' credit lines: one that waits of each kind, and what became of others. */
export async function pastRequests({ db, checker, now }: Desk): Promise<void> {
  await attachPaper(db, 'letter', {
    attachmentNo: 'SEED-LIFT-M0001',
    subjectType: 'serviceVoucher',
    subjectNo: 'M0001',
    userNo: MAKER,
  });
  // Lending was halted once, for some hours.
  const haltedAt = new Date(now.getTime() - 40 * 24 * HOUR_MS);
  await sql`insert into risk_halt (halted_at, halted_by, reason, resumed_at, resumed_by)
    values (${haltedAt}, ${MAKER}, 'The bureau answers with other people’s files',
      ${new Date(haltedAt.getTime() + 5 * HOUR_MS)}, ${checker})`.execute(db);
  for (const [place, { family, kind, reasons, lapsesAfterHours, canWait, subjects }] of FAMILIES.entries()) {
    const { rows } = await subjects.execute(db);
    const [first] = rows;
    if (!first) continue;
    const shared = { family, kind, makerUserNo: MAKER, makerMerchantNos: MAKER_MERCHANTS };
    const valuesOf = ({ subjectNo, subjectName, merchantNos, state, before, after }: Subject, createdAt: Date) => ({
      ...shared,
      subjectNo,
      subjectName,
      merchantNos,
      subjectState: state === null ? null : JSON.stringify(state),
      before: before === null ? null : JSON.stringify(before),
      after: JSON.stringify(after),
      createdAt,
      lapsesAt: lapsesAfterHours === undefined ? null : new Date(createdAt.getTime() + lapsesAfterHours * HOUR_MS),
    });
    if (canWait) {
      const createdAt = new Date(now.getTime() - (2 + place) * 1_800_000);
      const waiting = { payload: JSON.stringify(first.payload), reason: reasons[0] ?? null };
      await db
        .insertInto('changeRequest')
        .values({ ...valuesOf(first, createdAt), ...waiting })
        .execute();
    }
    for (const [index, changeState] of ENDS.entries()) {
      if (changeState === 'LAPSED' && lapsesAfterHours === undefined) continue;
      const subject = rows[(index + 1) % rows.length] ?? first;
      const createdAt = new Date(now.getTime() - (8 + place * 3 + index * 9) * 24 * HOUR_MS);
      const decidedAt = new Date(createdAt.getTime() + 4 * HOUR_MS);
      const decidedBy = { APPROVED: checker, REJECTED: checker, WITHDRAWN: MAKER, LAPSED: null }[changeState];
      await db
        .insertInto('changeRequest')
        .values({
          ...valuesOf(subject, createdAt),
          payload: null,
          changeState,
          reason: reasons[index % reasons.length] ?? null,
          decidedBy,
          decidedAt: decidedBy === null ? null : decidedAt,
          decisionReason: changeState === 'REJECTED' ? 'Nothing proves it' : null,
        })
        .execute();
    }
  }
}
