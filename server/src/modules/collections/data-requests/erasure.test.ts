import { change, customerManage, dataRequest } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../../testing/test-app.ts';
import { listOf, type Person } from '../../../../testing/test-calls.ts';
import { contentKey, inOnePiece } from '../../platform/files/index.ts';
import { createLogger } from '../../platform/health/index.ts';
import { recordingKey } from '../../platform/recordings/index.ts';
import { removeErasedFiles } from './erased-files.ts';
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
async function tablesWith(subject: Subject): Promise<string[]> {
  const { phone, idCardNo, customerName } = subject;
  const { db } = app.database;
  const marks = [`%${phone}%`, `%${formerOf(subject)}%`, `%"${idCardNo}"%`, `%${customerName}%`];
  const { rows } = await sql<{ table: string }>`select c.relname as table from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`.execute(db);
  const found: string[] = [];
  for (const { table } of rows) {
    const held = await sql<{ held: boolean }>`select exists (select from ${sql.table(table)} t
      where to_jsonb(t)::text like any(${marks}::text[])) as held`.execute(db);
    if (held.rows[0]?.held === true) found.push(table);
  }
  // What gateways said is kept as bytes.
  for (const number of [phone, formerOf(subject)]) {
    const told =
      await sql`select from gateway_callback where position(convert_to(${number}, 'UTF8') in content) > 0`.execute(db);
    if (told.rows.length > 0) found.push('gateway_callback');
  }
  return found.toSorted();
}

/** A number that the person had before. */
const formerOf = ({ phone }: Subject): string => phone.replace('254719', '254718');

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

/** Where the exchange has a call of it. */
const recordingOf = (subject: Subject): string => `https://voice.example/${formerOf(subject)}.mp3`;

/** What is known under a number that was the person's before, and what gateways, jobs and calls keep of both. */
async function plantFormer(subject: Subject): Promise<void> {
  const { customerNo, phone, customerName } = subject;
  const { db } = app.database;
  const former = formerOf(subject);
  for (const number of [former, phone]) {
    await db.updateTable('customer').set({ phone: number }).where('customerNo', '=', customerNo).execute();
    await db
      .insertInto('callEntry')
      .values({
        desk: 'TELEMARKETING',
        merchantNo,
        phone: number,
        listType: 'LEAD',
        marketingTarget: 'FIRST_LOAN',
        optInSource: 'WEBSITE',
        optInAt: new Date(),
      })
      .execute();
    for (const topic of ['sms/delivery', 'mpesa/c2b/confirmation']) {
      const content = Buffer.from(JSON.stringify({ msisdn: number, name: customerName, topic }));
      await db.insertInto('gatewayCallback').values({ topic, content, contentType: 'application/json' }).execute();
    }
  }
  const { userNo } = await db.selectFrom('appUser').select('userNo').limit(1).executeTakeFirstOrThrow();
  const job = { kind: 'callList.import', userNo, params: '{}', lang: 'en', total: 1 } as const;
  const { jobNo } = await db.insertInto('job').values(job).returning('jobNo').executeTakeFirstOrThrow();
  const input = JSON.stringify({ phone: former, name: customerName });
  await db.insertInto('jobItem').values({ jobNo, itemNo: 1, subjectNo: '1', input }).execute();
  const attempt = { merchantNo, customerNo: null, phone: former, purpose: 'SERVICE', channel: 'CALL' } as const;
  const { attemptId } = await db
    .insertInto('contactAttempt')
    .values({ ...attempt, attemptedAt: new Date() })
    .returning('attemptId')
    .executeTakeFirstOrThrow();
  const recordingUrl = recordingOf(subject);
  await db.insertInto('contactResult').values({ attemptId, outcome: 'ANSWERED', recordingUrl }).execute();
  await db.insertInto('callRecording').values({ sourceUrl: recordingUrl, attemptId }).execute();
  const ended = { callStatus: 'ENDED', endedAt: new Date(), edgeCallId: `edge-${customerNo}` } as const;
  const callNo = `kc${customerNo.replaceAll(/[^0-9]/g, '').padStart(24, '0')}`;
  await db
    .insertInto('call')
    .values({ callNo, callDirection: 'IN', merchantNo, phone: former, ...ended })
    .execute();
}

