import type { marketRecommend, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandCall } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import type { RecommendedProduct } from '../../collections/node-notices/index.ts';
import { vipLevelOf } from '../../lending/vip-levels/index.ts';
import { keepEvents, shownProducts } from '../market-products/index.ts';
import { blockOf } from './preview.ts';
import { recommend } from './recommend.ts';

async function merchantOf({ tx, caller }: CommandCall, customerNo: string): Promise<string> {
  const found = await tx
    .selectFrom('customer')
    .select('merchantNo')
    .where('customerNo', '=', customerNo)
    .executeTakeFirst();
  if (!found || !seesMerchant(caller.scope, found.merchantNo)) throw new AppError('CUSTOMER_NOT_FOUND');
  return found.merchantNo;
}

/** What is recommended to a customer at a place, by the newest application and the VIP level; null for nothing. */
async function recommendedTo(
  db: Queryable,
  asked: {
    readonly customerNo: string;
    readonly merchantNo: string;
    readonly scene: marketRecommend.RecommendRule['scene'];
    readonly language?: string | undefined;
  },
  at: Date,
) {
  const { customerNo, merchantNo, scene, language } = asked;
  if ((await blockOf(db, customerNo, at)) !== null) return null;
  const order = await db
    .selectFrom('loanOrder')
    .select(['modelLevel', 'refuseCode'])
    .where('customerNo', '=', customerNo)
    .orderBy('applyTime', 'desc')
    .limit(1)
    .executeTakeFirst();
  const vipLevelNo = await vipLevelOf(db, customerNo, at);
  const audience = { modelLevel: order?.modelLevel ?? null, refuseCode: order?.refuseCode ?? null, vipLevelNo };
  return await recommend(db, { merchantNo, scene, audience, ...(language !== undefined && { language }) }, at);
}

/**
 * What a customer’s app shows at a place, and that it showed it.
 * @throws AppError CUSTOMER_NOT_FOUND
 */
export async function recommendTo(
  { customerNo, scene, language }: ParsedRequestOf<typeof marketRecommend.forCustomer>,
  call: CommandCall,
): Promise<ReplyOf<typeof marketRecommend.forCustomer>> {
  const { tx } = call;
  const at = new Date();
  const merchantNo = await merchantOf(call, customerNo);
  const found = await recommendedTo(tx, { customerNo, merchantNo, scene, language }, at);
  if (!found) return { slotCode: null, cards: [] };
  const marketProductNos = found.cards.map(({ marketProductNo }) => marketProductNo);
  await keepEvents(tx, { eventKind: 'SHOWN', marketProductNos, customerNo, ruleId: found.ruleId }, at);
  return { slotCode: found.ruleId, cards: found.cards };
}

/** The first product that a customer is recommended, as a text names it. A text is no card: it does not count as shown. */
export const recommendedProduct: RecommendedProduct = async (db, { customerNo, scene, language }, at) => {
  const { merchantNo } = await db
    .selectFrom('customer')
    .select('merchantNo')
    .where('customerNo', '=', customerNo)
    .executeTakeFirstOrThrow();
  const [card] = (await recommendedTo(db, { customerNo, merchantNo, scene, language }, at))?.cards ?? [];
  if (card === undefined) return null;
  const { marketProductNo, productName, platformName } = card;
  return { marketProductNo, name: `${productName} (${platformName})` };
};

/** The shelf as a customer of a level sees it. @throws AppError CUSTOMER_NOT_FOUND */
export async function shelfFor(
  { customerNo, language }: ParsedRequestOf<typeof marketRecommend.shelf>,
  { db, caller }: Call,
): Promise<ReplyOf<typeof marketRecommend.shelf>> {
  const at = new Date();
  const found = await db
    .selectFrom('customer')
    .select('merchantNo')
    .where('customerNo', '=', customerNo)
    .executeTakeFirst();
  if (!found || !seesMerchant(caller.scope, found.merchantNo)) throw new AppError('CUSTOMER_NOT_FOUND');
  if ((await blockOf(db, customerNo, at)) !== null) return [];
  const vipLevelNo = await vipLevelOf(db, customerNo, at);
  return await shownProducts(db, found.merchantNo, { at, vipLevelNo, language });
}

/** What a customer did with a card. @throws AppError CUSTOMER_NOT_FOUND, REFERENCE_UNKNOWN */
export async function noteEvent(
  { customerNo, slotCode, marketProductNo, eventKind, partnerReference }: ParsedRequestOf<typeof marketRecommend.event>,
  call: CommandCall,
): Promise<ReplyOf<typeof marketRecommend.event>> {
  const { tx } = call;
  const merchantNo = await merchantOf(call, customerNo);
  const product = await tx
    .selectFrom('partnerProduct as p')
    .innerJoin('partnerPlatform as f', 'f.platformCode', 'p.platformCode')
    .select('p.marketProductNo')
    .where('p.marketProductNo', '=', marketProductNo)
    .where('f.merchantNo', '=', merchantNo)
    .executeTakeFirst();
  if (!product) throw new AppError('REFERENCE_UNKNOWN', { fields: ['marketProductNo'] });
  const slot =
    slotCode === null
      ? null
      : await tx
          .selectFrom('configRule')
          .select('ruleId')
          .where('ruleId', '=', slotCode)
          .where('configKey', '=', 'supermarket.recommend')
          .where('merchantNo', '=', merchantNo)
          .executeTakeFirst();
  if (slot === undefined) throw new AppError('REFERENCE_UNKNOWN', { fields: ['slotCode'] });
  const at = new Date();
  const happened = {
    eventKind,
    marketProductNos: [marketProductNo],
    customerNo,
    ruleId: slotCode,
    partnerReference: partnerReference ?? null,
  };
  await keepEvents(tx, happened, at);
  return { marketProductNo };
}
