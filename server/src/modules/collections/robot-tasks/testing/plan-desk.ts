import { robotPlan } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { addPerson, createTestApp, type TestApp } from '../../../../../testing/test-app.ts';
import { as, type Person } from '../../../../../testing/test-calls.ts';
import { previewing } from '../../../../../testing/test-previews.ts';
import { lend, makeProduct } from '../../../lending/orders/testing/lend.ts';
import { createLogger } from '../../../platform/health/index.ts';
import { addDays, businessDateOf } from '../../../platform/policy/index.ts';
import { runCaseDay } from '../../collections/index.ts';
import { runRobotPlans } from '../index.ts';
import { momentOf } from '../run-plans.ts';

export const TODAY = businessDateOf(new Date());
const log = createLogger('silent');
const PAGES = [
  ...['CollectionSystem', 'MarketingManagement', 'TelemarketingSystem'].map(
    (section) => `/AdminContent/${section}/RoboticTask`,
  ),
  '/AdminContent/CollectionSystemNew/RoboticTaskNew',
];
const CODES = [
  'collection:robotPlan:save',
  'collectionStage:robotPlan:save',
  'collectionStage:robotTask:create',
  'collection:robotTask:create',
  'collection:robotTask:stop',
  'collectionStage:robotTask:stop',
  'collection:ai94:create',
  'collection:ai94:stop',
  ...['marketing', 'telemarketing'].flatMap((area) =>
    ['save', 'control', 'approve'].map((action) => `${area}:robot:${action}`),
  ),
];

/** A maker and a checker of robot plans, somebody without their merchant, and loans that are late. */
export interface PlanDesk {
  readonly app: TestApp;
  readonly maker: ReturnType<typeof previewing>;
  readonly checker: Person;
  readonly elsewhere: Person;
  readonly merchantNo: string;
  readonly people: { readonly maker: string; readonly checker: string };
  late(dpd: number): ReturnType<typeof lend>;
  form(more?: object): ReturnType<typeof planForm>;
  /** Enabled before the day began, so that all of its times count. */
  enabled(more?: object): Promise<string>;
  run(time: string): Promise<number>;
  runsOf(planNo: string): Promise<robotPlan.PlanRun[]>;
}

let plans = 0;
const planForm = (merchantNo: string, more: object) => {
  plans += 1;
  return {
    planName: `Plan ${plans}`,
    merchantNo,
    scriptCode: 'OVERDUE',
    voiceLanguage: 'sw' as const,
    dialFrom: '09:00',
    dialTo: '17:00',
    maxAttempts: 2,
    retryGapMinutes: 60,
    runTimes: ['10:00', '14:00'],
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    startsOn: TODAY,
    endsOn: null,
    audience: {},
    ...more,
  };
};

/** Plans of collection by order, or by bill. */
export const PLANS = { ORDER: robotPlan.collectionPlans, BILL: robotPlan.stagePlans } as const;

export async function planDesk(system: 'ORDER' | 'BILL' = 'ORDER'): Promise<PlanDesk> {
  const plansOf = PLANS[system];
  const app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  for (const name of ['plan.maker', 'plan.checker', 'plan.elsewhere']) {
    await addPerson(app.database, name, { codes: CODES, pages: PAGES });
  }
  const named = async (userName: string) =>
    (await db.selectFrom('appUser').select('userNo').where('userName', '=', userName).executeTakeFirstOrThrow()).userNo;
  const people = { maker: await named('plan.maker'), checker: await named('plan.checker') };
  const productNo = await makeProduct(db, { collectionScope: system });
  const late = async (dpd: number) => {
    const loan = await lend(db, { productNo, approvedCents: 500_000, ...people });
    await sql`update bill set due_date = ${addDays(TODAY, -dpd)}, accrued_through = ${addDays(TODAY, -1)}
      where order_no = ${loan.orderNo}`.execute(db);
    await runCaseDay(db, addDays(TODAY, -1), log);
    return loan;
  };
  const { merchantNo } = await late(5);
  for (const userNo of Object.values(people))
    await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  const maker = previewing(app, await as(app, 'plan.maker'));
  const form = (more: object = {}) => planForm(merchantNo, more);
  return {
    app,
    maker,
    checker: await as(app, 'plan.checker'),
    elsewhere: await as(app, 'plan.elsewhere'),
    merchantNo,
    people,
    late,
    form,
    enabled: async (more = {}) => {
      const { planNo } = await maker.call(plansOf.save, form(more));
      await maker.call(plansOf.enable, { planNo });
      await db
        .updateTable('robotPlan')
        .set({ activeSince: momentOf(TODAY, '00:00') })
        .where('planNo', '=', planNo)
        .execute();
      return planNo;
    },
    run: async (time) => await runRobotPlans(db, momentOf(TODAY, time), log),
    runsOf: async (planNo) => (await maker.call(plansOf.detail, { planNo })).runs,
  };
}
