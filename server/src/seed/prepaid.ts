import type { Database } from '../db/database.ts';
import { applyForRecharge, chargeMerchant, decideRecharge } from '../modules/payments/prepaid/index.ts';
import { attachPaper } from './papers.ts';

const DAY_MS = 86_400_000;
const PRICE_CENTS = 35_00;
/** Charged of each merchant's newest disbursements. */
const CHARGED = 20;

/**
 * Merchants' prepaid accounts: what they paid in, what waits and was rejected, and what their newest loans cost
 * them. Accounts belong to no customer, so a multiplied book has them once; nothing where there are some.
 */
export async function seedPrepaid(db: Database, now: Date): Promise<void> {
  const known = await db.selectFrom('merchantPrepaid').select('merchantNo').executeTakeFirst();
  const [maker, checker] = await db
    .selectFrom('appUser')
    .select('userNo')
    .where('userStatus', '=', 'NORMAL')
    .orderBy('userNo')
    .limit(2)
    .execute();
  if (known || !maker || !checker) return;
  const lent = await db
    .selectFrom('loanOrder')
    .select(['orderNo', 'merchantNo', 'lendingTime'])
    .where('lendingTime', 'is not', null)
    .where('lendingTime', '<=', now)
    .orderBy('lendingTime', 'desc')
    .limit(2_000)
    .execute();
  await seedServices(db, now);
  for (const [merchantNo, orders] of Map.groupBy(lent, (order) => order.merchantNo)) {
    await db.transaction().execute(async (tx) => {
      for (const [index, fate] of ['APPROVED', 'APPROVED', 'REJECTED', 'PENDING'].entries()) {
        const at = new Date(now.getTime() - (70 - index * 22) * DAY_MS);
        const advice = await attachPaper(tx, 'advice', {
          attachmentNo: `SEED-${merchantNo}-${index}`,
          subjectType: 'merchantVoucher',
          subjectNo: merchantNo,
          userNo: maker.userNo,
        });
        const rechargeNo = await applyForRecharge(tx, {
          merchantNo,
          amountCents: (5 - index) * 10_000_00,
          paymentChannel: 'BANK',
          paymentCode: `RTGS${merchantNo}${index}`,
          payerAccount: `0110${merchantNo.replace(/\D/g, '').padStart(6, '4')}`,
          paidAt: at,
          voucherIds: [advice],
          applicantUserNo: maker.userNo,
          scope: 'all',
          at,
        });
        if (fate === 'PENDING') continue;
        const isApproved = fate === 'APPROVED';
        const remark = isApproved ? null : 'Not on the bank’s statement';
        const decision = { isApproved, userNo: checker.userNo, scope: 'all', remark, at } as const;
        await decideRecharge(tx, rechargeNo, decision);
      }
      for (const { orderNo, lendingTime } of orders.slice(0, CHARGED).reverse()) {
        const use = { merchantNo, consumptionType: 'LOAN_DISBURSED', causeNo: orderNo, orderNo } as const;
        const at = lendingTime ?? now;
        await chargeMerchant(tx, { ...use, quantity: 1, unitPriceCents: PRICE_CENTS, at });
      }
    });
  }
}

/** Service accounts of the first merchants: one open, one that is being set up. */
async function seedServices(db: Database, now: Date): Promise<void> {
  const merchants = await db.selectFrom('merchant').select('merchantNo').orderBy('merchantNo').limit(2).execute();
  for (const [index, { merchantNo }] of merchants.entries()) {
    const isOpen = index === 0;
    await db
      .insertInto('merchantService')
      .values({
        merchantNo,
        services: isOpen ? ['ORDER_ACQUIRE', 'DATA_QUERY', 'SMS'] : ['SMS'],
        billingModel: isOpen ? 'CREDIT' : 'PREPAID',
        callbackUrl: isOpen ? 'https://partner.example/kituo' : null,
        ipAllowList: isOpen ? ['203.0.113.0/24'] : [],
        contactPhone: `25470000080${index}`,
        contactEmail: `ops${index}@partner.example`,
        alarmAtCents: 5_000_00,
        serviceStatus: isOpen ? 'ENABLED' : 'DISABLED',
        callbackPassedAt: isOpen ? now : null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