/** A picture of the person's ID in the file store; its hash. */
async function plantPicture({ customerNo }: Subject): Promise<string> {
  const { db } = app.database;
  const { files } = app.services;
  const measured = await files.measureBuffer(Buffer.from(`the ID card of ${customerNo}`));
  await files.keep(measured);
  const { contentHash, contentType, bytes, md5 } = measured;
  await db.insertInto('storedFile').values({ contentHash, contentType, sizeBytes: bytes, md5 }).execute();
  const { orderNo } = await db
    .selectFrom('loanOrder')
    .select('orderNo')
    .where('customerNo', '=', customerNo)
    .executeTakeFirstOrThrow();
  await db.insertInto('orderImage').values({ orderNo, imageKind: 'ID_FRONT', contentHash }).execute();
  return contentHash;
}

/** One turn of what the server does every minute; whether the bytes are there afterwards. */
async function isStored(contentHash: string): Promise<boolean> {
  const { store } = app.services.files;
  await removeErasedFiles({ db: app.database.db, store, log: createLogger('silent') }, new Date());
  const content = await store.read(contentKey(contentHash));
  content?.destroy();
  return content !== null;
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
    await plantFormer(subject);
    expect(await tablesWith(subject)).toEqual(
      expect.arrayContaining([
        'call',
        'call_recording',
        'contact_attempt',
        'customer',
        'feedback_event',
        'former_phone',
      ]),
    );
    expect(await tablesWith(subject)).toEqual(expect.arrayContaining(['gateway_callback', 'job_item']));
    const { store } = app.services.files;
    await store.write(recordingKey(recordingOf(subject)), inOnePiece(Buffer.from('a talk')));
    const lines = await erased(subject);
    expect(await tablesWith(subject)).toEqual([]);
    await removeErasedFiles({ db: app.database.db, store, log: createLogger('silent') }, new Date());
    expect(await store.read(recordingKey(recordingOf(subject)))).toBeNull();
    expect(lines.filter(({ decision }) => decision === 'KEPT').every(({ duty }) => duty === 'RECORD')).toBe(true);
    expect((await agent.post(customerManage.page, listOf({ customerNo: subject.customerNo }))).data.rows).toMatchObject(
      [{ accountStatus: 'CLOSED' }],
    );
  });

  it('keeps what loans and payments are proved by, until a day, and erases the rest', async () => {
    const subject = await desk.borrower('CLOSED');
    await plant(subject);
    await plantFormer(subject);
    const picture = await plantPicture(subject);
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
    expect(of('gateway_callback.money')).toMatchObject({ decision: 'KEPT', duty: 'MONEY', rows: 2 });
    expect(of('gateway_callback.contact')).toMatchObject({ decision: 'ERASED', rows: 2 });
    expect(of('job_item.own')).toMatchObject({ decision: 'ERASED', rows: 1 });
    expect(await isStored(picture)).toBe(true);
  });

  it('leaves nothing of a borrower either once the years of the law are over', async () => {
    const subject = await desk.borrower('CLOSED', 8);
    await plant(subject);
    await plantFormer(subject);
    const picture = await plantPicture(subject);
    expect(await isStored(picture)).toBe(true);
    await erased(subject);
    expect(await tablesWith(subject)).toEqual([]);
    expect(await isStored(picture)).toBe(false);
  });

  it('leaves a number alone that is another customer’s by now', async () => {
    const [subject, heir] = [await desk.customer(), await desk.customer()];
    await plantFormer(subject);
    const { db } = app.database;
    const phone = formerOf(subject);
    await db.updateTable('customer').set({ phone }).where('customerNo', '=', heir.customerNo).execute();
    await erased(subject);
    const { rows } = await sql`select from call_entry where phone = ${phone}`.execute(db);
    expect(rows).toHaveLength(1);
    expect(await tablesWith({ ...subject, phone: subject.phone })).not.toContain('former_phone');
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
