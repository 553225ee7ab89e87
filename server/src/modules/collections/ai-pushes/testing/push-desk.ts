import { aiPushTask } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { addPerson, createTestApp } from '../../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../../testing/test-calls.ts';
import { REPORTED_TO, sendReport } from '../../../../../testing/told-by-gateway.ts';
import { createLogger } from '../../../platform/health/index.ts';
import { businessDateOf, startOfBusinessDate } from '../../../platform/policy/index.ts';
import { runAiPushes } from '../index.ts';

const log = createLogger('silent');
const CODES = ['operation:aiPushTask:create', 'operation:aiPushTask:stop', 'operation:config:audit'].concat(
  ['template:save', 'template:approve', 'template:enable', 'smsTask:save'].map((code) => `marketing:${code}`),
);
const PAGES = [aiPushTask.AI_PUSH_TASK_PAGE].concat(
  ['SmsMarketingTemplate', 'SmsMarketingTask'].map((name) => `/AdminContent/MarketingManagement/${name}`),
);
/** 10:00 EAT of tomorrow. */
export const MORNING = new Date(startOfBusinessDate(businessDateOf(new Date())).getTime() + 34 * 3_600_000);
export const minutes = (count: number) => new Date(MORNING.getTime() + count * 60_000);

const NO_RULE = {
  loanState: null,
  settledDaysFrom: null,
  settledDaysTo: null,
  maxDaysLate: null,
  minOnTimeCount: null,
  notAppliedDays: null,
  notContactedDays: null,
  county: null,
};
export const post = (who: Person, path: string, body: object) => who.post(`marketingManage/${path}`, body);

let towns = 0;
export const phoneOf = (town: number, index: number) =>
  `2547${String(town + 500).padStart(3, '0')}${String(index).padStart(5, '0')}`;
