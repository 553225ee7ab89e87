import { sql } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import { confirmDay, saveDay, settleDays } from '../modules/payments/partners/index.ts';
import type { marketRecommend, vipLevel } from '@kituo/sdk/contracts';
import { seedRule } from './rules.ts';
import { addDays, businessDateOf } from '../modules/platform/policy/index.ts';

/** Code, name, product, price of an approved application or basis points of what was lent. */
const PARTNERS = [
  ['PesaNow', 'PesaNow Capital', 'PesaNow Quick', 180_00, null],
  ['Mkopo', 'Mkopo Bora', 'Mkopo 90', null, 150],
  ['Dhamana', 'Dhamana Credit', 'Dhamana Logbook', 420_00, null],
] as const;
/** Name, place and order of what is recommended. */
const SLOTS = [
  ['After a machine refusal', 'MACHINE_REFUSED', 'BY_APPROVAL'],
  ['Home', 'HOME', 'FIXED'],
] as const;
/** Level, name, settled orders, on time in percent, days overdue at most, added to the limit. */
const LEVELS = [
  [0, 'Member', 1, 0, 365, 0],
  [1, 'Silver', 2, 80, 7, 500],
  [2, 'Gold', 3, 95, 2, 1_000],
] as const;
/** How many days are reported, the newest left open. */
const DAYS = 14;
const OPEN_DAYS = 3;

/**
 * Partners of the first merchant and what they reported of the last two weeks: a week is paid, a few days are
 * confirmed, the newest wait. Nothing where there are partners.
 */
export async function seedPartners(db: Database, now: Date): Promise<void> {
  const known = await db.selectFrom('partnerPlatform').select('platformCode').executeTakeFirst();
  const merchant = await db.selectFrom('merchant').select('merchantNo').orderBy('merchantNo').executeTakeFirst();
  const [maker, checker] = await db
    .selectFrom('appUser')
    .select('userNo')
    .where('userStatus', '=', 'NORMAL')
    .orderBy('userNo')
    .limit(2)
    .execute();
  if (known || !merchant || !maker || !checker) return;
  const { merchantNo } = merchant;
  const who = { makerUserNo: maker.userNo, userNo: checker.userNo, scope: 'all', at: now } as const;
  await db.transaction().execute(async (tx) => {
    const shelved: string[] = [];
    // Those below are on the shelf; a draft and one that was taken off stand beside them.
    const others = [
      ['Mkopo Salary', 'DRAFT', 'UNCHECKED'],
      ['Mkopo Boda', 'OFF_SHELF', 'BROKEN'],
    ] as const;
    await tx
      .insertInto('partnerPlatform')
      .values({
        platformCode: 'Fedha',
        platformName: 'Fedha Direct',
        merchantNo,
        settlementMode: 'CPA',
        licenceNo: 'DCP/09/2025',
        licenceExpiresOn: addDays(businessDateOf(now), 30),
        contactEmail: 'partners@fedha.example',
        isEnabled: false,
      })
      .execute();
    for (const [place, [platformCode, platformName, productName, unitPriceCents, shareBps]] of PARTNERS.entries()) {
      const settlementMode = unitPriceCents === null ? 'CPS' : 'CPA';
      await tx
        .insertInto('partnerPlatform')
        .values({
          platformCode,
          platformName,
          merchantNo,
          settlementMode,
          licenceNo: `DCP/0${place + 1}/2025`,
          licenceExpiresOn: addDays(businessDateOf(now), 200 + place * 60),
          baseUrl: `https://api.${platformCode.toLowerCase()}.example`,
          callbackUrl: `https://api.${platformCode.toLowerCase()}.example/kituo`,
          contactEmail: `settlement@${platformCode.toLowerCase()}.example`,
          callbackPassedAt: now,
          lastCallbackAt: now,
        })
        .execute();
      const { marketProductNo } = await tx
        .insertInto('partnerProduct')
        .values({
          platformCode,
          productName,
          otherNames: JSON.stringify(place === 0 ? { sw: 'PesaNow Haraka' } : {}),
          unitPriceCents,
          shareBps,
          minAmountCents: 1_000_00,
          maxAmountCents: (place + 2) * 15_000_00,
          minTermDays: 7,
          maxTermDays: (place + 1) * 30,
          annualRateBps: 9_000 + place * 1_500,
          feesText: 'Processing fee 5% of the amount, taken upfront',
          applyUrl: `https://apply.${platformCode.toLowerCase()}.example/start`,
          dailyApplyCap: place === 0 ? 200 : -1,
          sort: (place + 1) * 10,
          productStatus: 'ON_SHELF',
          linkHealth: 'HEALTHY',
          linkCheckedAt: now,
        })
        .returning('marketProductNo')
        .executeTakeFirstOrThrow();
      shelved.push(marketProductNo);
      if (platformCode === 'Mkopo') {
        await tx
          .insertInto('partnerProduct')
          .values(
            others.map(([name, productStatus, linkHealth]) => ({
              platformCode,
              productName: name,
              shareBps,
              feesText: 'No fees',
              applyUrl: 'https://apply.mkopo.example/other',
              productStatus,
              linkHealth,
              sort: 90,
            })),
          )
          .execute();
      }
      const paid: { partnerDayNo: string; dueCents: number }[] = [];
      for (let ago = DAYS; ago >= 1; ago -= 1) {
        const partnerApplied = 30 + ((ago * 7 + place * 5) % 23);
        const approved = 6 + ((ago + place) % 9);
        const day = await saveDay(tx, {
          marketProductNo,
          bizDate: addDays(businessDateOf(now), -ago),
          partnerApplied,
          approved,
          rejected: partnerApplied - approved - 2,
          disbursedCents: approved * 6_500_00,
          userNo: maker.userNo,
          scope: 'all',
          at: now,
        });
        await tx
          .updateTable('partnerDay')
          .set({ clicks: partnerApplied * 4, ourApplied: partnerApplied, reviewSource: 'API' })
          .where('partnerDayNo', '=', day.partnerDayNo)
          .execute();
        if (place === 0 && ago === 1) await sendOn(tx, day, merchantNo);
        if (ago === OPEN_DAYS + 1) await decide(tx, day, merchantNo, place);
        if (ago <= OPEN_DAYS) continue;
        await confirmDay(tx, day.partnerDayNo, who);
        if (ago > DAYS / 2) paid.push(day);
      }
      const amountCents = paid.reduce((sum, { dueCents }) => sum + dueCents, 0);
      const partnerDayNos = paid.map(({ partnerDayNo }) => partnerDayNo);
      await settleDays(
        tx,
        { partnerDayNos, amountCents, paymentChannel: 'BANK', paymentCode: `EFT${platformCode}1`, paidAt: now },
        who,
      );
    }
    const people = { makerUserNo: maker.userNo, checkerUserNo: checker.userNo };
    for (const [levelNo, ruleName, minSettledOrders, minOnTimePercent, maxDpd, limitStepUpBps] of LEVELS) {
      const value: vipLevel.VipLevelRule = {
        ruleName,
        levelNo,
        minSettledOrders,
        minOnTimePercent,
        maxDpd,
        validDays: 90,
        couponTemplateNo: null,
        limitStepUpBps,
      };
      await seedRule(tx, { configKey: 'supermarket.vipLevel', merchantNo, value, ...people });
    }
    for (const [ruleName, scene, rotation] of SLOTS) {
      const value: marketRecommend.RecommendRule = {
        ruleName,
        scene,
        modelLevels: [],
        vipLevelNos: [],
        refuseCodes: [],
        marketProductNos: shelved,
        maxShown: 3,
        rotation,
        sort: 10,
        startAt: null,
        endAt: null,
      };
      await seedRule(tx, { configKey: 'supermarket.recommend', merchantNo, value, ...people });
    }
  });
}

