import { autoRule } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Reading } from '../../../lists/index.ts';
import { hasRules, type RuleFamily, type RuleInForce, rulesAt, type Simulated } from '../../platform/rules/index.ts';

export type Rule = autoRule.AutoWriteOffRule;

/** Which payments of a merchant are allocated by the system; without a rule each that a repayment code or virtual number matches. */
export const autoWriteOffFamily: RuleFamily<Rule> = {
  key: 'afterLoan.autoWriteOff',
  title: { en: 'Automatic allocation of payments', zh: '自动核销金额' },
  contract: {
    value: autoRule.autoWriteOffRule,
    page: autoRule.writeOffPage,
    exportList: autoRule.writeOffExport,
    detail: autoRule.writeOffDetail,
    save: autoRule.writeOffSave,
    state: autoRule.writeOffState,
    dryRun: autoRule.writeOffDryRun,
    runPage: autoRule.writeOffRunPage,
  },
  page: '/AdminContent/AfterLoanSystem/AutoWriteOffAmountConfig',
  codes: {
    save: 'afterLoan:autoWriteOff:save',
    state: 'afterLoan:autoWriteOff:save',
    audit: 'afterLoan:autoWriteOff:audit',
  },
  overlaps: (one, other) =>
    one.paymentChannel === other.paymentChannel &&
    one.minAmountCents <= other.maxAmountCents &&
    other.minAmountCents <= one.maxAmountCents,
  async check(_db, _merchantNo, { minAmountCents, maxAmountCents }) {
    if (minAmountCents >= maxAmountCents) throw new AppError('AMOUNT_RANGE', { fields: ['value.minAmountCents'] });
    await Promise.resolve();
  },
  simulate: simulateAutoWriteOff,
  decorate: autoShares,
};

/** The rules of a channel; one of that channel goes before one of all. */
export const ofChannel = (rules: readonly RuleInForce<Rule>[], channel: string, cents: number) => {
  const within = rules.filter(
    ({ value }) =>
      (value.paymentChannel ?? channel) === channel && value.minAmountCents <= cents && cents <= value.maxAmountCents,
  );
  return within.find(({ value }) => value.paymentChannel !== null) ?? within[0] ?? null;
};

/** How a payment (f) was matched to its loan (o), as SQL. */
export const matchKeyOf = sql<Rule['matchKeys'][number]>`(case
  when f.account_reference is null then 'PHONE_AND_PAYOFF'
  when upper(replace(f.account_reference, ' ', '')) = o.repayment_code then 'REPAYMENT_CODE'
  when exists (select from virtual_account v where v.order_no = o.order_no
    and v.virtual_no = replace(f.account_reference, ' ', '')) then 'VIRTUAL_ACCOUNT'
  else 'PHONE_AND_PAYOFF' end)`;

const WEEK_MS = 7 * 86_400_000;
const SHOWN = 200;

/**
 * What a payment was beyond what its loan owed: what its use left as credit, or for one that waits, what it is above
 * what the loan owes now.
 */
const surplusCents = sql<number>`coalesce(
  (select sum(a.surplus_cents) from payment_application a
    where a.flow_no = f.flow_no and a.application_status = 'LIVE'),
  greatest(0, f.amount_cents - (select coalesce(sum(x.outstanding_cents + x.claim_cents), 0)
    from bill b join bill_balance x using (bill_no) where b.order_no = f.order_no)))::bigint`;

/**
 * The payments of the last 7 days that belong to a loan: which the rules would allocate, by amount, key and surplus. One
 * that waits for contact hours or for a draft is allocated all the same, later.
 */
async function simulateAutoWriteOff(db: Queryable, { merchantNo, ruleId, value }: Simulated<Rule>, now: Date) {
  const flows = await db
    .selectFrom('paymentFlow as f')
    .innerJoin('loanOrder as o', 'o.orderNo', 'f.orderNo')
    .select(['f.flowNo', 'f.amountCents', 'f.paymentChannel'])
    .select([matchKeyOf.as('matchKey'), surplusCents.as('surplusCents')])
    .where('f.merchantNo', '=', merchantNo)
    .where('f.receivedAt', '>', new Date(now.getTime() - WEEK_MS))
    .orderBy('f.receivedAt', 'desc')
    .limit(5_000)
    .execute();
  const inForce = await rulesAt(db, autoWriteOffFamily, now, merchantNo);
  const draft = { ruleId: ruleId ?? '', merchantNo, versionNo: 0, value, makerUserNo: '', checkerUserNo: '' };
  const drafted = [draft, ...inForce.filter((one) => one.ruleId !== ruleId)];
  const isOn = inForce.length > 0 || (await hasRules(db, autoWriteOffFamily, now, merchantNo));
  const passes = (rules: readonly RuleInForce<Rule>[], flow: (typeof flows)[number]) => {
    const rule = ofChannel(rules, flow.paymentChannel, flow.amountCents)?.value;
    return rule !== undefined && rule.matchKeys.includes(flow.matchKey) && !isAbove(rule, flow.surplusCents);
  };
  const seen = flows.map(({ flowNo, amountCents, ...flow }) => ({
    subjectNo: flowNo,
    amountCents,
    outcome: passes(drafted, { flowNo, amountCents, ...flow }) ? 'APPLIED' : null,
    outcomeInForce: (isOn ? passes(inForce, { flowNo, amountCents, ...flow }) : flow.matchKey !== 'PHONE_AND_PAYOFF')
      ? 'APPLIED'
      : null,
  }));
  const matched = seen.filter(({ outcome }) => outcome !== null);
  // What would end differently first.
  const items = seen.toSorted(
    (one, other) => Number(one.outcome === one.outcomeInForce) - Number(other.outcome === other.outcomeInForce),
  );
  return {
    considered: seen.length,
    matched: matched.length,
    amountCents: matched.reduce((sum, { amountCents }) => sum + amountCents, 0),
    matchedInForce: seen.filter(({ outcomeInForce }) => outcomeInForce !== null).length,
    items: items.slice(0, SHOWN),
  };
}

/** Whether more is left over than a rule lets through. */
export const isAbove = ({ surplusMaxCents: most }: Pick<Rule, 'surplusMaxCents'>, leftOverCents: number): boolean =>
  most !== null && leftOverCents > most;

/** Of a merchant's payments of 30 days: the percentage that each rule allocated. */
async function autoShares(rows: readonly { readonly ruleId: string }[], { db }: Pick<Reading, 'db'>) {
  const ruleIds = rows.map(({ ruleId }) => ruleId);
  const found = await sql<{ ruleId: string; autoShare: number | null }>`
    SELECT r.rule_id, round(100.0 * (SELECT count(*) FROM config_rule_item i WHERE i.rule_id = r.rule_id
        AND i.run_at > now() - interval '30 days')
      / nullif((SELECT count(*) FROM payment_flow f WHERE f.merchant_no = r.merchant_no
        AND f.received_at > now() - interval '30 days'), 0))::int AS auto_share
    FROM config_rule r WHERE r.rule_id = ANY(${ruleIds})`.execute(db);
  return new Map(found.rows.map(({ ruleId, autoShare }) => [ruleId, { autoShare }]));
}