/** A maker, a checker and somebody without their merchant; groups of customers; and a robot plan that is enabled. */
export async function pushDesk() {
  const app = await createTestApp({ content: 'seeded', env: REPORTED_TO });
  const { db } = app.database;
  // What the seed has running would go along.
  await sql`update ai_push_task set ai_push_task_status = 'STOPPED' where ai_push_task_status in ('APPROVED', 'RUNNING')`.execute(
    db,
  );
  const merchant = await db.selectFrom('merchant').selectAll().orderBy('merchantNo').limit(1).executeTakeFirstOrThrow();
  const { merchantNo, merchantName: lender } = merchant;
  for (const name of ['push.maker', 'push.checker', 'push.elsewhere']) {
    const { userNo } = await addPerson(app.database, name, { codes: CODES, pages: PAGES });
    if (name !== 'push.elsewhere') await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  }
  const [maker, checker, elsewhere] = [
    await as(app, 'push.maker'),
    await as(app, 'push.checker'),
    await as(app, 'push.elsewhere'),
  ] as const;
  const { planNo } = await db
    .insertInto('robotPlan')
    .values({
      section: 'marketing',
      merchantNo,
      planName: 'Renewals',
      scriptCode: 'RENEWAL',
      voiceLanguage: 'en',
      dialFrom: '09:00',
      dialTo: '17:00',
      maxAttempts: 1,
      retryGapMinutes: 60,
      runTimes: ['10:00'],
      weekdays: [1],
      startsOn: '2027-01-01',
      audience: '{}',
      planStatus: 'ENABLED',
      activeSince: new Date(),
      updatedBy: 'U000001',
    })
    .returning('planNo')
    .executeTakeFirstOrThrow();

  /** A group of so many customers who agreed, in a county of their own. */
  async function groupOf(people: number, withoutConsent = 0) {
    towns += 1;
    const county = `Push town ${towns}`;
    const { db } = app.database;
    for (let index = 0; index < people; index += 1) {
      const phone = phoneOf(towns, index);
      const name = { customerName: 'Wanjiku Kamau', idCardNo: `${60_000_000 + towns * 1000 + index}` };
      await db
        .insertInto('customer')
        .values({ ...name, merchantNo, phone, county })
        .execute();
      if (index < withoutConsent) continue;
      await db
        .insertInto('contactParty')
        .values({ partyKind: 'LEAD', merchantNo, phone, partyName: 'Lead', consentedAt: new Date() })
        .execute();
    }
    const form = { merchantNo, groupName: county, rules: { ...NO_RULE, county } };
    const { userGroupNo } = (await post(maker, 'userGroup/save', form)).data;
    return { userGroupNo, form, town: towns };
  }
  const tokenOf = async (userGroupNo: string) =>
    (await post(maker, 'userGroup/check', { userGroupNo })).data.checkToken;

  async function create(userGroupNo: string, more: object = {}) {
    return await maker.post(aiPushTask.create, {
      taskName: 'Come back',
      userGroupNo,
      checkToken: await tokenOf(userGroupNo),
      channelType: 'AI_CALL',
      templateNo: null,
      planNo,
      scheduledAt: new Date(Date.now() + 60_000).toISOString(),
      concurrency: 200,
      budgetCents: 1_000_000,
      ...more,
    });
  }
  const audit = (who: Person, taskNo: string, isApproved = true) =>
    who.post(aiPushTask.audit, { taskNo, isApproved, ...(!isApproved && { remark: 'Too many' }) });
  async function approved(userGroupNo: string, more: object = {}): Promise<string> {
    const { taskNo } = (await create(userGroupNo, more)).data;
    expect((await audit(checker, taskNo)).data.status).toBe('APPROVED');
    return taskNo;
  }
  const run = (at: Date) => runAiPushes(app.database.db, at, log);
  const one = async (taskNo: string) => (await maker.get(aiPushTask.detail.path.replace('{taskNo}', taskNo))).data;
  const recordsOf = async (taskNo: string): Promise<aiPushTask.RecordRow[]> =>
    (await maker.post(aiPushTask.recordPage, listOf({ taskNo }))).data.rows;
  const attemptOf = async (taskNo: string, phone: string): Promise<string> => {
    const found = await app.database.db
      .selectFrom('aiPushRecord')
      .select('attemptId')
      .where('taskNo', '=', taskNo)
      .where('phone', '=', phone)
      .executeTakeFirstOrThrow();
    return String(found.attemptId);
  };
  /** The dispatcher handed over what waits, as the gateway's answer leaves it. */
  const handOver = () =>
    sql`update contact_dispatch set dispatch_status = 'SENT', began_at = now(), finished_at = now()
      where dispatch_status = 'QUEUED'`.execute(app.database.db);
  async function report(taskNo: string, phone: string, outcome: string, more: object = {}) {
    const callNo = await attemptOf(taskNo, phone);
    const body = { taskNo: callNo, callNo, outcome, seconds: 34, endedAt: new Date().toISOString(), ...more };
    expect(await sendReport(app, 'robot/call', JSON.stringify(body))).toBe(200);
  }
  const entriesOf = (phone: string) =>
    app.database.db.selectFrom('callEntry').selectAll().where('phone', '=', phone).execute();
  /** What the gate let through. */
  const attempts = async (town: number) => {
    const { rows } = await sql<{ phone: string; count: number }>`select phone, count(*)::int as count
      from contact_attempt where phone like ${`${phoneOf(town, 0).slice(0, 7)}%`} and refused_for is null
      group by 1`.execute(app.database.db);
    return rows;
  };

  return {
    app,
    maker,
    checker,
    elsewhere,
    merchantNo,
    lender,
    planNo,
    groupOf,
    tokenOf,
    create,
    audit,
    approved,
    run,
    one,
    recordsOf,
    attemptOf,
    handOver,
    report,
    entriesOf,
    attempts,
  };
}
export type PushDesk = Awaited<ReturnType<typeof pushDesk>>;
