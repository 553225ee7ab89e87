import { change, customerManage, dataRequest } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../../testing/test-app.ts';
import { listOf, type Person } from '../../../../testing/test-calls.ts';
import { HOLDINGS } from './holdings.ts';
import { personOf } from './person.ts';
import { openSubjectDesk, type Subject, type SubjectDesk } from './testing/subject-desk.ts';

let desk: SubjectDesk;
let app: TestApp;
let agent: Person;
let other: Person;
let merchantNo: string;
const { approve } = change.changeFamilies.customerAccount;

beforeAll(async () => {
  desk = await openSubjectDesk();
  ({ app, agent, other, merchantNo } = desk);
});
afterAll(async () => await desk[Symbol.asyncDispose]());

const detail = async (requestNo: string) => await agent.call(dataRequest.one, { requestNo });

/** Every table whose rows hold a number, an ID or a name in any column. */
async function tablesWith({ phone, idCardNo, customerName }: Subject): Promise<string[]> {
  const { db } = app.database;
  const { rows } = await sql<{ table: string }>`select c.relname as table from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`.execute(db);
  const found: string[] = [];
  for (const { table } of rows) {
    const held = await sql<{ held: boolean }>`select exists (select from ${sql.table(table)} t
      where to_jsonb(t)::text like any(array[${`%${phone}%`}, ${`%"${idCardNo}"%`}, ${`%${customerName}%`}])) as held`.execute(
      db,
    );
    if (held.rows[0]?.held === true) found.push(table);
  }
  return found.toSorted();
}

/** The person's number and words in the tables that staff, robots and gateways write. */
async function plant({ customerNo, phone, customerName }: Subject): Promise<void> {
  const { db } = app.database;
  const { userNo } = await db.selectFrom('appUser').select('userNo').limit(1).executeTakeFirstOrThrow();
  const words = `Call ${customerName} back on ${phone}`;
  const shared = { merchantNo, customerNo };
  const { feedbackNo } = await db
    .insertInto('feedback')
    .values({
      ...shared,
      source: 'CALL',
      category: 'OTHER',
      severity: 'LOW',
      content: words,
      createdBy: userNo,
      dueAt: new Date(),
    })
    .returning('feedbackNo')
    .executeTakeFirstOrThrow();
  const event = { feedbackNo, command: 'note', toStatus: 'UNPROCESSED', userNo, note: words } as const;
  await db.insertInto('feedbackEvent').values(event).execute();
  await db
    .insertInto('inCallRecord')
    .values({ ...shared, phone, reasonType: 'OTHER', content: words, callAt: new Date(), agentUserNo: userNo })
    .execute();
  const advice = { adviceType: 'OTHER', content: words, language: 'en', appVersion: '4.2.0' } as const;
  await db
    .insertInto('appAdvice')
    .values({ ...shared, ...advice, phone, replyDueAt: new Date() })
    .execute();
  for (const purpose of ['MARKETING', 'SERVICE'] as const) {
    const { attemptId } = await db
      .insertInto('contactAttempt')
      .values({ ...shared, phone, purpose, channel: 'SMS', content: words, attemptedAt: new Date() })
      .returning('attemptId')
      .executeTakeFirstOrThrow();
    const sent = { attemptId, channel: 'SMS', phone, payload: JSON.stringify({ to: phone, text: words }) } as const;
    await db.insertInto('contactDispatch').values(sent).execute();
  }
  await db
    .insertInto('message')
    .values({ kind: 'customer.code', channel: 'SMS', merchantNo, destination: phone, subject: 'Code', body: words })
    .execute();
  await db
    .insertInto('smsReply')
    .values({ ...shared, vendorSmsId: `v-${customerNo}`, phone, replyText: words })
    .execute();
  await db
    .insertInto('inAppMessage')
    .values({ messageNo: `app-${customerNo}`, merchantNo, phone, sender: 'Kituo', title: 'Hello', body: words })
    .execute();
  await db
    .insertInto('appDevice')
    .values({ merchantNo, token: `token-${customerNo}`, phone, os: 'ANDROID' })
    .execute();
  await db
    .insertInto('optOutLink')
    .values({ token: `opt-out-${customerNo}`, merchantNo, phone })
    .execute();
}

async function erased(subject: Subject) {
  const requestNo = await desk.verified(subject.customerNo, 'ERASURE');
  const { changeNo } = await agent.call(dataRequest.erase, { requestNo, reason: 'Asked by letter' });
  expect((await agent.post(approve.path, { changeNo })).data.error).toBe('CHANGE_OWN');
  expect((await detail(requestNo)).proof).toBeNull();
  await other.call(approve, { changeNo });
  const { proof, row } = await detail(requestNo);
  expect(row.requestStatus).toBe('FULFILLED');
  expect(proof).toMatchObject({ isIntact: true, makerName: 'dr.agent', checkerName: 'dr.other' });
  return proof?.lines ?? [];
}

