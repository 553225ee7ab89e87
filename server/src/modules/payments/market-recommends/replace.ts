import type { marketRecommend, ParsedRequestOf } from '@kituo/sdk/contracts';
import type { CommandCall } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { rulesAt, saveRule } from '../../platform/rules/index.ts';
import { recommendFamily } from './rules.ts';

/** Every slot of the caller's merchants that names a product gets a version with another one in its place. */
export async function replaceProduct(
  { fromProductNo, toProductNo, effectiveFrom, reason }: ParsedRequestOf<typeof marketRecommend.replace>,
  call: CommandCall,
): Promise<{ readonly slots: string[] }> {
  const rules = await rulesAt(call.tx, recommendFamily, new Date());
  const slots: string[] = [];
  for (const { ruleId, merchantNo, value } of rules) {
    if (!seesMerchant(call.caller.scope, merchantNo) || !value.marketProductNos.includes(fromProductNo)) continue;
    // Where the other product stands in the slot already, the first place counts.
    const placed = value.marketProductNos.map((no) => (no === fromProductNo ? toProductNo : no));
    const next = { ...value, marketProductNos: [...new Set(placed)] };
    await saveRule(recommendFamily, { ruleId, merchantNo, value: next, effectiveFrom, reason }, call);
    slots.push(value.ruleName);
  }
  return { slots };
}
