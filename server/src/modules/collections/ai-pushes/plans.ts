import type { aiPushTask, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';

/** Offered in the form. */
const MAX_PLANS = 500;

/** Plans that offer something; those of cases speak of debts. */
const enabledPlans = (db: Queryable) =>
  db
    .selectFrom('robotPlan as p')
    .where('p.section', 'in', ['marketing', 'telemarketing'])
    .where('p.planStatus', '=', 'ENABLED');

/** What the form offers. */
export async function planChoices(_request: object, { db, caller }: Call): Promise<ReplyOf<typeof aiPushTask.plans>> {
  const merchantNos = merchantsSeen(caller.scope);
  return await enabledPlans(db)
    .innerJoin('merchant as m', 'm.merchantNo', 'p.merchantNo')
    .select(['p.planNo', 'p.planName', 'p.merchantNo', 'm.merchantName', 'p.scriptCode', 'p.voiceLanguage'])
    .$if(merchantNos !== null, (query) => query.where('p.merchantNo', '=', sql<string>`any(${merchantNos}::text[])`))
    .orderBy('p.planName')
    .orderBy('p.planNo')
    .limit(MAX_PLANS)
    .execute();
}

interface PlanOf {
  readonly merchantNo: string;
  readonly planNo: string;
}

const planOf = async (db: Queryable, { merchantNo, planNo }: PlanOf) =>
  await enabledPlans(db)
    .select(['p.scriptCode', 'p.voiceLanguage'])
    .where('p.planNo', '=', planNo)
    .where('p.merchantNo', '=', merchantNo)
    .executeTakeFirst();

export const isPlanEnabled = async (db: Queryable, plan: PlanOf) => (await planOf(db, plan)) !== undefined;

/** The script of a merchant's enabled plan. @throws AppError AI_PUSH_PLAN_NOT_ENABLED */
export async function enabledPlan(db: Queryable, plan: PlanOf) {
  const found = await planOf(db, plan);
  if (!found) throw new AppError('AI_PUSH_PLAN_NOT_ENABLED', { fields: ['planNo'], facts: { planNo: plan.planNo } });
  return found;
}
