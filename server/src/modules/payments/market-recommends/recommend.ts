import type { marketRecommend } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { rulesAt } from '../../platform/rules/index.ts';
import { shownProducts } from '../market-products/index.ts';
import { type Alike, approvedAlike } from './alike.ts';
import { recommendFamily } from './rules.ts';

type Rule = marketRecommend.RecommendRule;

/** What a slot's audience is asked of a customer; null where nothing is known. */
export interface Audience {
  readonly modelLevel: string | null;
  readonly vipLevelNo: number | null;
  readonly refuseCode: string | null;
}

const meets = <One>(wanted: readonly One[], held: One | null): boolean =>
  wanted.length === 0 || (held !== null && wanted.includes(held));

/** Pure: whether a slot is for a customer at a moment. */
export function speaksTo(rule: Rule, { modelLevel, vipLevelNo, refuseCode }: Audience, at: Date): boolean {
  return (
    (rule.startAt === null || Date.parse(rule.startAt) <= at.getTime()) &&
    (rule.endAt === null || at.getTime() < Date.parse(rule.endAt)) &&
    meets(rule.modelLevels, modelLevel) &&
    meets(rule.vipLevelNos, vipLevelNo) &&
    meets(rule.refuseCodes, refuseCode)
  );
}

/** The slot that applies to a customer at a place, with those of its products that can be shown now. */
export async function recommend(
  db: Queryable,
  asked: {
    readonly merchantNo: string;
    readonly scene: Rule['scene'];
    readonly audience: Audience;
    readonly language?: string;
  },
  at: Date,
) {
  const { merchantNo, scene, audience } = asked;
  const rules = await rulesAt(db, recommendFamily, at, merchantNo);
  const rule = rules
    .filter(({ value }) => value.scene === scene && speaksTo(value, audience, at))
    .toSorted((one, other) => one.value.sort - other.value.sort)[0];
  if (!rule) return null;
  const { marketProductNos, rotation, maxShown, ruleName, modelLevels, vipLevelNos, refuseCodes } = rule.value;
  const shown = await shownProducts(db, merchantNo, { at, vipLevelNo: audience.vipLevelNo, language: asked.language });
  const cards = marketProductNos.flatMap((no) => shown.filter(({ marketProductNo }) => marketProductNo === no));
  const alike =
    rotation === 'FIXED'
      ? new Map<string, Alike>()
      : await approvedAlike(db, { marketProductNos, modelLevel: audience.modelLevel }, at);
  const rateOf = ({ marketProductNo, approvalPercent }: (typeof cards)[number]) =>
    alike.get(marketProductNo)?.approvedPercent ?? approvalPercent ?? -1;
  const ordered = rotation === 'FIXED' ? cards : cards.toSorted((one, other) => rateOf(other) - rateOf(one));
  return {
    ruleId: rule.ruleId,
    ruleName,
    rotation,
    marketProductNos,
    // What of the customer the slot asked for.
    matched: {
      modelLevel: modelLevels.length > 0 ? audience.modelLevel : null,
      vipLevelNo: vipLevelNos.length > 0 ? audience.vipLevelNo : null,
      refuseCode: refuseCodes.length > 0 ? audience.refuseCode : null,
    },
    cards: ordered.slice(0, maxShown),
    alike: [...alike.values()],
    overMax: ordered.slice(maxShown).map(({ marketProductNo, productName }) => ({ marketProductNo, productName })),
  };
}
