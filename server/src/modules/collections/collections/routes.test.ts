import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addPerson, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { lockWaits } from '../../../../../tests/support/lock-waits.ts';
import { applyForChargeOff, decideChargeOff } from '../../payments/charge-offs/index.ts';
import { lockLoan } from '../../payments/payments/index.ts';
import { expectRefusal } from '../../payments/payments/testing/every-row.ts';
import { refuseUnlisted } from '../../payments/payments/testing/unlisted-pairs.ts';
import { addDays } from '../../platform/policy/index.ts';
import { caseMachine } from './case.machine.ts';
import { redistributeCase } from './index.ts';
import { promiseToPayMachine } from './promise-to-pay.machine.ts';
import { type CasePlace, casePlace, codesOf, pagesOf, SYSTEMS, TODAY } from './testing/case-place.ts';
import { bringCase } from './testing/case-states.ts';
import { makeCollector } from './testing/collectors.ts';

/* One suite for both collection systems: what becomes of a case. */

describe.each(SYSTEMS)('$system', (systemOf) => {
  const { system, of, others, area, prefix } = systemOf;
  let place: CasePlace;
  let app: TestApp;
  let desk: Person;
  let worker: Person;
  let workerNo: string;
  let otherNo: string;
  let people: CasePlace['people'];
  let merchantNo: string;
  let [caseId, orderNo] = ['', ''];
  const [CODES, PAGES] = [codesOf(area), pagesOf(systemOf)];

  beforeAll(async () => {
    place = await casePlace(systemOf);
    ({ app, desk, worker, workerNo, otherNo, people, merchantNo } = place);
  });
  afterAll(async () => await place.close());
  async function openCase(dpd = 5): Promise<void> {
    ({ caseId, orderNo } = await place.openCase(dpd));
  }
  beforeEach(async () => await openCase());
  const ended = async (jobNo: string) => await place.ended(jobNo);
  const give = (who = workerNo, ids = [caseId]) => place.give(who, ids);

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
      const entry = { badDebtReason: 'DEATH', evidence: [place.proof], remark: 'Reported' };
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
            evidence: [place.proof],
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
        evidence: [place.proof],
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
});
