import { config, hotline, type messageNodes, messagePoint, messageTemplate } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { addPerson, createTestApp } from '../../../../../testing/test-app.ts';
import { as } from '../../../../../testing/test-calls.ts';
import { lend, makeProduct } from '../../../lending/orders/testing/lend.ts';
import { addDays, businessDateOf } from '../../../platform/policy/index.ts';
import { sendNotices } from '../index.ts';

export const today = businessDateOf(new Date());

/** Business nodes with a maker and a checker, contact hours all day, and loans to write of. */
export async function noticeDesk() {
  const app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const pages = [messageTemplate.MESSAGE_TEMPLATE_PAGE, messagePoint.BUSINESS_NODE_PAGE, hotline.HOTLINE_PAGE];
  const userNos: string[] = [];
  for (const [name, held] of [
    ['nodes.maker', ['messageTemplate:save', 'messagePoint:save', 'hotline:save']],
    ['nodes.checker', ['config:audit']],
  ] as const) {
    const codes = held.map((code) => `operation:${code}`);
    const { userNo, roleNo } = await addPerson(app.database, name, { pages, codes });
    userNos.push(userNo);
    await db.updateTable('role').set({ dataScope: 'ALL' }).where('roleNo', '=', roleNo).execute();
  }
  const [first = '', second = ''] = userNos;
  const people = { maker: first, checker: second };
  const [maker, checker] = [await as(app, 'nodes.maker'), await as(app, 'nodes.checker')] as const;
  const productNo = await makeProduct(db);
  await sql`insert into regulatory_policy (policy_key, effective_from, value)
    values ('contactHours', ${addDays(today, -1)}, '{"from": "00:00", "to": "24:00"}')`.execute(db);

  const draft = (configKey: string, subjectNo: string, value: object) => ({
    configKey,
    subjectNo,
    value,
    effectiveFrom: today,
    reason: 'Customers asked for it',
  });
  /** A version that is in force at once, with a second person where the family asks for one. */
  async function inForce(configKey: string, subjectNo: string, value: object): Promise<string> {
    const saved = await maker.call(config.save, draft(configKey, subjectNo, value));
    const { versionId } = saved;
    const submitted = await maker.call(config.submit, { versionId, version: saved.version });
    if (submitted.versionStatus !== 'PENDING') return submitted.versionStatus;
    return (await checker.call(config.approve, { versionId, version: submitted.version })).versionStatus;
  }
  const pointOf = (nodeCode: messageNodes.NodeCode, value: object) =>
    [
      messagePoint.MESSAGE_POINT_KEY,
      `ALL_${nodeCode}`,
      { isEnabled: true, templateCodes: [nodeCode], ...value },
    ] as const;
  const setPoint = async (nodeCode: messageNodes.NodeCode, value: object) => await inForce(...pointOf(nodeCode, value));
  const noticesOf = async (nodeCode: messageNodes.NodeCode, ...subjects: string[]) =>
    await app.database.db
      .selectFrom('nodeNotice')
      .select(['subjectNo', 'noticeStatus', 'fault'])
      .where('nodeCode', '=', nodeCode)
      .where('subjectNo', 'in', subjects)
      .orderBy('noticeId')
      .execute();
  const textsTo = async (customerNo: string, templateCode: string) => {
    const found = await app.database.db
      .selectFrom('contactAttempt as a')
      .leftJoin('contactDispatch as d', 'd.attemptId', 'a.attemptId')
      .select(['a.content', 'a.refusedFor', 'd.payload'])
      .where('a.customerNo', '=', customerNo)
      .where('a.templateCode', '=', templateCode)
      .execute();
    return found;
  };
  const send = async (now = new Date()) => await sendNotices(app.database.db, app.services, now);
  const loan = async () => await lend(app.database.db, { productNo, approvedCents: 400_000, ...people });
  const firstBill = async (orderNo: string) =>
    await app.database.db.selectFrom('bill').selectAll().where('orderNo', '=', orderNo).executeTakeFirstOrThrow();

  return {
    productNo,
    maker,
    app,
    people,
    draft,
    inForce,
    pointOf,
    setPoint,
    noticesOf,
    textsTo,
    send,
    loan,
    firstBill,
  };
}
export type NoticeDesk = Awaited<ReturnType<typeof noticeDesk>>;
