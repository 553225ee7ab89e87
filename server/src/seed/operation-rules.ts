import { type appContent, linkHosts, type putChannel, type taskAward } from '@kituo/sdk/contracts';
import type { Database } from '../db/database.ts';
import { startOfBusinessDate } from '../ground/business-date.ts';
import { seedRule } from './rules.ts';

/** Since when the demonstration allows its own hosts alone. */
const HOSTS_SINCE = '2026-01-01';

const CONTENTS: readonly Pick<appContent.AppContentRule, 'ruleName' | 'contentType' | 'title' | 'content' | 'link'>[] =
  [
    {
      ruleName: 'Welcome banner',
      contentType: 'BANNER',
      title: { en: 'Borrow again in two minutes', sw: 'Kopa tena kwa dakika mbili' },
      content: { en: 'Pay on time and your limit grows.', sw: 'Lipa kwa wakati na kikomo chako kitaongezeka.' },
      link: '/loans',
    },
    {
      ruleName: 'How to repay',
      contentType: 'HELP',
      title: { en: 'How do I repay?' },
      content: { en: 'Choose Lipa na M-Pesa, Paybill, and type your repayment code as the account.' },
      link: null,
    },
    {
      ruleName: 'M-Pesa hint',
      contentType: 'PAYMENT_HINT',
      title: { en: 'M-Pesa' },
      content: { en: 'The account is the repayment code of your loan.' },
      link: null,
    },
    {
      ruleName: 'Loan agreement',
      contentType: 'CONTRACT',
      title: { en: 'Loan agreement' },
      content: {
        en: '{{merchantName}} lends {{customerName}} {{amount}} ({{productName}}) for {{term}}, repaid in {{installments}}, applied for on {{appliedOn}}, order {{orderNo}}.\n\nYou receive {{paidOut}} and repay {{totalRepayable}} in all. The loan costs {{totalCost}}; the annual percentage rate is {{apr}}.',
        sw: '{{merchantName}} inamkopesha {{customerName}} {{amount}} ({{productName}}) kwa {{term}}, kulipwa kwa awamu {{installments}}, ombi la {{appliedOn}}, oda {{orderNo}}.\n\nUtapokea {{paidOut}} na kulipa jumla ya {{totalRepayable}}. Gharama ya mkopo ni {{totalCost}}; kiwango cha mwaka (APR) ni {{apr}}.',
      },
      link: null,
    },
  ];

const PLACES: Readonly<Record<appContent.AppContentRule['contentType'], Pick<appContent.AppContentRule, 'slot'>>> = {
  BANNER: { slot: 'HOME_TOP' },
  HELP: { slot: 'HELP' },
  AGREEMENT: { slot: 'APPLICATION' },
  PAYMENT_HINT: { slot: 'REPAYMENT' },
  CONTRACT: { slot: 'APPLICATION' },
};

/** Content, an activity and, where somebody buys traffic, a channel of the first merchant. Once. */
export async function seedOperationRules(db: Database): Promise<void> {
  const configKey = 'operation.appContent';
  const known = await db
    .selectFrom('configRule')
    .select('ruleId')
    .where('configKey', '=', configKey)
    .executeTakeFirst();
  const merchant = await db.selectFrom('merchant').select('merchantNo').orderBy('merchantNo').executeTakeFirst();
  const [maker, checker] = await db
    .selectFrom('appUser')
    .select('userNo')
    .where('userStatus', '=', 'NORMAL')
    .orderBy('userNo')
    .limit(2)
    .execute();
  if (known || !merchant || !maker || !checker) return;
  const { merchantNo } = merchant;
  const shared = { merchantNo, makerUserNo: maker.userNo, checkerUserNo: checker.userNo };
  const owner = await db
    .selectFrom('personnel')
    .select('userNo')
    .where('personnelKind', '=', 'TRAFFIC')
    .where('personnelStatus', '=', 'NORMAL')
    .orderBy('userNo')
    .executeTakeFirst();
  await db.transaction().execute(async (tx) => {
    for (const [place, content] of CONTENTS.entries()) {
      const value: appContent.AppContentRule = {
        ...content,
        ...PLACES[content.contentType],
        audience: 'ALL',
        os: null,
        paymentMethod: null,
        sort: (place + 1) * 10,
        startAt: null,
        endAt: null,
      };
      await seedRule(tx, { ...shared, configKey, value });
    }
    const activity: taskAward.ActivityRule = {
      ruleName: 'Pay on time in the new year',
      activityType: 'ON_TIME_REPAYMENT',
      onTimeDays: null,
      awardType: 'WALLET',
      awardCents: 50_00,
      couponTemplateNo: null,
      points: null,
      budgetCents: 50_000_00,
      perCustomerMax: 1,
      perDayMax: 200,
      // To come, so that a demonstration moves no money of its own.
      startAt: '2027-01-01T00:00:00+03:00',
      endAt: '2027-02-01T00:00:00+03:00',
    };
    await seedRule(tx, { ...shared, configKey: 'operation.activity', value: activity });
    const hosts: linkHosts.LinkHosts = { hosts: ['kituo.example'] };
    await tx
      .insertInto('configVersion')
      .values({
        configKey: linkHosts.LINK_HOSTS_KEY,
        versionNo: 1,
        value: JSON.stringify(hosts),
        effectiveFrom: HOSTS_SINCE,
        inForceFrom: startOfBusinessDate(HOSTS_SINCE),
        storedStatus: 'IN_FORCE',
        makerUserNo: maker.userNo,
        editorUserNos: [maker.userNo],
        checkerUserNo: checker.userNo,
        reason: 'Our own site and app',
      })
      .execute();
    if (!owner) return;
    const channel: putChannel.PutChannelRule = {
      ruleName: 'Google search',
      channelCode: 'GOOGLE_ADS',
      mediaPlatform: 'GOOGLE',
      ownerUserNo: owner.userNo,
      firstLoansOnly: false,
      landingUrl: 'https://app.kituo.example/start',
      channelBilling: 'CPI',
      unitPriceCents: 60_00,
      dailyBudgetCents: 30_000_00,
      dailyCap: -1,
      pauseAtOverduePercent: null,
    };
    await seedRule(tx, { ...shared, configKey: 'operation.putChannel', value: channel });
  });
}
