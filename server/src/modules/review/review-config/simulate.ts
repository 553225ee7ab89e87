import { type ParsedRequestOf, type ReplyOf, type reviewConfig, reviewRules } from '@kituo/sdk/contracts';
import type { Call } from '../../../http/implement.ts';
import { ordersWithin, productTerms } from '../../lending/orders/index.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { findRules } from './rows.ts';
import { scopesOf } from './scope.ts';
import { rulesFor } from './snapshot.ts';
import { tabOf } from './tabs.ts';

const SAMPLE = 20;
/** So many of yesterday's orders are looked at. */
const LOOKED_AT = 2_000;

type Rules = Awaited<ReturnType<typeof rulesFor>>;

function namesOf(steps: readonly reviewRules.ReviewStep[], lang: Call['lang']): string {
  return steps.map(({ stepName, stepNameZh }) => (lang === 'zh' ? (stepNameZh ?? stepName) : stepName)).join(', ');
}

/** What of a tab's rules an order would be assigned with, in a few words. */
function wordsOf(tab: reviewConfig.RulesTab, value: unknown, lang: Call['lang']): string {
  switch (tab) {
    case 'ALLOCATION':
      return `${reviewRules.allocationRules.parse(value).leaseMinutes} min`;
    case 'STEPS':
      return namesOf(reviewRules.reviewSteps.parse(value), lang);
    case 'REJECT':
      return `${reviewRules.rejectRules.parse(value).returnDays} d`;
    case 'FACE': {
      const { scoreThreshold, compulsory } = reviewRules.faceRules.parse(value);
      return `${scoreThreshold} ${compulsory}`;
    }
    case 'AI':
      return reviewRules.aiRules.parse(value).aiMayDecide ? 'AI decides' : 'AI proposes';
  }
}

function presentWords(tab: reviewConfig.RulesTab, rules: Rules, lang: Call['lang']): string {
  switch (tab) {
    case 'ALLOCATION':
      return `${rules.leaseMinutes} min`;
    case 'STEPS':
      return namesOf(rules.steps, lang);
    case 'REJECT':
      return `${rules.returnDays} d`;
    case 'FACE':
      return `${rules.faceThreshold} ${rules.faceCompulsory}`;
    case 'AI':
      return rules.aiMayDecide ? 'AI decides' : 'AI proposes';
  }
}

/** Yesterday's orders by what they were reviewed by, and by what the version would have said. */
export async function simulateRules(
  { configNo }: ParsedRequestOf<typeof reviewConfig.simulate>,
  call: Call,
): Promise<ReplyOf<typeof reviewConfig.simulate>> {
  const record = await findRules(configNo, call);
  const tab = tabOf(record.configKey) ?? 'AI';
  const date = addDays(businessDateOf(new Date()), -1);
  const [from, until] = [startOfBusinessDate(date), startOfBusinessDate(addDays(date, 1))];
  const orders = await call.db
    .selectFrom('loanOrder')
    .select(['orderNo', 'merchantNo', 'productNo', 'loanType', 'terms'])
    .where(ordersWithin(call.caller.scope))
    .where('applyTime', '>=', from)
    .where('applyTime', '<', until)
    .orderBy('applyTime')
    .limit(LOOKED_AT)
    .execute();
  const wouldBe = wordsOf(tab, record.value, call.lang);
  const known = new Map<string, string>();
  const sample: { orderNo: string; was: string; wouldBe: string }[] = [];
  let affected = 0;
  for (const { terms, ...order } of orders) {
    const kind = `${order.merchantNo} ${order.productNo} ${order.loanType}`;
    const scopes = scopesOf(order);
    const mine = tab === 'STEPS' ? scopes.indexOf(record.subjectNo) : 0;
    if (mine < 0) continue;
    let was = known.get(kind);
    if (was === undefined) {
      const rules = await rulesFor(call.db, { ...order, terms: productTerms.parse(terms) }, until);
      // A narrower scope that holds today would go on winning over this version.
      const holder = tab === 'STEPS' && rules.stepsScope !== '' ? scopes.indexOf(rules.stepsScope) : Infinity;
      was = holder < mine ? wouldBe : presentWords(tab, rules, call.lang);
      known.set(kind, was);
    }
    if (was === wouldBe) continue;
    affected += 1;
    if (sample.length < SAMPLE) sample.push({ orderNo: order.orderNo, was, wouldBe });
  }
  return { date, orders: orders.length, affected, sample };
}
