import { inCallRecord, telephony } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { startSandbox } from '../../../../../../sandbox/src/index.ts';
import { makeOffer } from '../../../../../../sandbox/src/sip/media.ts';
import { addPerson, createTestApp } from '../../../../../testing/test-app.ts';
import { as } from '../../../../../testing/test-calls.ts';
import { TestPhone } from '../../../../../testing/test-phone.ts';
import { addDays, businessDateOf } from '../../../platform/policy/index.ts';

export const SECRET = 'a-secret-that-nobody-can-guess';
export const HOTLINE = '0709000111';
export const said = { reasonType: 'REPAYMENT', content: 'Which paybill?', resolveStatus: 'FOLLOWING' } as const;

/** A telephone edge with three people at it, contact hours all day, and customers to call. */
export async function telephoneDesk() {
  let people = 0;
  const sandbox = await startSandbox();
  sandbox.telephone.pace = { ringAfter: 5, answerAfter: 5, ringOut: 60, dropAfter: 20, asksEvery: 10, holdsFor: 200 };
  const { url, domain, secret } = sandbox.sip;
  const env = {
    SIP_WS_URL: url,
    SIP_DOMAIN: domain,
    SIP_SECRET: secret,
    KITUO_CALLBACK_SECRET: SECRET,
    KITUO_SANDBOX: 'on',
  };
  const app = await createTestApp({ content: 'seeded', env });
  const { db } = app.database;
  sandbox.telephone.address = `${await app.http.listen({ host: '127.0.0.1', port: 0 })}/gateway/${SECRET}/sip`;
  const { merchantNo } = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .orderBy('merchantNo')
    .executeTakeFirstOrThrow();
  const add = async (name: string, ...more: string[]) => {
    const pages = ['/AdminContent/CustomerServiceSystem/CustomerInCallRecord'];
    const codes = ['customerService:callRecord:save', ...more];
    const { userNo } = await addPerson(app.database, name, { codes, pages, dailyRevealBudget: 99 });
    await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    return await as(app, name);
  };
  const agent = await add('phone.agent');
  const other = await add('phone.other');
  const listener = await add('phone.listener', 'customerService:callRecord:listen');
  // Any hour of the day at which the tests run.
  await sql`insert into regulatory_policy (policy_key, effective_from, value)
    values ('contactHours', ${addDays(businessDateOf(new Date()), -1)}, '{"from": "00:00", "to": "24:00"}')`.execute(
    db,
  );
  await sql`insert into hotline (merchant_no, contact_type, contact_value, languages, sort, updated_by)
    select ${merchantNo}, 'PHONE', ${HOTLINE}, '{en}', 99, min(user_no) from app_user`.execute(db);

  const open: { close(): unknown }[] = [];
  async function customer(lastDigit: number): Promise<{ phone: string; customerNo: string }> {
    const phone = `25470${String((people += 1)).padStart(6, '0')}${lastDigit}`;
    const { customerNo } = await app.database.db
      .insertInto('customer')
      .values({ merchantNo, customerName: 'Njeri Caller', phone, idCardNo: `34${String(people).padStart(6, '0')}` })
      .returning('customerNo')
      .executeTakeFirstOrThrow();
    return { phone, customerNo };
  }
  /** A call to a number that ends so, let through by the gate. */
  async function placed(lastDigit: number, who = agent): Promise<{ callNo: string; phone: string; reply: string }> {
    const { phone } = await customer(lastDigit);
    const { recordNo } = await who.call(inCallRecord.save, { phone, ...said });
    const made = await who.call(inCallRecord.callBack, { recordNo });
    if (made.callNo === null) throw new Error('an extension rang');
    return { callNo: made.callNo, phone, reply: JSON.stringify(made) };
  }
  async function phoneOf(who = agent, takesCalls = false): Promise<TestPhone> {
    const phone = await TestPhone.connect(await who.call(telephony.signIn, { takesCalls }));
    open.push(phone);
    return phone;
  }
  async function dialled(phone: TestPhone, callNo: string) {
    const offer = await makeOffer();
    open.push(offer);
    return { ...phone.dial(callNo, offer.sdp), offer };
  }
  /** Everything that the edge told has been worked off. */
  async function settled(): Promise<void> {
    await sandbox.settled();
    await app.services.engine.callbacks.settled();
  }
  async function resultsOf(callNo: string) {
    return await app.database.db
      .selectFrom('contactResult')
      .select(['outcome', 'talkSeconds'])
      .where('reference', '=', callNo)
      .execute();
  }

  return {
    sandbox,
    listener,
    app,
    agent,
    other,
    merchantNo,
    open,
    customer,
    placed,
    phoneOf,
    dialled,
    settled,
    resultsOf,
  };
}
export type TelephoneDesk = Awaited<ReturnType<typeof telephoneDesk>>;