/** The single applications behind our count of a day; the partner named most of them. */
async function sendOn(
  tx: Tx,
  { partnerDayNo, marketProductNo, bizDate }: { partnerDayNo: string; marketProductNo: string; bizDate: string },
  merchantNo: string,
): Promise<void> {
  const sent = await sql`insert into market_event
      (event_kind, market_product_no, customer_no, biz_date, at, partner_reference)
    select 'APPLIED', ${marketProductNo}, c.customer_no, ${bizDate}::date,
      (${bizDate}::timestamp + interval '8 hours' + c.place * interval '17 minutes') at time zone 'Africa/Nairobi',
      case when c.place % 6 <> 0 then 'PN-' || to_char(${bizDate}::date, 'MMDD') || '-' || lpad(c.place::text, 3, '0') end
    from (select customer_no, row_number() over (order by customer_no) as place from customer
      where merchant_no = ${merchantNo} order by customer_no limit 30) c`.execute(tx);
  const ourApplied = Number(sent.numAffectedRows ?? 0);
  if (ourApplied === 0) return;
  await tx.updateTable('partnerDay').set({ ourApplied }).where('partnerDayNo', '=', partnerDayNo).execute();
}

/** Applications of declined customers whose result the partner named: what is recommended to customers alike. */
async function decide(
  tx: Tx,
  { partnerDayNo, marketProductNo, bizDate }: { partnerDayNo: string; marketProductNo: string; bizDate: string },
  merchantNo: string,
  place: number,
): Promise<void> {
  await sql`with sent as (
      insert into market_event (event_kind, market_product_no, customer_no, biz_date, at, partner_reference)
      select 'APPLIED', ${marketProductNo}, o.customer_no, ${bizDate}::date,
        (${bizDate}::timestamp + interval '9 hours') at time zone 'Africa/Nairobi', 'PR-' || o.place
      from (select distinct customer_no, row_number() over (order by order_no) as place from loan_order
        where merchant_no = ${merchantNo} and order_status in ('MACHINE_REFUSED', 'REFUSED') and model_level is not null
          and apply_time < ${bizDate}::date order by place limit 60) o
      returning partner_reference, event_id)
    insert into partner_reference (partner_day_no, partner_reference, is_approved)
    select ${partnerDayNo}, partner_reference, event_id % 5 <= ${place % 4} from sent`.execute(tx);
}
