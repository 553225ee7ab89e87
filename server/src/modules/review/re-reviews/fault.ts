import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { leftOf, type MerchantRules, type Used } from './rules.ts';

export interface Candidate {
  readonly orderNo: string;
  readonly orderStatus: string;
  readonly refuseCode: string | null;
  readonly refusedAt: Date | null;
  readonly isLive: boolean;
  /** Of the code; where the tree does not know it, nothing speaks against it. */
  readonly reReviewAllowed: boolean;
  readonly coolOffDays: number;
}

/** What the rules look at, of orders already found to be seen. */
export async function candidates(db: Queryable, orderNos: readonly string[]): Promise<Candidate[]> {
  if (orderNos.length === 0) return [];
  const rows = await db
    .selectFrom('loanOrder as o')
    .leftJoin('refuseCode as c', 'c.refuseCode', 'o.refuseCode')
    .select(['o.orderNo', 'o.orderStatus', 'o.refuseCode', 'o.refusedAt'])
    .select([
      sql<boolean>`coalesce(c.re_review_allowed, true)`.as('reReviewAllowed'),
      sql<number>`coalesce(c.cool_off_days, 0)`.as('coolOffDays'),
      sql<boolean>`EXISTS (SELECT FROM re_review r
        WHERE r.order_no = o.order_no AND r.review_status = 'IN_REVIEW')`.as('isLive'),
    ])
    .where('o.orderNo', 'in', orderNos)
    .execute();
  return rows;
}

/** What speaks against submitting the order now, whatever the quota; null where nothing does. */
export function ruleFault(candidate: Candidate, { rules }: Pick<MerchantRules, 'rules'>, at: Date): AppError | null {
  const { orderStatus, refuseCode, refusedAt, isLive } = candidate;
  if (isLive) return new AppError('RE_REVIEW_LIVE');
  if (orderStatus !== 'MACHINE_REFUSED' && orderStatus !== 'REFUSED') {
    return new AppError('ILLEGAL_TRANSITION');
  }
  const isListed = rules.refuseCodes.length === 0 || rules.refuseCodes.includes(refuseCode ?? '');
  if (!rules.enabled || !rules.sources.includes(orderStatus) || !isListed || !candidate.reReviewAllowed) {
    return new AppError('RE_REVIEW_OFF', { facts: { code: refuseCode ?? '-' } });
  }
  const [today, refusedOn] = [businessDateOf(at), businessDateOf(refusedAt ?? at)];
  const cooledOn = addDays(refusedOn, candidate.coolOffDays);
  if (today < cooledOn) return new AppError('RE_REVIEW_COOL_OFF', { facts: { date: cooledOn } });
  const [from, until] = [addDays(refusedOn, rules.minDays), addDays(refusedOn, rules.maxDays)];
  if (today < from) return new AppError('RE_REVIEW_EARLY', { facts: { date: from } });
  if (today > until) return new AppError('RE_REVIEW_LATE', { facts: { date: until } });
  return null;
}

/** The same with the day's quota. */
export function faultOf(
  candidate: Candidate,
  rules: Pick<MerchantRules, 'rules'>,
  used: Used,
  at: Date,
): AppError | null {
  const fault = ruleFault(candidate, rules, at);
  if (fault) return fault;
  const left = leftOf(rules, used);
  return left > 0 ? null : new AppError('RE_REVIEW_QUOTA', { facts: { left } });
}
