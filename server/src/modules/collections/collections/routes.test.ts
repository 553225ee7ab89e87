import { randomUUID } from 'node:crypto';
import { collection, job, reveal } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { previewing } from '../../../../testing/test-previews.ts';
import { lockWaits } from '../../../../../tests/support/lock-waits.ts';
import { applyForChargeOff, decideChargeOff } from '../../payments/charge-offs/index.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { lockLoan } from '../../payments/payments/index.ts';
import { expectRefusal } from '../../payments/payments/testing/every-row.ts';
import { refuseUnlisted } from '../../payments/payments/testing/unlisted-pairs.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { redistributeCase, runCaseDay } from './index.ts';
import { caseMachine } from './case.machine.ts';
import { promiseToPayMachine } from './promise-to-pay.machine.ts';
import { bringCase } from './testing/case-states.ts';
import { makeCollector } from './testing/collectors.ts';

/* One suite for both collection systems: a case by bill takes what a case by order does, through its own paths and codes. */

const SYSTEMS = [
  {
    system: 'ORDER',
    of: collection.byOrder,
    others: collection.byBill,
    area: 'collection',
    othersArea: 'collectionStage',
    folder: 'CollectionSystem',
    ending: '',
    prefix: '',
  },
  {
    system: 'BILL',
    of: collection.byBill,
    others: collection.byOrder,
    area: 'collectionStage',
    othersArea: 'collection',
    folder: 'CollectionSystemNew',
    ending: 'New',
    prefix: 'stage/',
  },
] as const;

