import { config, putChannel, intake, trafficPersonnel } from '@kituo/sdk/contracts';
import { addPerson, createTestApp } from '../../../../../testing/test-app.ts';
import { as, listOf } from '../../../../../testing/test-calls.ts';
import { makeProduct } from '../../../lending/orders/testing/lend.ts';
import { createLogger } from '../../../platform/health/index.ts';
import { startJobWorker } from '../../../platform/jobs/index.ts';
import { businessDateOf } from '../../../platform/policy/index.ts';

/** A channel of a merchant, its owner who saves, somebody who approves, and a worker of jobs. */
export async function channelDesk() {
  let phones = 0;
  const app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const stop = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
  const productNo = await makeProduct(db);
  const { merchantNo } = await db
    .selectFrom('loanProduct')
    .select('merchantNo')
    .where('productNo', '=', productNo)
    .executeTakeFirstOrThrow();
  await db.deleteFrom('merchantTrafficLimit').execute();
  const add = async (name: string, codes: readonly string[]) => {
    const { userNo } = await addPerson(app.database, name, { codes, pages: putChannel.owners.access.page });
    await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    return userNo;
  };
  const ownerUserNo = await add('pc.maker', [
    'operation:putChannel:save',
    'operation:putChannel:enable',
    'audit:order:intake',
  ]);
  await add('pc.checker', ['operation:putChannel:audit']);
  const [maker, checker] = [await as(app, 'pc.maker'), await as(app, 'pc.checker')] as const;
  await db.insertInto('personnel').values({ personnelKind: 'TRAFFIC', userNo: ownerUserNo }).execute();
  const channel = {
    ruleName: 'Search ads',
    channelCode: 'SEARCH_1',
    mediaPlatform: 'GOOGLE',
    ownerUserNo,
    firstLoansOnly: false,
    landingUrl: 'https://app.example/haraka',
    channelBilling: 'CPI',
    unitPriceCents: 50_00,
    dailyBudgetCents: 120_00,
    dailyCap: -1,
    pauseAtOverduePercent: null,
  };

  const save = async (value: Partial<putChannel.PutChannelRule>, more: object = {}) =>
    (
      await maker.post(putChannel.save, {
        merchantNo,
        value: { ...channel, ...value },
        effectiveFrom: businessDateOf(new Date()),
        reason: 'November',
        ...more,
      })
    ).data;
  const agree = async (ruleId: string) => {
    const asked = listOf({
      configKey: 'operation.putChannel',
      subjectNo: `${merchantNo}_${ruleId}`,
      versionStatus: 'PENDING',
    });
    const [{ versionId, version }] = (await checker.post(config.page, asked)).data.rows;
    return (await checker.post(config.approve, { versionId, version })).code;
  };
  const register = async (channelCode: string | null = 'SEARCH_1') =>
    (
      await maker.post(intake.customer, {
        merchantNo,
        phone: `25471188${String((phones += 1)).padStart(4, '0')}`,
        customerName: 'Akinyi Channel',
        idCardNo: '12345678',
        channelCode,
      })
    ).data;
  const apply = async (customerNo: string) =>
    (
      await maker.post(intake.apply, {
        customerNo,
        productNo,
        appliedCents: 300_000,
        payeePhone: '254712345678',
        payeeName: 'Akinyi',
      })
    ).data.orderNo;
  const rowOf = async (ruleId: string) => (await maker.get(putChannel.detail, { ruleId })).data;
  const promotionOf = async (orderNo: string) =>
    (
      await app.database.db
        .selectFrom('loanOrder')
        .select('promotionChannel')
        .where('orderNo', '=', orderNo)
        .executeTakeFirstOrThrow()
    ).promotionChannel;

  /** Another of the traffic staff of the merchant, with a record as given. */
  const addTraffic = async (name: string, record: { joinAutoAllot: boolean; firstLoanWhitelist: boolean }) => {
    const { userNo } = await addPerson(app.database, name, {
      codes: ['operation:putChannel:save', 'operation:trafficPersonnel:freeze'],
      pages: [...putChannel.owners.access.page, trafficPersonnel.TRAFFIC_PERSONNEL_PAGE],
    });
    await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    await db
      .insertInto('personnel')
      .values({ personnelKind: 'TRAFFIC', userNo, ...record })
      .execute();
    await db.insertInto('personnelMerchant').values({ personnelKind: 'TRAFFIC', userNo, merchantNo }).execute();
    return userNo;
  };

  return {
    addTraffic,
    channel,
    app,
    stop,
    checker,
    merchantNo,
    productNo,
    maker,
    save,
    agree,
    register,
    apply,
    rowOf,
    promotionOf,
  };
}
export type ChannelDesk = Awaited<ReturnType<typeof channelDesk>>;
