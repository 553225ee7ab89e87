import { reveal } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp } from '../../../../testing/test-app.ts';
import { listOf, type Person } from '../../../../testing/test-calls.ts';
import { expectRefusal } from '../../payments/payments/testing/every-row.ts';
import { createLogger } from '../../platform/health/index.ts';
import { addDays } from '../../platform/policy/index.ts';
import { runCaseDay } from './case-day.ts';
import { type CasePlace, casePlace, SYSTEMS, TODAY } from './testing/case-place.ts';

/* One suite for both collection systems: what a collector and the desk of bad debt do with a case. */

describe.each(SYSTEMS)('$system', (systemOf) => {
  const { of, area, othersArea } = systemOf;
  let place: CasePlace;
  let app: TestApp;
  let desk: Person;
  let worker: Person;
  let workerNo: string;
  let otherNo: string;
  let [caseId, customerNo] = ['', ''];

  beforeAll(async () => {
    place = await casePlace(systemOf);
    ({ app, desk, worker, workerNo, otherNo } = place);
  });
  afterAll(async () => await place.close());
  async function openCase(dpd = 5): Promise<void> {
    ({ caseId, customerNo } = await place.openCase(dpd));
  }
  beforeEach(async () => await openCase());
  const give = (who = workerNo, ids = [caseId]) => place.give(who, ids);

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
      expect((await worker.post(of.selfSummary, {})).data).toMatchObject({
        promises: [{ day: addDays(TODAY, 2), cases: 1, amountCents: 100_000 }],
      });
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
      await expectRefusal(db, ['contact_attempt', 'contact_dispatch'], 'SMS_TEMPLATE_UNKNOWN', () =>
        worker.post(of.sms, unknown),
      );
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
    const { partyId } = await db
      .insertInto('contactParty')
      .values({
        partyKind: 'GUARANTOR',
        merchantNo: 'M0001',
        customerNo,
        partyName: 'Otieno Ouma',
        phone: '254700000042',
      })
      .returning('partyId')
      .executeTakeFirstOrThrow();
    const kind = `${area}.guarantorPhone`;
    const guarantor = await worker.get(reveal.value, {
      kind,
      subjectNo: `${caseId}-${partyId}`,
      purpose: 'CALL_BACK',
    });
    expect(guarantor.data).toBe('254700000042');
    const nobody = await worker.get(reveal.value, {
      kind,
      subjectNo: `${caseId}-${partyId + 1}`,
      purpose: 'CALL_BACK',
    });
    expect(nobody.data.error).toBe('CASE_NOT_FOUND');
    await db.deleteFrom('contactParty').where('partyId', '=', partyId).execute();
  });

  it('says where the caller may not open the order’s file', async () => {
    const { db } = app.database;
    const hides = async (orderDetailsHide: boolean, addressBookHide = false) => {
      const hidden = { orderDetailsHide, addressBookHide };
      await db.updateTable('role').set(hidden).where('roleName', '=', 'role of collector.desk').execute();
      const { hidesOrder, hidesContacts } = (await desk.get(of.allotOne, { caseId })).data;
      return [hidesOrder, hidesContacts];
    };
    // Whoever may not see the order sees its contacts no more.
    expect(await hides(true)).toEqual([true, true]);
    expect(await hides(false, true)).toEqual([false, true]);
    expect(await hides(false)).toEqual([false, false]);
  });

  it('takes back in one go what matches and nobody has worked since it was given', async () => {
    await give();
    const untouched = caseId;
    await openCase(7);
    await give();
    const note = { caseId, contactPerson: 'BORROWER', contactChannel: 'CALL', actionCode: 'NO_ANSWER', remark: 'Rang' };
    await worker.post(of.followUpSave, note);
    const holders = async () => {
      const rows = await app.database.db
        .selectFrom('collectionCase')
        .select(['caseNo', 'collectorUserNo'])
        .where('caseNo', 'in', [untouched, caseId])
        .execute();
      return new Map(rows.map((one) => [one.caseNo, one.collectorUserNo]));
    };
    const worked = await desk.post(of.recallUnworked, { filters: { caseNo: caseId } });
    expect(worked.data.error).toBe('CASE_NONE_UNWORKED');
    const { data } = await desk.post(of.recallUnworked, { filters: { caseNo: untouched } });
    expect(data.cases).toMatchObject([{ caseId: untouched, caseStatus: 'POOL' }]);
    expect(await holders()).toEqual(
      new Map([
        [untouched, null],
        [caseId, workerNo],
      ]),
    );
  });

  describe('bad debt', () => {
    it('proposes by night what is a candidate, with its reasons: for the pool, then for charge-off', async () => {
      await give();
      const { db } = app.database;
      const tonight = async () => await runCaseDay(db, addDays(TODAY, -1), createLogger('silent'));
      const listed = async (endpoint: typeof of.badDebtPage, filters: object = {}) =>
        (await desk.post(endpoint, listOf({ caseNo: caseId, ...filters }))).data.rows;
      await tonight();
      expect(await listed(of.badDebtCandidates)).toEqual([]);
      await db.insertInto('contactBlock').values({ blockKind: 'DEATH', customerNo, note: 'Sister called' }).execute();
      await tonight();
      const reasons = { proposalReasons: ['DECEASED'], proposedOn: TODAY };
      expect(await listed(of.badDebtCandidates, { badDebtSign: 'DECEASED' })).toMatchObject([reasons]);
      expect(await listed(of.badDebtCandidates, { badDebtSign: 'AGE' })).toEqual([]);
      const entry = { caseIds: [caseId], badDebtReason: 'DEATH', evidence: [place.proof], remark: 'Certificate' };
      expect((await desk.post(of.badDebtEnter, entry)).code).toBe(0);
      // What was proposed for the pool is not proposed for charge-off.
      expect(await listed(of.badDebtPage, { isProposed: true })).toEqual([]);
      await tonight();
      expect(await listed(of.badDebtPage, { isProposed: true })).toMatchObject([reasons]);
      await desk.post(of.badDebtCancel, { caseIds: [caseId], reason: 'Alive and well' });
    });

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
      const { proof } = place;
      await place.openCase(6);
      const foreign = await desk.post(of.badDebtEnter, { ...entry, evidence: [proof, place.proof] });
      expect(foreign.data).toMatchObject({ error: 'BAD_DEBT_EVIDENCE', fields: [{ field: 'evidence' }] });
      await desk.post(of.badDebtEnter, { ...entry, evidence: [proof] });
      const inPool = async (filters: object = {}) =>
        (await desk.post(of.badDebtPage, listOf({ caseNo: caseId, ...filters }))).data.rows;
      const [row] = await inPool({ badDebtEnteredAt: { from: TODAY, to: TODAY } });
      expect(row).toMatchObject({
        caseStatus: 'BAD_DEBT_POOL',
        badDebtReason: 'DEATH',
        badDebtRemark: 'Reported by the family',
        evidence: [{ attachId: proof, fileName: 'certificate.pdf' }],
        chargeOffStatus: null,
        chargedOffCents: null,
      });
      expect(row.principalCents + row.nonPrincipalCents).toBe(row.dueCents);
      expect(row.orderInPool).toBe(1);
      const { bands, recoveredPercent } = (await desk.post(of.badDebtAgeing, {})).data;
      expect(bands).toMatchObject([{ fromDpd: 0, toDpd: 89, cases: 1, dueCents: row.dueCents, expectedCents: 0 }]);
      expect(recoveredPercent).toBe(0);
      expect(row.allowedActions).toContain('followUp');
      // What is in the pool is its desk's to work, whoever had it before.
      expect((await desk.post(of.followUpSave, note)).code).toBe(0);
      expect(await inPool({ chargeOffStatus: 'APPROVED' })).toEqual([]);
      const left = await desk.post(of.badDebtCancel, { caseIds: [caseId], reason: 'Alive and well' });
      expect(left.data.cases).toMatchObject([{ caseStatus: 'COLLECTING', collectorUserNo: workerNo }]);
    });
  });
});
