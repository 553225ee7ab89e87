import type { ParsedRequestOf, ReplyOf, taskAward } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { rulesAt } from '../../platform/rules/index.ts';
import { activityFamily, statusOf } from './rules.ts';

/** What the app offers a customer now. @throws AppError CUSTOMER_NOT_FOUND */
export async function readForApp(
  { customerNo }: ParsedRequestOf<typeof taskAward.forApp>,
  { db, caller }: Call,
): Promise<ReplyOf<typeof taskAward.forApp>> {
  const customer = await db
    .selectFrom('customer')
    .select('merchantNo')
    .where('customerNo', '=', customerNo)
    .executeTakeFirst();
  if (!customer || !seesMerchant(caller.scope, customer.merchantNo)) throw new AppError('CUSTOMER_NOT_FOUND');
  const now = new Date();
  const live = (await rulesAt(db, activityFamily, now, customer.merchantNo)).filter(
    ({ value }) => statusOf(value, true, now) === 'RUNNING',
  );
  const templates = await db
    .selectFrom('couponTemplate')
    .select(['couponTemplateNo', 'couponContent'])
    .where('merchantNo', '=', customer.merchantNo)
    .execute();
  const awards = await db
    .selectFrom('activityAward')
    .select(['ruleId', (eb) => eb.fn.countAll<number>().as('awarded')])
    .where('customerNo', '=', customerNo)
    .where('awardOutcome', '=', 'AWARDED')
    .groupBy('ruleId')
    .execute();
  return live.map(({ ruleId, value }) => ({
    activityName: value.ruleName,
    activityType: value.activityType,
    awardType: value.awardType,
    awardCents: value.awardCents,
    couponContent:
      templates.find(({ couponTemplateNo }) => couponTemplateNo === value.couponTemplateNo)?.couponContent ?? null,
    points: value.points,
    endAt: value.endAt,
    perCustomerMax: value.perCustomerMax,
    awarded: awards.find((one) => one.ruleId === ruleId)?.awarded ?? 0,
  }));
}
