import type { ParsedRequestOf, ReplyOf, taskAward } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { earnedBy } from './earned.ts';
import { pointsAt } from './point-rules.ts';
import { worthOf } from './points.ts';

const DAYS = 30;
const DAY_MS = 86_400_000;
/** A merchant with more in a month is tried on the newest. */
const MAX = 50_000;

interface Earned {
  readonly customerNo: string;
  readonly at: Date;
}

type Refused = ReplyOf<typeof taskAward.simulate>['refused'];

/** What bounds of an activity leave of what was earned, in its order. Pure. */
export function boundedBy(
  {
    budgetCents,
    perCustomerMax,
    perDayMax,
  }: Pick<taskAward.ActivityRule, 'budgetCents' | 'perCustomerMax' | 'perDayMax'>,
  earned: readonly Earned[],
  amountCents: number,
): { readonly awarded: readonly Earned[]; readonly refused: Refused } {
  const ofCustomer = new Map<string, number>();
  const ofDay = new Map<string, number>();
  const refused = { BUDGET: 0, CUSTOMER_MAX: 0, DAY_MAX: 0 };
  const awarded: Earned[] = [];
  for (const one of earned) {
    const day = businessDateOf(one.at);
    const [own, today] = [ofCustomer.get(one.customerNo) ?? 0, ofDay.get(day) ?? 0];
    if ((awarded.length + 1) * amountCents > budgetCents) refused.BUDGET += 1;
    else if (own >= perCustomerMax) refused.CUSTOMER_MAX += 1;
    else if (today >= perDayMax) refused.DAY_MAX += 1;
    else {
      awarded.push(one);
      ofCustomer.set(one.customerNo, own + 1);
      ofDay.set(day, today + 1);
    }
  }
  return { awarded, refused };
}

async function amountOf(db: Queryable, merchantNo: string, value: taskAward.ActivityRule): Promise<number> {
  const { awardCents, points, couponTemplateNo } = value;
  if (awardCents !== null) return awardCents;
  if (points !== null) return worthOf(points, (await pointsAt(db, merchantNo, new Date())).pointsPerShilling);
  const template = await db
    .selectFrom('couponTemplate')
    .select('amountCents')
    .where('couponTemplateNo', '=', couponTemplateNo)
    .where('merchantNo', '=', merchantNo)
    .executeTakeFirst();
  if (!template) throw new AppError('COUPON_TEMPLATE_OFF', { fields: ['value.couponTemplateNo'] });
  return template.amountCents;
}

/** Customers of the awarded who used a device that another of them used, too. */
async function sharingDevices(db: Queryable, customerNos: readonly string[]): Promise<number> {
  const { rows } = await sql<{ customers: number }>`
    WITH used AS (SELECT DISTINCT t.trait_value, o.customer_no FROM order_trait t JOIN loan_order o USING (order_no)
      WHERE t.trait_kind = 'DEVICE' AND o.customer_no = ANY(${customerNos}::text[]))
    SELECT count(DISTINCT u.customer_no)::int AS customers FROM used u
    WHERE EXISTS (SELECT FROM used other WHERE other.trait_value = u.trait_value AND other.customer_no <> u.customer_no)`.execute(
    db,
  );
  return rows[0]?.customers ?? 0;
}

/** What an activity would have awarded in the last 30 days. @throws AppError REFERENCE_UNKNOWN, COUPON_TEMPLATE_OFF */
export async function simulateActivity(
  { merchantNo, value }: ParsedRequestOf<typeof taskAward.simulate>,
  { db, caller }: Call,
): Promise<ReplyOf<typeof taskAward.simulate>> {
  if (!seesMerchant(caller.scope, merchantNo)) throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  const until = new Date();
  const from = new Date(until.getTime() - DAYS * DAY_MS);
  const { rows } = await sql<Earned>`select e.customer_no, e.at
    from (${earnedBy(value, { merchantNo, from, until })}) e order by e.at desc limit ${MAX}`.execute(db);
  const amountCents = await amountOf(db, merchantNo, value);
  const { awarded, refused } = boundedBy(value, rows.toReversed(), amountCents);
  const customerNos = [...new Set(awarded.map(({ customerNo }) => customerNo))];
  return {
    earned: rows.length,
    awarded: awarded.length,
    customers: customerNos.length,
    costCents: awarded.length * amountCents,
    refused,
    sharingDevices: await sharingDevices(db, customerNos),
  };
}
