import type { Database } from '../db/database.ts';
import { confirmDay, saveDay, settleDays } from '../modules/payments/partners/index.ts';
import { addDays, businessDateOf } from '../modules/platform/policy/index.ts';

/** Code, name, product, price of an approved application or basis points of what was lent. */
const PARTNERS = [
  ['PesaNow', 'PesaNow Capital', 'PesaNow Quick', 180_00, null],
  ['Mkopo', 'Mkopo Bora', 'Mkopo 90', null, 150],
  ['Dhamana', 'Dhamana Credit', 'Dhamana Logbook', 420_00, null],
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
    for (const [place, [platformCode, platformName, productName, unitPriceCents, shareBps]] of PARTNERS.entries()) {
      const settlementMode = unitPriceCents === null ? 'CPS' : 'CPA';
      await tx
        .insertInto('partnerPlatform')
        .values({ platformCode, platformName, merchantNo, settlementMode })
        .execute();
      const { marketProductNo } = await tx
        .insertInto('partnerProduct')
        .values({ platformCode, productName, unitPriceCents, shareBps })
        .returning('marketProductNo')
        .executeTakeFirstOrThrow();
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
  });
}
