import type { ParsedRequestOf, ReplyOf, reReview } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { textOfError } from '../../../http/messages.ts';
import { ordersWithin } from '../../lending/orders/index.ts';
import { candidates, faultOf } from './fault.ts';
import { denialText, type Reader } from './query.ts';
import { leftOf, type MerchantRules, rulesAt, rulesWithin, type Used, usedToday } from './rules.ts';

export async function quotaOf({ db, caller }: Call): Promise<ReplyOf<typeof reReview.quota>> {
  const at = new Date();
  const all = await rulesWithin(db, caller.scope, at);
  return await Promise.all(
    all.map(async ({ merchantNo, merchantName, rules }) => {
      const used = await usedToday(db, merchantNo, caller.userNo, at);
      const { enabled, dailySubmitLimit } = rules;
      return {
        merchantNo,
        merchantName,
        enabled,
        dailySubmitLimit,
        used: used.ofMerchant,
        remaining: enabled ? Math.max(0, dailySubmitLimit - used.ofMerchant) : 0,
        remainingForMe: leftOf({ rules }, used),
      };
    }),
  );
}

/** Whoever submitted an order that the caller sees. */
export async function applicantsOf({ db, caller }: Call): Promise<ReplyOf<typeof reReview.applicants>> {
  return await db
    .selectFrom('reReview as r')
    .innerJoin('loanOrder', 'loanOrder.orderNo', 'r.orderNo')
    .innerJoin('appUser as u', 'u.userNo', 'r.applicantUserNo')
    .select(['u.userNo', 'u.realName'])
    .distinct()
    .where(ordersWithin(caller.scope))
    .orderBy('u.realName')
    .orderBy('u.userNo')
    .execute();
}

/** Order by order as they would be submitted, each taking its place of the day. */
export async function checkReReviews(
  { orderNos }: ParsedRequestOf<typeof reReview.check>,
  call: Call,
): Promise<ReplyOf<typeof reReview.check>> {
  const { db, caller, lang } = call;
  const at = new Date();
  const requested = [...new Set(orderNos)];
  const seen = await db
    .selectFrom('loanOrder')
    .select(['orderNo', 'merchantNo'])
    .where('orderNo', 'in', requested)
    .where(ordersWithin(caller.scope))
    .execute();
  const merchantOf = new Map(seen.map(({ orderNo, merchantNo }) => [orderNo, merchantNo]));
  const rules = new Map<string, Pick<MerchantRules, 'rules'>>();
  const found = new Map((await candidates(db, [...merchantOf.keys()])).map((one) => [one.orderNo, one]));
  const used = new Map<string, Used>();
  for (const merchantNo of new Set(merchantOf.values())) {
    rules.set(merchantNo, await rulesAt(db, merchantNo, at));
    used.set(merchantNo, await usedToday(db, merchantNo, caller.userNo, at));
  }
  const items = requested.map((orderNo) => {
    const [merchantNo = '', candidate] = [merchantOf.get(orderNo), found.get(orderNo)];
    const [merchant, count] = [rules.get(merchantNo), used.get(merchantNo)];
    const fault =
      candidate && merchant && count ? faultOf(candidate, merchant, count, at) : new AppError('ORDER_NOT_FOUND');
    if (fault === null && count) {
      used.set(merchantNo, { ofMerchant: count.ofMerchant + 1, ofPerson: count.ofPerson + 1 });
    }
    const msg = fault && textOfError(fault.error, lang, fault.facts);
    return {
      orderNo,
      blocked: fault && { error: fault.error, msg: msg ?? '', facts: { ...fault.facts } },
    };
  });
  const remainingAfter = [...used].reduce((sum, [merchantNo, count]) => {
    const merchant = rules.get(merchantNo);
    return sum + (merchant ? leftOf(merchant, count) : 0);
  }, 0);
  return { fitting: items.filter(({ blocked }) => !blocked).length, items, remainingAfter };
}

export async function outcomesOf({ db, caller, lang }: Reader): Promise<ReplyOf<typeof reReview.outcomes>> {
  const count = (status: string) => sql<number>`count(*) FILTER (WHERE r.review_status = ${status})::int`;
  const rows = await db
    .selectFrom('reReview as r')
    .innerJoin('loanOrder', 'loanOrder.orderNo', 'r.orderNo')
    .leftJoin('refuseCode as c', 'c.refuseCode', 'r.refuseCode')
    .select(['r.refuseCode', 'c.denialReason', sql<number>`count(*)::int`.as('submitted')])
    .select([count('PASSED').as('passed'), count('REFUSED').as('refused'), count('RETURNED').as('returned')])
    .where('r.applyTime', '>', sql<Date>`now() - interval '90 days'`)
    .where(ordersWithin(caller.scope))
    .groupBy(['r.refuseCode', 'c.denialReason'])
    .orderBy('submitted', 'desc')
    .limit(50)
    .execute();
  return rows.map(({ denialReason, ...row }) => ({
    ...row,
    denialReason: denialText(denialReason, lang),
  }));
}
