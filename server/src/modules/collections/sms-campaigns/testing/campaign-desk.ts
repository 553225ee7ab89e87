import { smsMarketingTask, smsMarketingTemplate, userGroup } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { addPerson, createTestApp } from '../../../../../testing/test-app.ts';
import { as } from '../../../../../testing/test-calls.ts';
import { createLogger } from '../../../platform/health/index.ts';
import { businessDateOf, startOfBusinessDate } from '../../../platform/policy/index.ts';
import { runSmsTasks } from '../index.ts';

const CODES = ['template:save', 'template:copy', 'template:approve', 'template:enable', 'template:export'].concat([
  'smsTask:save',
  'smsTask:control',
  'smsTask:approve',
  'smsTask:export',
]);
const PAGES = ['SmsMarketingTemplate', 'SmsMarketingTask'].map((name) => `/AdminContent/MarketingManagement/${name}`);
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

/** A maker, a checker and somebody without their merchant; groups of customers who agreed, texts and campaigns. */
export async function campaignDesk() {
  let towns = 0;
  const app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const merchant = await db.selectFrom('merchant').selectAll().orderBy('merchantNo').limit(1).executeTakeFirstOrThrow();
  const { merchantNo, merchantName: lender } = merchant;
  for (const name of ['sms.maker', 'sms.checker', 'sms.elsewhere']) {
    const codes = CODES.map((code) => `marketing:${code}`);
    const { userNo } = await addPerson(app.database, name, { codes, pages: PAGES });
    if (name !== 'sms.elsewhere') await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  }
  const [maker, checker, elsewhere] = [
    await as(app, 'sms.maker'),
    await as(app, 'sms.checker'),
    await as(app, 'sms.elsewhere'),
  ] as const;

  const log = createLogger('silent');
  const text = (said = 'come back') => ({
    merchantNo,
    templateName: 'Come back',
    scene: 'DORMANT',
    language: 'en',
    content: `{{firstName}}, ${said}. ${lender}`,
  });
  async function enabledTemplate(said?: string): Promise<string> {
    const { templateNo } = (await maker.post(smsMarketingTemplate.save, text(said))).data;
    await maker.post(smsMarketingTemplate.submit, { templateNo });
    await checker.post(smsMarketingTemplate.approve, { templateNo });
    return templateNo;
  }
  /** A group of so many customers who agreed, in a county of their own. */
  async function groupOf(people: number, withoutConsent = 0) {
    towns += 1;
    const county = `Town ${towns}`;
    const { db } = app.database;
    for (let index = 0; index < people; index += 1) {
      const phone = `2547${String(towns).padStart(3, '0')}${String(index).padStart(5, '0')}`;
      const name = { customerName: 'Wanjiku Kamau', idCardNo: `${10_000_000 + towns * 1000 + index}` };
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
    const { userGroupNo } = (await maker.post(userGroup.save, form)).data;
    return { userGroupNo, form, town: towns };
  }
  const check = async (userGroupNo: string) => (await maker.post(userGroup.check, { userGroupNo })).data;
  async function draft(userGroupNo: string, templateNo: string, more: object = {}) {
    const { checkToken } = await check(userGroupNo);
    return await maker.post(smsMarketingTask.save, {
      taskName: 'Campaign',
      userGroupNo,
      checkToken,
      arms: [{ templateNo, sharePercent: 100 }],
      holdOutPercent: 0,
      scheduledAt: new Date(Date.now() + 60_000).toISOString(),
      ratePerMinute: 600,
      budgetCents: 1_000_000,
      attributionDays: 7,
      ...more,
    });
  }
  async function released(userGroupNo: string, templateNo: string, more: object = {}): Promise<string> {
    const { taskNo } = (await draft(userGroupNo, templateNo, more)).data;
    await maker.post(smsMarketingTask.submit, { taskNo });
    await checker.post(smsMarketingTask.approve, { taskNo });
    return taskNo;
  }
  const one = async (taskNo: string) => (await maker.get(smsMarketingTask.detail, { taskNo })).data;
  const attemptsOf = async (userGroupNo: string) => {
    const { rows } = await sql<{ phone: string; count: number }>`select a.phone, count(*)::int as count
      from contact_attempt a join customer c on c.phone = a.phone join user_group g on g.rules ->> 'county' = c.county
      where g.user_group_no = ${userGroupNo} and a.refused_for is null group by 1`.execute(app.database.db);
    return rows;
  };
  const lastTextOf = async (userGroupNo: string): Promise<string> => {
    const { rows } = await sql<{ content: string }>`select a.content
      from contact_attempt a join customer c on c.phone = a.phone join user_group g on g.rules ->> 'county' = c.county
      where g.user_group_no = ${userGroupNo} and a.refused_for is null order by a.attempt_id desc limit 1`.execute(
      app.database.db,
    );
    return rows[0]?.content ?? '';
  };
  const run = (at: Date) => runSmsTasks({ db: app.database.db, log, publicUrl: 'https://kituo.test' }, at);

  return {
    checker,
    app,
    lender,
    merchantNo,
    maker,
    elsewhere,
    text,
    enabledTemplate,
    groupOf,
    check,
    draft,
    released,
    one,
    attemptsOf,
    lastTextOf,
    run,
  };
}
export type CampaignDesk = Awaited<ReturnType<typeof campaignDesk>>;