describe.each(SYSTEMS)('$system', ({ system, of, others, area, othersArea, folder, ending, prefix }) => {
  let app: TestApp;
  let desk: Person;
  let worker: Person;
  let workerNo: string;
  let otherNo: string;
  let stop: () => Promise<void>;
  let people: { maker: string; checker: string };
  let productNo: string;
  let merchantNo: string;
  const TODAY = businessDateOf(new Date());
  const log = createLogger('silent');

  const CODES = [
    'followUp:save',
    'promise:save',
    'contact:call',
    'contact:sms',
    'case:retain',
    'case:distribute',
    'case:redistribute',
    'case:recall',
    'contact:reveal',
    'badDebt:enter',
    'badDebt:cancel',
  ].map((code) => `${area}:${code}`);
  const page = (name: string) => `/AdminContent/${folder}/${name}${ending}`;
  const PAGES = ['MyCollection', 'CaseAllocation', 'BadDebtManagement', 'OutCollectionList'].map(page);

  beforeAll(async () => {
    app = await createTestApp({ content: 'seeded' });
    const { db } = app.database;
    stop = await startJobWorker({ db, services: app.services, log });
    people = {
      maker: (await addPerson(app.database, 'loan.maker')).userNo,
      checker: (await addPerson(app.database, 'loan.checker')).userNo,
    };
    productNo = await makeProduct(db, { collectionScope: system });
    ({ merchantNo } = await db
      .selectFrom('merchant')
      .select('merchantNo')
      .orderBy('merchantNo')
      .limit(1)
      .executeTakeFirstOrThrow());
    workerNo = await makeCollector(app.database, 'worker', {}, CODES, PAGES);
    otherNo = await makeCollector(app.database, 'other');
    worker = previewing(app, await as(app, 'collector.worker'));
    await makeCollector(app.database, 'desk', {}, CODES, PAGES);
    desk = previewing(app, await as(app, 'collector.desk'));
    // Any hour of the day at which the tests run.
    await sql`insert into regulatory_policy (policy_key, effective_from, value)
    values ('contactHours', ${addDays(TODAY, -1)}, '{"from": "00:00", "to": "24:00"}')`.execute(db);
  });
  afterAll(async () => {
    await stop();
    await app[Symbol.asyncDispose]();
  });

  let caseId: string;
  let orderNo: string;
  let customerNo: string;
  async function openCase(dpd = 5): Promise<void> {
    const { db } = app.database;
    ({ orderNo, customerNo } = await lend(db, { productNo, approvedCents: 500_000, ...people }));
    await sql`update bill set due_date = ${addDays(TODAY, -dpd)}, accrued_through = ${addDays(TODAY, -1)}
    where order_no = ${orderNo}`.execute(db);
    await runCaseDay(db, addDays(TODAY, -1), log);
    const { caseNo } = await db
      .selectFrom('collectionCase')
      .select('caseNo')
      .where('orderNo', '=', orderNo)
      .executeTakeFirstOrThrow();
    caseId = caseNo;
  }
  beforeEach(async () => await openCase());

  async function ended(jobNo: string) {
    const status = async () => (await desk.get(job.detail, { jobNo })).data.jobStatus;
    await expect.poll(status).not.toMatch(/QUEUED|RUNNING/);
    return (await desk.post(job.items, { jobNo, page: 1, pageSize: 20 })).data.rows;
  }
  const give = (who = workerNo, ids = [caseId]) =>
    desk.post(of.distribute, { caseIds: ids, mode: 'HAND', collectionUserNo: who });

  describe('allocation', () => {
    it('gives, hands on and takes back; the case shows who has it, masked, with what may be done', async () => {
      expect((await give()).data).toMatchObject({
        jobNo: null,
        cases: [{ caseId, caseStatus: 'COLLECTING', collectorUserNo: workerNo }],
      });
      const { data } = await desk.post(of.allotPage, listOf({ caseNo: caseId }));
      expect(data.rows).toMatchObject([
        {
          caseId,
          orderNo,
          dpd: 5,
          caseLevel: 'S1',
          collectorUserNo: workerNo,
          customerName: 'Wa********st',
          idCardNo: '23****89',
        },
      ]);
      expect(data.rows[0].phone).toMatch(/^25\*{7}\d{3}$/);
      expect(data.rows[0].allowedActions).toEqual(['redistribute', 'recall', 'retain', 'enterBadDebt']);
      const hand = { caseIds: [caseId], collectionUserNo: otherNo, reason: 'Load' };
      expect((await desk.post(of.redistribute, hand)).code).toBe(0);
      const back = await desk.post(of.recall, { caseIds: [caseId] });
      expect(back.data.cases).toMatchObject([{ collectorUserNo: workerNo }]);
      const detail = await desk.get(of.allotOne, { caseId });
      expect(detail.data.assignments.map((one: { cause: string }) => one.cause)).toEqual([
        'RESTORED',
        'REDISTRIBUTED',
        'DISTRIBUTED',
      ]);
      expect(detail.data.events.map((one: { command: string }) => one.command)).toEqual([
        'cancelAllocationToPrevious',
        'redistribute',
        'distribute',
        'open',
      ]);
      const audited = await app.database.db
        .selectFrom('auditLog')
        .select('action')
        .where('subjectNo', '=', caseId)
        .orderBy('auditId')
        .execute();
      expect(audited.map(({ action }) => action)).toEqual([
        `${area}.distribute`,
        `${area}.redistribute`,
        `${area}.recall`,
      ]);
    });

    it('answers a repeated command with the same bytes, and shows a dry run that leaves no trace', async () => {
      const { http } = app;
      const dry = await http.inject({
        method: 'POST',
        url: `/api/hc/web/caseAllot/${prefix}distribute`,
        headers: { 'auth-token': desk.token, 'idempotency-key': randomUUID(), 'kituo-dry-run': '1' },
        payload: { caseIds: [caseId], mode: 'HAND', collectionUserNo: workerNo },
      });
      expect(dry.json().data).toMatchObject({
        before: [{ subjectNo: caseId, facts: { caseStatus: 'POOL', collectorUserNo: null } }],
        after: [{ subjectNo: caseId, facts: { caseStatus: 'COLLECTING', collectorUserNo: workerNo } }],
      });
      const rows = await desk.post(of.allotPage, listOf({ caseNo: caseId }));
      expect(rows.data.rows).toMatchObject([{ caseStatus: 'POOL' }]);
      const key = randomUUID();
      const request = { caseIds: [caseId], mode: 'HAND', collectionUserNo: workerNo };
      const first = await desk.post(of.distribute, request, key);
      const again = await desk.post(of.distribute, request, key);
      expect(again.body.equals(first.body)).toBe(true);
    });

    it('does many as a job, each with its own result', async () => {
      const first = caseId;
      await openCase();
      await give(otherNo);
      const { data } = await give(workerNo, [first, caseId, 'CS9999999999']);
      expect(await ended(data.jobNo)).toMatchObject([
        { subjectNo: first, itemStatus: 'SUCCESS' },
        { subjectNo: caseId, itemStatus: 'FAILURE' },
        { itemStatus: 'FAILURE', reason: 'Case not found' },
      ]);
    });

    it('reaches neither other merchants’ cases nor the other system’s', async () => {
      const { db } = app.database;
      const held = await db.selectFrom('userMerchant').selectAll().where('userNo', '=', otherNo).execute();
      const stranger = await addPerson(app.database, `stranger.${caseId}`, { codes: CODES, pages: PAGES });
      const elsewhere = held.find((one) => one.merchantNo !== merchantNo)?.merchantNo ?? '';
      await db.insertInto('userMerchant').values({ userNo: stranger.userNo, merchantNo: elsewhere }).execute();
      const person = await as(app, `stranger.${caseId}`);
      expect((await person.post(of.allotPage, listOf({ caseNo: caseId }))).data.total).toBe(0);
      expect((await person.get(of.allotOne, { caseId })).data.error).toBe('CASE_NOT_FOUND');
      const request = { caseIds: [caseId], mode: 'HAND', collectionUserNo: workerNo };
      expect((await person.post(of.distribute, request)).data.error).toBe('CASE_NOT_FOUND');
      expect((await desk.post(others.distribute, request)).data.error).toBe('FORBIDDEN');
    });

    it.each([
      ['distribute', 'COLLECTING', 'ILLEGAL_TRANSITION'],
      ['redistribute', 'POOL', 'ILLEGAL_TRANSITION'],
      ['recall', 'POOL', 'ILLEGAL_TRANSITION'],
      ['retain', 'POOL', 'ILLEGAL_TRANSITION'],
      ['cancelRetain', 'COLLECTING', 'ILLEGAL_TRANSITION'],
      ['retain', 'RETAINED', 'ILLEGAL_TRANSITION'],
      ['redistribute', 'RETAINED', 'CASE_RETAINED'],
      ['recall', 'RETAINED', 'CASE_RETAINED'],
    ])('refuses %s in %s and writes nothing', async (command, state, error) => {
      if (state !== 'POOL') await give();
      const reason = 'Waits for a salary';
      if (state === 'RETAINED') await desk.post(of.retain, { caseIds: [caseId], reason });
      const before = await countRows();
      const more: Record<string, object> = {
        distribute: { mode: 'HAND', collectionUserNo: otherNo },
        redistribute: { collectionUserNo: otherNo, reason },
        retain: { reason },
      };
      const request = { caseIds: [caseId], ...more[command] };
      expect((await desk.post(`caseAllot/${prefix}${command}`, request)).data.error).toBe(error);
      expect(await countRows()).toEqual(before);
    });
  });

  const TABLES = [
    'collection_case',
    'case_assignment',
    'case_event',
    'promise_to_pay',
    'contact_attempt',
    'contact_dispatch',
  ];

  describe('a case takes in each state what its machine lists, and else moves no row', () => {
    it('by every command of a case', async () => {
      const reason = 'Tried';
      const call =
        (path: string, more: object = {}) =>
        () =>
          desk.post(path, { caseIds: [caseId], ...more });
      const entry = { badDebtReason: 'DEATH', evidence: ['AT000001'], remark: 'Reported' };
      const other = { collectionUserNo: otherNo };
      const kept = { RETAINED: 'CASE_RETAINED' };
      const refused = await refuseUnlisted({
        db: app.database.db,
        machine: caseMachine,
        tables: TABLES,
        put: (state) =>
          bringCase(state, {
            db: app.database.db,
            desk,
            caseId,
            collectorNo: workerNo,
            ...(prefix !== '' && { prefix }),
          }),
        commands: {
          distribute: {
            gives: ['distribute'],
            call: call(`caseAllot/${prefix}distribute`, { ...other, mode: 'HAND' }),
          },
          redistribute: {
            gives: ['redistribute'],
            call: call(`caseAllot/${prefix}redistribute`, { ...other, reason }),
            refusals: kept,
          },
          recall: { gives: ['cancelAllocationToPool'], call: call(`caseAllot/${prefix}recall`), refusals: kept },
          retain: { gives: ['retain'], call: call(`caseAllot/${prefix}retain`, { reason }) },
          cancelRetain: { gives: ['cancelRetention'], call: call(`caseAllot/${prefix}cancelRetain`) },
          enter: { gives: ['enterBadDebt'], call: call(`badDebt/${prefix}enter`, entry) },
          leave: { gives: ['leaveBadDebtToCollecting'], call: call(`badDebt/${prefix}cancel`, { reason }) },
        },
      });
      expect(refused).toBe(27);
    });

    it('by taking a promise back that is no longer open', async () => {
      const { db } = app.database;
      await give();
      const promise = {
        caseId,
        promiseAmountCents: 100_000,
        promisedRepaymentTime: addDays(TODAY, 2),
        promiseChannel: 'MPESA',
      };
      const { promiseNo } = (await worker.post(of.promiseSave, promise)).data;
      const cancel = () => worker.post(of.promiseCancel, { promiseNo, reason: 'Twice' });
      const refused = await refuseUnlisted({
        db,
        machine: promiseToPayMachine,
        tables: TABLES,
        put: async (promiseStatus) =>
          await db.updateTable('promiseToPay').set({ promiseStatus }).where('promiseNo', '=', promiseNo).execute(),
        commands: { cancel: { gives: ['cancel'], call: cancel } },
      });
      expect(refused).toBe(3);
    });
  });

  describe('a case is left as it is', () => {
    it('where its collector has left', async () => {
      const { db } = app.database;
      const leftNo = await makeCollector(app.database, 'left');
      await db.updateTable('appUser').set({ employeeStatus: 'LEFT' }).where('userNo', '=', leftNo).execute();
      await expectRefusal(db, TABLES, 'COLLECTOR_LEFT', () => give(leftNo));
    });

    it('where it was handed on while somebody took it back', async () => {
      const { db } = app.database;
      const { userNo: thirdNo } = await db
        .selectFrom('appUser')
        .select('userNo')
        .where('userName', '=', 'collector.desk')
        .executeTakeFirstOrThrow();
      await give();
      const hand = { caseIds: [caseId], collectionUserNo: otherNo, reason: 'Load' };
      await desk.post(of.redistribute, hand);
      const plain = await as(app, 'collector.desk');
      const recalled = await db.transaction().execute(async (tx) => {
        await sql`select from collection_case where case_no = ${caseId} for update`.execute(tx);
        const recall = plain.post(of.recall, { caseIds: [caseId] });
        await expect.poll(() => lockWaits(db)).toBe(1);
        const reach = { caseScope: system, caller: { scope: 'all', userNo: people.maker } } as const;
        await redistributeCase(tx, caseId, thirdNo, reach, { by: people.maker, at: new Date() });
        return { recall };
      });
      expect((await recalled.recall).data.error).toBe('CASE_MOVED');
      const { data } = await desk.get(of.allotOne, { caseId });
      expect(data.assignments.map((one: { cause: string }) => one.cause)).toEqual([
        'REDISTRIBUTED',
        'REDISTRIBUTED',
        'DISTRIBUTED',
      ]);
    });

    it('where no such promise, or one of another merchant’s case, is taken back', async () => {
      const { db } = app.database;
      await give();
      const promise = {
        caseId,
        promiseAmountCents: 100_000,
        promisedRepaymentTime: addDays(TODAY, 2),
        promiseChannel: 'MPESA',
      };
      const { promiseNo } = (await worker.post(of.promiseSave, promise)).data;
      const name = `away.${caseId}`;
      const { userNo } = await addPerson(app.database, name, { codes: CODES, pages: PAGES });
      const other = await db
        .selectFrom('merchant')
        .select('merchantNo')
        .where('merchantNo', '<>', merchantNo)
        .limit(1)
        .executeTakeFirstOrThrow();
      await db.insertInto('userMerchant').values({ userNo, merchantNo: other.merchantNo }).execute();
      for (const [who, number] of [
        [worker, 'PP999999999'],
        [await as(app, name), promiseNo],
      ] as const) {
        const cancel = { promiseNo: number, reason: 'Entered twice' };
        await expectRefusal(db, TABLES, 'PROMISE_NOT_FOUND', () => who.post(of.promiseCancel, cancel));
      }
    });

    it('in the pool of bad debt once its loss was booked', async () => {
      const { db } = app.database;
      await give();
      await desk.post(of.badDebtEnter, {
        caseIds: [caseId],
        badDebtReason: 'DEATH',
        evidence: ['AT000001'],
        remark: 'Reported',
      });
      await db.transaction().execute(async (tx) => {
        const loan = await lockLoan(tx, orderNo, TODAY);
        const billNos = loan.open.map(({ billNo }) => billNo);
        const chargeOffNo = await applyForChargeOff(tx, loan, {
          billNos,
          reason: 'Lost',
          applicantUserNo: people.maker,
        });
        await decideChargeOff(tx, chargeOffNo, loan, { isApproved: true, userNo: people.checker });
      });
      const lost = await desk.post(of.badDebtPage, listOf({ caseNo: caseId, chargeOffStatus: 'APPROVED' }));
      expect(lost.data.rows).toMatchObject([{ chargeOffStatus: 'APPROVED', recoveredCents: 0, principalCents: 0 }]);
      expect(lost.data.rows[0].chargedOffCents).toBe(lost.data.rows[0].dueCents);
      const leave = { caseIds: [caseId], reason: 'Alive and well' };
      await expectRefusal(app.database.db, TABLES, 'BAD_DEBT_CHARGED_OFF', () => desk.post(of.badDebtCancel, leave));
    });
  });

  async function countRows() {
    const tables = [
      'case_assignment',
      'case_event',
      'case_follow_up',
      'promise_to_pay',
      'audit_log',
      'idempotency_record',
      'contact_dispatch',
    ];
    const counts: Record<string, number> = {};
    for (const table of tables) {
      const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(app.database.db);
      counts[table] = rows[0]?.n ?? -1;
    }
    const { version } = await app.database.db
      .selectFrom('collectionCase')
      .select('version')
      .where('caseNo', '=', caseId)
      .executeTakeFirstOrThrow();
    return { ...counts, version };
  }

  describe('a collector’s own work', () => {
    it('is only theirs: a follow-up with a promise, the newest on the row; a case that went says so', async () => {
      await give();
      const followUp = {
        caseId,
        contactPerson: 'BORROWER',
        contactChannel: 'CALL',
        actionCode: 'PROMISED',
        overdueReason: 'SALARY_LATE',
        remark: 'Salary comes on Friday',
        promise: { promiseAmountCents: 100_000, promisedRepaymentTime: addDays(TODAY, 2), promiseChannel: 'MPESA' },
      };
      const saved = await worker.post(of.followUpSave, followUp);
      expect(saved.data).toMatchObject({ promiseNo: expect.stringMatching(/^PP/) });
      const { data } = await worker.post(of.selfPage, listOf({ caseNo: caseId }));
      expect(data.rows).toMatchObject([
        { followUpCount: 1, actionCode: 'PROMISED', promiseStatus: 'OPEN', promiseAmountCents: 100_000 },
      ]);
      expect((await worker.post(of.selfSummary, {})).data.cases).toBeGreaterThan(0);
      expect((await desk.get(of.selfOne, { caseId })).data.error).toBe('CASE_NOT_FOUND');
      const cancel = { promiseNo: saved.data.promiseNo, reason: 'Entered twice' };
      expect((await desk.post(of.promiseCancel, cancel)).data.error).toBe('CASE_NOT_YOURS');
      expect((await worker.post(of.promiseCancel, cancel)).data.promiseStatus).toBe('CANCELLED');
      expect((await worker.post(of.promiseCancel, cancel)).data.error).toBe('ILLEGAL_TRANSITION');
      await desk.post(of.redistribute, { caseIds: [caseId], collectionUserNo: otherNo, reason: 'Load' });
      const { promise: _, ...plain } = followUp;
      expect((await worker.post(of.followUpSave, plain)).data.error).toBe('CASE_NOT_YOURS');
    });

    it('refuses what is incomplete beside its field', async () => {
      await give();
      const base = {
        caseId,
        contactPerson: 'BORROWER',
        contactChannel: 'CALL',
        actionCode: 'PROMISED',
        overdueReason: 'FORGOT',
        remark: 'Spoke',
      };
      for (const [changes, field] of [
        [{ remark: '  ' }, 'remark'],
        [{ actionCode: 'NO_SUCH' }, 'actionCode'],
        [{ overdueReason: undefined }, 'overdueReason'],
        [{ email: 'nobody' }, 'email'],
      ] as const) {
        const { data } = await worker.post(of.followUpSave, { ...base, ...changes });
        expect(data.fields).toMatchObject([{ field }]);
      }
      const promise = { caseId, promiseAmountCents: 100, promiseChannel: 'MPESA' };
      const late = { ...promise, promisedRepaymentTime: addDays(TODAY, 8) };
      const { data } = await worker.post(of.promiseSave, late);
      expect(data).toMatchObject({ error: 'PROMISE_TOO_LATE', fields: [{ field: 'promisedRepaymentTime' }] });
    });
  });

  describe('contact about a case', () => {
    it('goes through the gate: caps, then a block; each refusal is kept', async () => {
      await give();
      const { db } = app.database;
      const sms = { caseId, templateCode: 'OVERDUE_NOTICE', language: 'en' };
      expect((await worker.post(of.sms, sms)).data.error).toBe('CONTACT_CHANNEL_MISSING');
      const sent: string[] = [];
      const gateways = app.services.engine.gateways as { sms: unknown };
      gateways.sms = {
        send: async ({ text }: { text: string }) => {
          sent.push(text);
          return { messageId: `m-${caseId}-${sent.length}`, costCents: 80 };
        },
      };
      const unknown = { ...sms, templateCode: 'NO_SUCH' };
      await expectRefusal(db, TABLES, 'SMS_TEMPLATE_UNKNOWN', () => worker.post(of.sms, unknown));
      const { phone } = await db
        .selectFrom('customer')
        .select('phone')
        .where('customerNo', '=', customerNo)
        .executeTakeFirstOrThrow();
      const one = await worker.post(of.sms, sms);
      expect(one.data.text).toContain('Dear Wanjiku, your loan is 5 days overdue');
      await worker.post(of.sms, sms);
      expect(sent).toHaveLength(2);
      const third = await worker.post(of.sms, sms);
      expect(third.data).toMatchObject({ error: 'CONTACT_CAP', facts: { count: 2 } });
      const lines = await worker.post(of.contactGate, { caseId });
      expect(lines.data).toMatchObject([
        {
          contactPerson: 'BORROWER',
          triedToday: 2,
          call: { isAllowed: true, left: 3 },
          sms: { isAllowed: false, error: 'CONTACT_CAP' },
        },
      ]);
      const stopIt = {
        caseId,
        contactPerson: 'BORROWER',
        contactChannel: 'CALL',
        actionCode: 'DISPUTED',
        overdueReason: 'OTHER',
        remark: 'Says it is not hers',
        stopContact: 'DISPUTE',
      };
      expect((await worker.post(of.followUpSave, stopIt)).code).toBe(0);
      expect((await worker.post(of.sms, sms)).data.error).toBe('CONTACT_DISPUTE');
      const kept = async () =>
        (
          await db
            .selectFrom('contactAttempt')
            .select('refusedFor')
            .where('phone', '=', phone)
            .orderBy('attemptId')
            .execute()
        ).map(({ refusedFor }) => refusedFor);
      await expect.poll(kept).toEqual([null, null, 'CONTACT_CAP', 'CONTACT_DISPUTE']);
      await expect(sql`delete from contact_attempt where phone = ${phone}`.execute(db)).rejects.toThrow();

      // What the gateway reports is joined to the attempt.
      const { topics } = app.services.engine;
      const report = { id: `m-${caseId}-1`, status: 'Success', phoneNumber: `+${phone}` };
      const callback = { callbackId: 1, receivedAt: new Date(), topic: 'sms/delivery', content: Buffer.alloc(0) };
      await db.transaction().execute(async (tx) => {
        const handled = await topics['sms/delivery']?.handle(tx, report, { callback, afterCommit: () => undefined });
        expect(handled).toBe('processed');
      });
      const results = await db
        .selectFrom('contactResult')
        .select('outcome')
        .where('attemptId', '=', one.data.attemptId)
        .orderBy('resultId')
        .execute();
      expect(results).toEqual([{ outcome: 'SENT' }, { outcome: 'DELIVERED' }]);
    });

    it('lets no more calls through at once than the cap has', async () => {
      await give();
      const { db } = app.database;
      const gateways = app.services.engine.gateways as { voice: unknown };
      const dialled: string[] = [];
      gateways.voice = {
        dial: async ({ callNo, extension }: { callNo: string; extension: string }) => {
          dialled.push(extension);
          return { callId: `call-${callNo}` };
        },
      };
      expect((await worker.post(of.call, { caseId })).data.error).toBe('CONTACT_EXTENSION_MISSING');
      await db.updateTable('appUser').set({ extension: '1042' }).where('userNo', '=', workerNo).execute();
      const answers = await Promise.all(Array.from({ length: 10 }, () => worker.post(of.call, { caseId })));
      const errors = answers.map(({ data }) => data.error ?? 'done');
      expect(errors.filter((one) => one === 'done')).toHaveLength(3);
      expect(new Set(errors)).toEqual(new Set(['done', 'CONTACT_CAP']));
      await expect.poll(() => dialled).toEqual(['1042', '1042', '1042']);
    });
  });

  it('shows a phone in full to who holds the right, by the other system’s right it does not', async () => {
    const { db } = app.database;
    const { phone } = await db
      .selectFrom('customer')
      .select('phone')
      .where('customerNo', '=', customerNo)
      .executeTakeFirstOrThrow();
    await db
      .updateTable('role')
      .set({ dailyRevealBudget: 5, revealFields: ['phone'] })
      .where('roleName', '=', 'role of collector.worker')
      .execute();
    await db
      .updateTable('rightsEpoch')
      .set((eb) => ({ epoch: eb('epoch', '+', 1) }))
      .execute();
    const shown = await worker.get(reveal.value, { kind: `${area}.phone`, subjectNo: caseId, purpose: 'CALL_BACK' });
    expect(shown.data).toBe(phone);
    const other = await worker.get(reveal.value, {
      kind: `${othersArea}.phone`,
      subjectNo: caseId,
      purpose: 'CALL_BACK',
    });
    expect(other.data.error).toBe('FORBIDDEN');
  });

  it('says where the caller may not open the order’s file', async () => {
    const { db } = app.database;
    const hides = async (orderDetailsHide: boolean) => {
      await db.updateTable('role').set({ orderDetailsHide }).where('roleName', '=', 'role of collector.desk').execute();
      return (await desk.get(of.allotOne, { caseId })).data.hidesOrder;
    };
    expect([await hides(true), await hides(false)]).toEqual([true, false]);
  });

  describe('bad debt', () => {
    it('takes evidence before 90 days, lists the pool, and lets a case leave as it came', async () => {
      await give();
      const entry = { caseIds: [caseId], badDebtReason: 'DEATH', evidence: [], remark: 'Reported by the family' };
      const refused = await desk.post(of.badDebtEnter, entry);
      expect(refused.data).toMatchObject({ error: 'BAD_DEBT_TOO_EARLY', fields: [{ field: 'evidence' }] });
      const candidates = async (filters: object) =>
        (await desk.post(of.badDebtCandidates, listOf({ caseNo: caseId, ...filters }))).data.total;
      expect([await candidates({}), await candidates({ anyAge: true })]).toEqual([0, 1]);
      const note = {
        caseId,
        contactPerson: 'BORROWER',
        contactChannel: 'CALL',
        actionCode: 'NO_ANSWER',
        remark: 'Rang',
      };
      expect((await desk.post(of.followUpSave, note)).data.error).toBe('CASE_NOT_YOURS');
      await desk.post(of.badDebtEnter, { ...entry, evidence: ['AT000001'] });
      const inPool = async (filters: object = {}) =>
        (await desk.post(of.badDebtPage, listOf({ caseNo: caseId, ...filters }))).data.rows;
      const [row] = await inPool({ badDebtEnteredAt: { from: TODAY, to: TODAY } });
      expect(row).toMatchObject({
        caseStatus: 'BAD_DEBT_POOL',
        badDebtReason: 'DEATH',
        badDebtRemark: 'Reported by the family',
        evidence: [{ attachId: 'AT000001' }],
        chargeOffStatus: null,
        chargedOffCents: null,
      });
      expect(row.principalCents + row.nonPrincipalCents).toBe(row.dueCents);
      expect(row.orderInPool).toBe(1);
      expect(row.allowedActions).toContain('followUp');
      // What is in the pool is its desk's to work, whoever had it before.
      expect((await desk.post(of.followUpSave, note)).code).toBe(0);
      expect(await inPool({ chargeOffStatus: 'APPROVED' })).toEqual([]);
      const left = await desk.post(of.badDebtCancel, { caseIds: [caseId], reason: 'Alive and well' });
      expect(left.data.cases).toMatchObject([{ caseStatus: 'COLLECTING', collectorUserNo: workerNo }]);
    });
  });
});
