import { marketProduct, type ParsedRequestOf, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { defineList } from '../../../lists/index.ts';
import { readHistory } from '../../platform/audit/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { appliedOn } from './events.ts';
import { logoUrl } from './logos.ts';
import { cardOf, hiddenProducts } from './shelf.ts';

type Row = marketProduct.MarketProductRow;
/** A day's hourly checks. */
const CHECKS_SHOWN = 24;

const appliedToday = () => appliedOn(businessDateOf(new Date()));

/** Partners' products of the caller's merchants. */
export const marketProductsOf = defineList(
  marketProduct.page,
  (db) => db.selectFrom('partnerProduct as p').innerJoin('partnerPlatform as f', 'f.platformCode', 'p.platformCode'),
  (by) => ({
    scope: by.ofMerchants('f.merchantNo'),
    key: 'p.marketProductNo',
    filters: {
      marketProductNo: by.contains('p.marketProductNo'),
      productName: by.contains('p.productName'),
      platformCode: by.is('p.platformCode'),
      billingMode: (mode) => sql<boolean>`(p.unit_price_cents is not null) = ${mode === 'CPA'}`,
      productStatus: by.is('p.productStatus'),
      linkHealth: by.is('p.linkHealth'),
      vipLevelNo: by.is('p.vipLevelNo'),
    },
    sorts: { sort: 'p.sort', productName: 'p.productName', appliedToday: appliedToday() },
    first: [['p.sort', 'asc']],
    select: (query) =>
      query
        .selectAll('p')
        .select(['f.platformName', 'f.merchantNo', appliedToday().as('appliedToday')])
        .select(
          sql<boolean>`exists (select from change_request q where q.subject_no = p.market_product_no
            and q.kind = 'marketProduct.onShelf' and q.change_state = 'PENDING')`.as('hasWaitingChange'),
        ),
    row: ({ linkCheckedAt, ...row }, { caller }): Row => {
      const { productStatus, hasWaitingChange, unitPriceCents } = row;
      const may = (code: string) => caller.codes.has(`supermarket:product:${code}`);
      const isOn = productStatus === 'ON_SHELF';
      const can: [Row['allowedActions'][number], boolean][] = [
        ['onShelf', may('onShelf') && !isOn && !hasWaitingChange],
        ['update', may('save') && !isOn && !hasWaitingChange],
        ['offShelf', may('offShelf') && isOn],
        ['checkLink', may('save')],
      ];
      return {
        ...row,
        billingMode: unitPriceCents === null ? 'CPS' : 'CPA',
        linkCheckedAt: linkCheckedAt?.toISOString() ?? null,
        // Readable by anybody while customers see it; by nobody else.
        logoUrl: isOn ? logoUrl(row.logo) : null,
        allowedActions: can.filter(([, is]) => is).map(([action]) => action),
      };
    },
  }),
);

/** A product with the recommendations in force that name it. @throws AppError NOT_FOUND */
export async function readProduct({ marketProductNo }: { readonly marketProductNo: string }, call: Call) {
  const row = await marketProductsOf.one(marketProductNo, call);
  const { rows } = await sql<{ readonly slot: string }>`
    select distinct v.value ->> 'ruleName' as slot from config_version_now v
    where v.config_key = 'supermarket.recommend' and v.version_status = 'IN_FORCE'
      and v.value -> 'marketProductNos' ? ${marketProductNo} order by 1`.execute(call.db);
  const checks = await call.db
    .selectFrom('partnerLinkCheck as k')
    .leftJoin('appUser as u', 'u.userNo', 'k.checkedBy')
    .leftJoin('partnerLinkPage as g', 'g.pageHash', 'k.pageHash')
    .select(['k.at', 'k.isHealthy', 'k.statusCode', 'k.tookMs', 'k.contentType', 'k.redirectTo'])
    .leftJoin('partnerLinkPicture as i', 'i.pageHash', 'k.pageHash')
    .select(['i.pageHash as pictureOf', 'i.takenAt as pictureAt'])
    .select(['g.pageTitle', 'g.pageText', 'g.firstSeenAt as pageSince', 'u.realName as checkedByName'])
    .where('k.marketProductNo', '=', marketProductNo)
    .orderBy('k.checkId', 'desc')
    .limit(CHECKS_SHOWN)
    .execute();
  return {
    row,
    slots: rows.map(({ slot }) => slot),
    checks: checks.map((one) => ({
      ...one,
      at: one.at.toISOString(),
      pageSince: one.pageSince?.toISOString() ?? null,
      pictureAt: one.pictureAt?.toISOString() ?? null,
    })),
    history: await readHistory(call.db, 'marketProduct', marketProductNo),
  };
}

/** A product as customers of its level read it, and what hides it from them. @throws AppError NOT_FOUND */
export async function previewProduct(
  { marketProductNo, language }: ParsedRequestOf<typeof marketProduct.preview>,
  call: Call,
): Promise<ReplyOf<typeof marketProduct.preview>> {
  const { vipLevelNo } = await marketProductsOf.one(marketProductNo, call);
  const [hidden] = await hiddenProducts(call.db, [marketProductNo], { at: new Date(), vipLevelNo });
  return { card: await cardOf(call.db, marketProductNo, language), hidden: hidden?.reason ?? null };
}

/** What a VIP level opens of the caller's merchants: nothing of another's. */
export async function openedBy(
  { merchantNo, levelNo }: ParsedRequestOf<typeof marketProduct.opened>,
  { db, caller }: Call,
): Promise<ReplyOf<typeof marketProduct.opened>> {
  const merchantNos = merchantsSeen(caller.scope);
  if (merchantNos !== null && !merchantNos.includes(merchantNo)) return [];
  return await db
    .selectFrom('partnerProduct as p')
    .innerJoin('partnerPlatform as f', 'f.platformCode', 'p.platformCode')
    .select(['p.marketProductNo', 'p.productName', 'p.productStatus'])
    .where('f.merchantNo', '=', merchantNo)
    .where('p.vipLevelNo', '=', levelNo)
    .orderBy('p.sort')
    .orderBy('p.marketProductNo')
    .execute();
}

/** Partners whose books are the caller's merchants'. */
export async function platformsSeen({ db, caller }: Call) {
  const merchantNos = merchantsSeen(caller.scope);
  return await db
    .selectFrom('partnerPlatform')
    .select(['platformCode', 'platformName', 'isEnabled'])
    .$if(merchantNos !== null, (query) => query.where('merchantNo', 'in', [...(merchantNos ?? []), '']))
    .orderBy('platformName')
    .execute();
}
