import type { Tx } from '../../../db/database.ts';
import { noteMade } from '../../../db/tx-notes.ts';
import { isListed } from '../../parties/blacklist/index.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { withTermsAt } from './template-terms.ts';

/**
 * Gives a customer a coupon that a rule earned: nobody decides it, for two people decided the rule. It takes effect with
 * the next sweep. Null where the template is not enabled any more, or the customer is on the manual blacklist.
 */
export async function awardCoupon(
  tx: Tx,
  award: {
    readonly couponTemplateNo: string;
    readonly customerNo: string;
    readonly merchantNo: string;
    /** What an activity promised is honoured, whoever was blacklisted since. */
    readonly isPromised?: boolean;
  },
  at: Date,
): Promise<string | null> {
  const { couponTemplateNo, customerNo, merchantNo, isPromised = false } = award;
  if (!isPromised && (await isOnList(tx, customerNo, at))) return null;
  const found = await tx
    .selectFrom('couponTemplate')
    .selectAll()
    .where('couponTemplateNo', '=', couponTemplateNo)
    .where('merchantNo', '=', merchantNo)
    .where('templateStatus', '=', 'ENABLED')
    .executeTakeFirst();
  if (!found) return null;
  const template = await withTermsAt(tx, found, at);
  const effectiveOn = businessDateOf(at);
  const { couponNo } = await tx
    .insertInto('coupon')
    .values({
      couponTemplateNo,
      merchantNo,
      customerNo,
      couponType: template.couponType,
      amountCents: template.amountCents,
      discountBps: template.discountBps,
      useRule: JSON.stringify(template.useRule),
      effectiveOn,
      // The last of its days counts whole.
      expiresAt: startOfBusinessDate(addDays(effectiveOn, template.validityDays)),
      issuedAt: at,
    })
    .returning('couponNo')
    .executeTakeFirstOrThrow();
  noteMade(tx, `coupon ${couponNo}`);
  await tx
    .insertInto('couponEvent')
    .values({ couponNo, command: 'issue', toStatus: 'PENDING_EFFECT', userNo: null, at })
    .execute();
  return couponNo;
}

async function isOnList(tx: Tx, customerNo: string, at: Date): Promise<boolean> {
  const found = await tx
    .selectFrom('customer as c')
    .select('c.customerNo')
    .where('c.customerNo', '=', customerNo)
    .where(isListed('c', at))
    .executeTakeFirst();
  return found !== undefined;
}