const tableOf = ({ holding }: { readonly holding: string }) => holding.split('.')[0] ?? '';

describe('an erasure', () => {
  it('leaves nothing of a person without a loan in any table of the database', async () => {
    const subject = await desk.customer();
    await plant(subject);
    expect(await tablesWith(subject)).toEqual(
      expect.arrayContaining(['contact_attempt', 'customer', 'feedback_event']),
    );
    const lines = await erased(subject);
    expect(await tablesWith(subject)).toEqual([]);
    expect(lines.filter(({ decision }) => decision === 'KEPT').every(({ duty }) => duty === 'RECORD')).toBe(true);
    expect(
      (await agent.post(customerManage.page.path, listOf({ customerNo: subject.customerNo }))).data.rows,
    ).toMatchObject([{ accountStatus: 'CLOSED' }]);
  });

  it('keeps what loans and payments are proved by, until a day, and erases the rest', async () => {
    const subject = await desk.borrower('CLOSED');
    await plant(subject);
    const lines = await erased(subject);
    const kept = new Set(lines.filter(({ decision }) => decision === 'KEPT').map(tableOf));
    expect((await tablesWith(subject)).filter((table) => !kept.has(table))).toEqual([]);
    const of = (holding: string) => lines.find((line) => line.holding === holding);
    expect(of('customer.identity')).toMatchObject({ decision: 'KEPT', duty: 'LOAN', keepUntil: expect.any(String) });
    expect(of('customer.profile')).toMatchObject({ decision: 'ERASED' });
    expect(of('order_evidence.phone')).toMatchObject({ decision: 'ERASED', rows: 1 });
    expect(of('order_evidence.identity')).toMatchObject({ decision: 'KEPT', rows: 1 });
    expect(of('contact_attempt.offers')).toMatchObject({ decision: 'ERASED' });
    expect(of('contact_attempt.service')).toMatchObject({ decision: 'KEPT' });
  });

  it('leaves nothing of a borrower either once the years of the law are over', async () => {
    const subject = await desk.borrower('CLOSED', 8);
    await plant(subject);
    await erased(subject);
    expect(await tablesWith(subject)).toEqual([]);
  });

  it('is refused while a loan is open, with what is', async () => {
    const { customerNo } = await desk.borrower('DISBURSED');
    const requestNo = await desk.verified(customerNo, 'ERASURE');
    expect((await detail(requestNo)).open.length).toBeGreaterThan(0);
    expect(await agent.refusalOf(dataRequest.erase, { requestNo, reason: 'Asked' })).toMatchObject({
      error: 'ERASURE_LOAN_OPEN',
    });
    expect((await detail(requestNo)).row.requestStatus).toBe('VERIFIED');
  });

  it('sets what the database takes, in every table', async () => {
    const { customerNo } = await desk.customer();
    const { db } = app.database;
    const person = await personOf(db, customerNo);
    for (const { holding, table, erase } of HOLDINGS) {
      if (erase === null || erase === 'delete') continue;
      // Any one row will do: columns, types and constraints are checked, and it is rolled back.
      const tried = db.transaction().execute(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx);
        await sql`update ${sql.table(table)} set ${erase(person)}
          where ctid = (select ctid from ${sql.table(table)} limit 1)`.execute(tx);
        throw new Error('tried');
      });
      await expect(tried, holding).rejects.toThrow('tried');
    }
  });

  it('lets nobody change append-only rows outside of it, nor write anything into them within', async () => {
    const subject = await desk.customer();
    await plant(subject);
    const { db } = app.database;
    const outside = sql`update contact_attempt set content = '[erased]' where customer_no = ${subject.customerNo}`;
    await expect(outside.execute(db)).rejects.toThrow(/append-only/);
    const requestNo = await desk.verified(subject.customerNo, 'ERASURE');
    await agent.call(dataRequest.erase, { requestNo, reason: 'Asked' });
    const within = async (content: string) =>
      await db.transaction().execute(async (tx) => {
        await sql`select set_config('kituo.erasure', ${requestNo}, true)`.execute(tx);
        await sql`update contact_attempt set content = ${content} where customer_no = ${subject.customerNo}`.execute(
          tx,
        );
      });
    await expect(within('Something else was said')).rejects.toThrow(/may only be erased/);
    await expect(within('[erased]')).resolves.toBeUndefined();
  });
});
