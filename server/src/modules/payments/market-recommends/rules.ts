import { marketRecommend } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import type { RuleFamily } from '../../platform/rules/index.ts';
import { countsBySlot, percent } from './statistics.ts';

type Rule = marketRecommend.RecommendRule;

const same = (one: readonly (string | number)[], other: readonly (string | number)[]): boolean =>
  one.length === other.length && one.every((value) => other.includes(value));
const startsBefore = (one: Rule, other: Rule): boolean =>
  one.startAt === null || other.endAt === null || Date.parse(one.startAt) < Date.parse(other.endAt);

/** What is recommended where; nothing without a slot. */
export const recommendFamily: RuleFamily<Rule> = {
  key: 'supermarket.recommend',
  title: { en: 'Recommendation', zh: '贷超推荐' },
  contract: { ...marketRecommend, value: marketRecommend.recommendRule },
  page: '/AdminContent/LoanSupermarketSystem/LoanSupermarketRecommendProductManagement',
  codes: {
    save: 'supermarket:recommend:save',
    state: 'supermarket:recommend:publish',
    audit: 'supermarket:config:audit',
  },
  overlaps: (one, other) =>
    one.scene === other.scene &&
    same(one.modelLevels, other.modelLevels) &&
    same(one.vipLevelNos, other.vipLevelNos) &&
    same(one.refuseCodes, other.refuseCodes) &&
    startsBefore(one, other) &&
    startsBefore(other, one),
  simulate: null,
  async check(db, merchantNo, { marketProductNos, refuseCodes }) {
    await refuseUnknownCodes(db, refuseCodes);
    const shelved = await db
      .selectFrom('partnerProduct as p')
      .innerJoin('partnerPlatform as f', 'f.platformCode', 'p.platformCode')
      .select('p.marketProductNo')
      .where('f.merchantNo', '=', merchantNo)
      .where('f.isEnabled', '=', true)
      .where('p.productStatus', '=', 'ON_SHELF')
      .where('p.dailyApplyCap', '<>', 0)
      .where('p.marketProductNo', 'in', marketProductNos)
      .execute();
    const known = new Set(shelved.map(({ marketProductNo }) => marketProductNo));
    const off = marketProductNos.filter((no) => !known.has(no));
    if (off.length > 0) {
      throw new AppError('MARKET_PRODUCT_OFF', {
        facts: { products: off.join(', ') },
        fields: ['value.marketProductNos'],
      });
    }
  },
  async decorate(rows, { db }) {
    const nos = [...new Set(rows.flatMap(({ value }) => value.marketProductNos))];
    const names = await namesOf(db, nos);
    const figures = await figuresOf(db, nos);
    const bySlot = await countsBySlot(
      db,
      rows.map(({ ruleId }) => ruleId),
    );
    return new Map(
      rows.map(({ ruleId, value }) => {
        const sum = (field: keyof Figures) =>
          value.marketProductNos.reduce((total, no) => total + (figures.get(no)?.[field] ?? 0), 0);
        const { shown, clicks, applied } = bySlot.get(ruleId) ?? { shown: 0, clicks: 0, applied: 0 };
        const [reported, approved] = [sum('reported'), sum('approved')];
        return [
          ruleId,
          {
            productNames: value.marketProductNos.map((no) => names.get(no) ?? no),
            shown,
            clicks,
            clickPercent: percent(clicks, shown),
            applyPercent: percent(applied, clicks),
            approvedPercent: percent(approved, reported),
            incomeCents: sum('incomeCents'),
          },
        ];
      }),
    );
  },
};

/** A slot for a code that nobody declines with would show nothing, and say nothing. @throws AppError REFERENCE_UNKNOWN */
async function refuseUnknownCodes(db: Queryable, refuseCodes: readonly string[]): Promise<void> {
  if (refuseCodes.length === 0) return;
  const known = await db
    .selectFrom('refuseCode')
    .select('refuseCode')
    .where('refuseCode', 'in', [...refuseCodes])
    .execute();
  if (known.length < new Set(refuseCodes).size)
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['value.refuseCodes'] });
}

interface Figures {
  readonly reported: number;
  readonly approved: number;
  readonly incomeCents: number;
}

async function namesOf(db: Queryable, nos: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (nos.length === 0) return new Map();
  const found = await db
    .selectFrom('partnerProduct')
    .select(['marketProductNo', 'productName'])
    .where('marketProductNo', 'in', nos)
    .execute();
  return new Map(found.map(({ marketProductNo, productName }) => [marketProductNo, productName]));
}

async function figuresOf(db: Queryable, nos: readonly string[]): Promise<ReadonlyMap<string, Figures>> {
  const { rows } = await sql<Figures & { readonly marketProductNo: string }>`
    select market_product_no, sum(partner_applied)::int as reported, sum(approved)::int as approved,
      coalesce(sum(due_cents) filter (where day_status <> 'OPEN'), 0)::bigint as income_cents
    from partner_day where market_product_no = any(${[...nos]}::text[])
      and biz_date > ${addDays(businessDateOf(new Date()), -30)}
    group by 1`.execute(db);
  return new Map(rows.map(({ marketProductNo, ...figures }) => [marketProductNo, figures]));
}
