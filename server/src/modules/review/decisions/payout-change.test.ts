import { randomUUID } from 'node:crypto';
import { change, home } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { found } from '../../../../testing/test-calls.ts';
import { openReviewDesk, path, type ReviewDesk } from './testing/review-desk.ts';

let desk: ReviewDesk;
beforeAll(async () => {
  desk = await openReviewDesk();
});
afterAll(() => desk.app[Symbol.asyncDispose]());

async function withEvidence() {
  const order = await desk.underReview();
  const attachmentNo = randomUUID();
  const { db } = desk.app.database;
  await db
    .insertInto('storedFile')
    .values({
      contentHash: 'a'.repeat(64),
      contentType: 'application/pdf',
      sizeBytes: 10,
      md5: 'b'.repeat(32),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('attachment')
    .values({
      attachmentNo,
      userNo: desk.userNos['first.reviewer'] ?? '',
      contentHash: 'a'.repeat(64),
      subjectType: 'order',
      subjectNo: order.orderNo,
      fileName: 'mpesa.pdf',
    })
    .execute();
  const payee = {
    payoutType: 'MOBILE_MONEY',
    payoutSubType: 'MPESA',
    accountName: order.name.toUpperCase(),
    phone: '254799000111',
    evidenceAttachId: attachmentNo,
  };
  return { ...order, payee };
}

it('has another payout account wait for somebody else, who confirms it; the reviewer cannot', async () => {
  const { orderNo, payee } = await withEvidence();
  await desk.reviewer.post(path('open', orderNo), {});
  const { data } = await desk.reviewer.post(
    path('audit', orderNo),
    await desk.pass(orderNo, { changeBankCard: true, payee }),
  );
  expect(data).toMatchObject({ orderStatus: 'PENDING_REVIEW', waitsFor: 'SECOND_PERSON' });
  expect((await desk.statusOf(orderNo)).leaseEndsAt).toBeNull();
  const { changeNo } = data;
  const blocked = await desk.reviewer.post(path('audit', orderNo), await desk.refusal(orderNo));
  expect(blocked.data.error).toBe('PAYOUT_CHANGE_WAITS');
  await desk.app.database.db
    .insertInto('roleCode')
    .columns(['roleNo', 'code'])
    .expression((eb) =>
      eb
        .selectFrom('userRole')
        .select(['roleNo', eb.val('audit:payoutChange:approve').as('code')])
        .where('userNo', '=', desk.userNos['first.reviewer'] ?? ''),
    )
    .execute();
  const own = await desk.reviewer.post(change.changeFamilies.payoutChange.approve, { changeNo });
  expect(own.data.error).toBe('CHANGE_OWN');
  const page = await desk.checker.post(change.changeFamilies.payoutChange.page, {
    filters: { changeState: 'PENDING' },
    page: 1,
    pageSize: 20,
    sort: null,
  });
  const row = found(page.data.rows.find((each) => each.changeNo === changeNo));
  expect(JSON.stringify(row)).not.toContain(payee.phone);
  expect(row.allowedActions).toEqual(['approve', 'reject']);
  const { data: tile } = await desk.checker.get(home.tile, { key: 'changesPayout' });
  expect(tile).toMatchObject({ count: 1, path: '/AdminContent/OrderDetailAudit/OrderAudit' });
  const approved = await desk.checker.post(change.changeFamilies.payoutChange.approve, { changeNo });
  expect(approved.code).toBe(0);
  expect((await desk.statusOf(orderNo)).orderStatus).toBe('PENDING_DISBURSEMENT');
  const entry = await desk.checker.get(path('entry', orderNo));
  expect(entry.data.details.payee.phone).toBe('25*******111');
});

it('gives another payout account back to the reviewer with the note, and the lease runs again', async () => {
  const { orderNo, payee } = await withEvidence();
  await desk.reviewer.post(path('open', orderNo), {});
  const { data } = await desk.reviewer.post(
    path('audit', orderNo),
    await desk.pass(orderNo, { changeBankCard: true, payee }),
  );
  const back = await desk.checker.post(change.changeFamilies.payoutChange.reject, {
    changeNo: data.changeNo,
    reason: 'The statement is of somebody else',
  });
  expect(back.code).toBe(0);
  const state = await desk.statusOf(orderNo);
  expect(state.orderStatus).toBe('PENDING_REVIEW');
  expect(state.leaseEndsAt).not.toBeNull();
  const panel = await desk.reviewer.post(path('open', orderNo), {});
  expect(panel.data).toMatchObject({ sentBackNote: 'The statement is of somebody else', waitingChangeNo: null });
  expect((await desk.reviewer.post(path('audit', orderNo), await desk.pass(orderNo))).code).toBe(0);
});

it('keeps with an answer what shows it, of this order alone', async () => {
  const { orderNo, payee } = await withEvidence();
  const { evidenceAttachId: attachId } = await withEvidence().then(({ payee: other }) => other);
  const form = await desk.pass(orderNo);
  const shownBy = (no: string) => ({
    ...form,
    steps: form.steps.map((step, index) =>
      index === 0 ? { ...step, attachment: { attachId: no, fileName: 'typed.png' } } : step,
    ),
  });
  const foreign = await desk.reviewer.post(path('audit', orderNo), shownBy(attachId));
  expect(foreign.data).toMatchObject({ error: 'REFERENCE_UNKNOWN', fields: [{ field: 'steps.0' }] });
  const own = shownBy(payee.evidenceAttachId);
  expect((await desk.reviewer.post(path('draft', orderNo), { content: { steps: own.steps } })).code).toBe(0);
  expect((await desk.reviewer.post(path('audit', orderNo), own)).code).toBe(0);
  const { data } = await desk.reviewer.get(path('record', orderNo));
  expect(data.rounds[0].steps[0].attachment).toEqual({
    attachId: payee.evidenceAttachId,
    fileName: 'mpesa.pdf',
  });
});

it('refuses another payout account in another name, as it is, and without evidence', async () => {
  const { orderNo, payee, phone } = await withEvidence();
  const tell = async (more: object) => {
    const form = await desk.pass(orderNo, { changeBankCard: true, payee: { ...payee, ...more } });
    return (await desk.reviewer.post(path('audit', orderNo), form)).data;
  };
  expect((await tell({ accountName: 'Otieno Odhiambo' })).error).toBe('PAYEE_NAME_DIFFERS');
  expect((await tell({ phone })).error).toBe('PAYEE_UNCHANGED');
  expect((await tell({ evidenceAttachId: randomUUID() })).error).toBe('REFERENCE_UNKNOWN');
  expect((await tell({ payoutType: 'BANK' })).fields.map((each: { field: string }) => each.field)).toEqual([
    'payee.bankName',
    'payee.bankCardNo',
    'payee.payoutType',
  ]);
  expect((await desk.statusOf(orderNo)).orderStatus).toBe('PENDING_REVIEW');
});

it('takes an e-wallet with its account and nothing of a bank, masked for whoever decides', async () => {
  const { orderNo, payee } = await withEvidence();
  const wallet = { ...payee, payoutType: 'E_WALLET', payoutSubType: 'SASAPAY', eWalletAccount: 'wanjiku.k@sasa' };
  const tell = async (more: object) => {
    const form = await desk.pass(orderNo, {
      changeBankCard: false,
      changePayoutType: true,
      payee: { ...wallet, ...more },
    });
    const { data } = await desk.reviewer.post(path('audit', orderNo), form);
    return data.fields?.map((each: { field: string }) => each.field) ?? data;
  };
  expect(await tell({ eWalletAccount: undefined })).toEqual(['payee.eWalletAccount']);
  expect(await tell({ eWalletAccount: 'a b' })).toEqual(['payee.eWalletAccount']);
  expect(await tell({ bankName: 'KCB', bankCardNo: '1122334455' })).toEqual(['payee.bankName', 'payee.bankCardNo']);
  expect(await tell({ payoutSubType: 'MPESA' })).toEqual(['payee.payoutType']);
  const { changeNo } = await tell({});
  const page = await desk.checker.post(change.changeFamilies.payoutChange.page, {
    filters: { changeState: 'PENDING' },
    page: 1,
    pageSize: 20,
    sort: null,
  });
  const row = found(page.data.rows.find((each) => each.changeNo === changeNo));
  expect(row.after).toMatchObject({ payoutType: 'E_WALLET', payoutSubType: 'SASAPAY' });
  expect(row.after.account).toContain('*');
  expect(JSON.stringify(row)).not.toContain(wallet.eWalletAccount);
  expect((await desk.checker.post(change.changeFamilies.payoutChange.approve, { changeNo })).code).toBe(0);
  const { data } = await desk.checker.get(path('entry', orderNo));
  expect(data.details.payee).toMatchObject({ payoutType: 'E_WALLET', eWalletAccount: row.after.account });
  // The one gateway pays phones: somebody else sends it by hand.
  expect((await desk.statusOf(orderNo)).orderStatus).toBe('PENDING_DISBURSEMENT');
});
