import { autoRule } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Reading } from '../../../lists/index.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { type RuleFamily, type RuleInForce, rulesAt, type Simulated } from '../../platform/rules/index.ts';
import { type Component, COMPONENTS } from '../../platform/ledger/index.ts';
import { productNamesOf, productsElsewhere, shareProducts } from '../../lending/product-rules/index.ts';

export type Rule = autoRule.AutoSettleRule;

/** When bills with next to nothing on them are closed by the system; without a rule never. */
export const autoSettleFamily: RuleFamily<Rule> = {
  key: 'afterLoan.autoSettle',
  title: { en: 'Automatic zero settlement', zh: '自动零额结清' },
  contract: {
    value: autoRule.autoSettleRule,
    page: autoRule.settlePage,
    exportList: autoRule.settleExport,
    detail: autoRule.settleDetail,
    save: autoRule.settleSave,
    state: autoRule.settleState,
    dryRun: autoRule.settleDryRun,
    runPage: autoRule.settleRunPage,
  },
  page: '/AdminContent/AfterLoanSystem/AutoSettlementConfig',
  codes: { save: 'afterLoan:autoSettle:save', state: 'afterLoan:autoSettle:save', audit: 'afterLoan:autoSettle:audit' },
  overlaps: shareProducts,
  async check(_db, _merchantNo, { components }) {
    const fixed = components.find((one) => one === 'PRINCIPAL' || one === 'EXCISE');
    if (fixed !== undefined) throw new AppError('NOT_WAIVABLE', { fields: ['value.components'] });
    await Promise.resolve();
  },
  simulate: simulateAutoSettle,
  decorate,
};

export interface Candidate {
  readonly billNo: string;
  readonly orderNo: string;
  readonly outstandingCents: number;
  /** Credit goes before a waiver. */
  readonly outcome: 'ZERO' | 'CREDIT' | 'WAIVER';
}

interface Which {
  readonly merchantNo: string;
  readonly rule: Rule;
  /** Of products that another rule speaks of. */
  readonly except: readonly string[];
}

/** The bills that a rule speaks of beside the other rules. */
export function whichOf(
  rule: Rule,
  all: readonly RuleInForce<Rule>[],
  merchantNo: string,
  ruleId: string | null,
): Which {
  const others = all.filter((one) => one.merchantNo === merchantNo && one.ruleId !== ruleId);
  return {
    merchantNo,
    rule,
    except: productsElsewhere(
      rule,
      others.map(({ value }) => value),
    ),
  };
}

const centsOf = (component: Component) => sql.ref(`bb.${component.toLowerCase()}_cents`);
const A_TURN = 500;

/**
 * Bills that a rule closes: the oldest open one of its loan, with nothing owed, a rest that a surplus pays, or a rest
 * that a payment left and the rule waives. What it cannot close is not among them: it would be in the way of others.
 */
export async function candidates(
  db: Queryable,
  { merchantNo, rule, except }: Which,
  most = A_TURN,
): Promise<Candidate[]> {
  const { residualMaxCents, useCredit, productNos, components } = rule;
  const mayGo: ReadonlySet<string> = new Set(components);
  const kept = COMPONENTS.filter((one) => !mayGo.has(one)).map(centsOf);
  const { rows } = await sql<Candidate>`
    select b.bill_no, b.order_no, bb.outstanding_cents, how.outcome
    from bill b join bill_balance bb using (bill_no) join loan_order o using (order_no)
    cross join lateral (select case
      when bb.outstanding_cents = 0 then 'ZERO'
      when ${useCredit} and exists (select from payment_flow f where f.customer_no = o.customer_no
        and f.credited_cents >= bb.outstanding_cents) then 'CREDIT'
      when bb.outstanding_cents <= ${residualMaxCents} and ${sql.join(kept, sql` + `)} = 0
        and exists (select from payment_application a where a.order_no = b.order_no and a.application_status = 'LIVE')
        then 'WAIVER' end as outcome) how
    where b.merchant_no = ${merchantNo} and b.bill_status = 'ACTIVE' and o.order_status = 'DISBURSED'
      and (cardinality(${productNos}::text[]) = 0 or o.product_no = any(${productNos}::text[]))
      and o.product_no <> all(${except}::text[]) and how.outcome is not null
      and not exists (select from bill e where e.order_no = b.order_no and e.bill_status = 'ACTIVE'
        and (e.due_date, e.bill_no) < (b.due_date, b.bill_no))
    order by b.bill_no limit ${most}`.execute(db);
  return rows;
}

const SHOWN = 200;
const SIMULATED = 5_000;

async function simulateAutoSettle(db: Queryable, { merchantNo, ruleId, value }: Simulated<Rule>, now: Date) {
  const rules = await rulesAt(db, autoSettleFamily, now, merchantNo);
  const found = await candidates(db, whichOf(value, rules, merchantNo, ruleId), SIMULATED);
  const held = rules.find((one) => one.ruleId === ruleId)?.value;
  const today = held ? await candidates(db, whichOf(held, rules, merchantNo, ruleId), SIMULATED) : [];
  const already = new Map(today.map(({ billNo, outcome }) => [billNo, outcome]));
  const fresh = new Map(found.map(({ billNo, outcome }) => [billNo, outcome]));
  const kept = today.filter(({ billNo }) => !fresh.has(billNo));
  const restCents = found
    .filter(({ outcome }) => outcome === 'WAIVER')
    .reduce((sum, { outstandingCents }) => sum + outstandingCents, 0);
  return {
    considered: found.length + kept.length,
    matched: found.length,
    amountCents: Math.min(restCents, value.dailyCapCents),
    matchedInForce: today.length,
    items: [...found, ...kept].slice(0, SHOWN).map(({ billNo, outstandingCents }) => ({
      subjectNo: billNo,
      amountCents: outstandingCents,
      outcome: fresh.get(billNo) ?? null,
      outcomeInForce: already.get(billNo) ?? null,
    })),
  };
}

/** Names of products, and what each rule closed and waived yesterday. */
async function decorate(
  rows: readonly { readonly ruleId: string; readonly value: Rule }[],
  reading: Pick<Reading, 'db'>,
) {
  const today = businessDateOf(new Date());
  const from = startOfBusinessDate(addDays(today, -1));
  const until = startOfBusinessDate(today);
  const ruleIds = rows.map(({ ruleId }) => ruleId);
  const { rows: sums } = await sql<{ ruleId: string; closed: number; waived: number }>`
    select rule_id, count(*) as closed,
      coalesce(sum(amount_cents) filter (where outcome = 'WAIVER'), 0)::bigint as waived
    from config_rule_item where rule_id = any(${ruleIds}) and run_at >= ${from} and run_at < ${until}
      and outcome <> 'CAP'
    group by rule_id`.execute(reading.db);
  const names = await productNamesOf(rows, reading);
  return new Map(
    rows.map(({ ruleId }) => {
      const sum = sums.find((one) => one.ruleId === ruleId);
      const yesterday = { closedYesterday: sum?.closed ?? 0, waivedYesterdayCents: sum?.waived ?? 0 };
      return [ruleId, { ...names.get(ruleId), ...yesterday }];
    }),
  );
}
