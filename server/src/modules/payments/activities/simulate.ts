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
import { clustersOf, sharedDevices } from './shared-devices.ts';

const DAYS = 30;
const DAY_MS = 86_400_000;
/** A merchant with more in a month is tried on the newest. */
const MAX = 50_000;
/** Who would have earned most: so many are told. */
const EARNERS = 10;

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
  const byCustomer = Map.groupBy(awarded, ({ customerNo }) => customerNo);
  const awardsOf = (customerNo: string) => byCustomer.get(customerNo)?.length ?? 0;
  const uses = await sharedDevices(db, [...byCustomer.keys()]);
  return {
    earned: rows.length,
    awarded: awarded.length,
    customers: byCustomer.size,
    costCents: awarded.length * amountCents,
    refused,
    earners: [...byCustomer]
      .map(([customerNo, { length }]) => ({ customerNo, awarded: length, costCents: length * amountCents }))
      .toSorted((one, other) => other.awarded - one.awarded || one.customerNo.localeCompare(other.customerNo))
      .slice(0, EARNERS),
    sharingDevices: new Set(uses.map(({ customerNo }) => customerNo)).size,
    clusters: clustersOf(uses, awardsOf, amountCents),
  };
}
