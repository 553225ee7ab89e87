import { type Selectable, sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { noteMade } from '../../../db/tx-notes.ts';
import { isListed } from '../../parties/blacklist/index.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { lockCoupon, moveCoupon } from './coupons.ts';
import type { CouponApplicationTable, CouponTemplateTable } from './tables.ts';

type Application = Selectable<CouponApplicationTable>;

/**
 * Issues the coupons of an application that are not issued yet, each once per customer and number. Customers whose
 * account is not open, or who are on the manual blacklist, get none.
 * @param template Of the application, locked.
 */
export async function issueCoupons(
  tx: Tx,
  application: Application,
  template: Selectable<CouponTemplateTable>,
  who: { readonly userNo: string; readonly at: Date },
): Promise<string[]> {
  const today = businessDateOf(who.at);
  const effectiveOn = application.effectiveOn < today ? today : application.effectiveOn;
  const copies = await missingCopies(tx, application, who.at);
  if (copies.length === 0) return [];
  const issued = await tx
    .insertInto('coupon')
    .values(
      copies.map(({ customerNo, copyNo }) => ({
        copyNo,
        couponTemplateNo: template.couponTemplateNo,
        couponApplicationNo: application.couponApplicationNo,
        merchantNo: template.merchantNo,
        customerNo,
        couponType: template.couponType,
        amountCents: template.amountCents,
        discountBps: template.discountBps,
        useRule: JSON.stringify(template.useRule),
        effectiveOn,
        // The last of its days counts whole.
        expiresAt: startOfBusinessDate(addDays(effectiveOn, template.validityDays)),
        issuedAt: who.at,
      })),
    )
    .returning('couponNo')
    .execute();
  const couponNos = issued.map(({ couponNo }) => couponNo);
  for (const couponNo of couponNos) noteMade(tx, `coupon ${couponNo}`);
  await tx
    .insertInto('couponEvent')
    .values(
      couponNos.map((couponNo) => ({
        couponNo,
        command: 'issue',
        toStatus: 'PENDING_EFFECT' as const,
        userNo: who.userNo,
        at: who.at,
      })),
    )
    .execute();
  if (effectiveOn > today) return couponNos;
  for (const couponNo of couponNos) {
    await moveCoupon(tx, await lockCoupon(tx, couponNo), 'takeEffect', { at: who.at });
  }
  return couponNos;
}

/** The coupons that an application has still to issue, to customers whose account is open and who are not on the manual blacklist. */
async function missingCopies(
  tx: Tx,
  { couponApplicationNo, customerNos, quantity }: Application,
  at: Date,
): Promise<{ customerNo: string; copyNo: number }[]> {
  const { rows } = await sql<{ customerNo: string; copyNo: number }>`
    select c.customer_no, n as copy_no from customer c cross join generate_series(1, ${quantity}::int) n
    where c.customer_no = any(${customerNos}) and c.account_status = 'OPEN' and not ${isListed('c', at)}
      and not exists (select from coupon i where i.coupon_application_no = ${couponApplicationNo}
        and i.customer_no = c.customer_no and i.copy_no = n)
    order by c.customer_no, n`.execute(tx);
  return rows;
}
