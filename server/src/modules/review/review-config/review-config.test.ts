import { change, config, reviewConfig } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { previewing } from '../../../../testing/test-previews.ts';
import { allocateOrder, lockOrder, refuseOrder } from '../../lending/orders/index.ts';
import { makeProduct } from '../../lending/orders/testing/lend.ts';
import { refusedOrder, waitingOrder } from '../../lending/orders/testing/review.ts';
import { expectRefusal } from '../../payments/payments/testing/every-row.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { reviewStepsOf, snapshotReviewConfig } from './index.ts';

let app: TestApp;
let lead: Person;
let admin: Person;
let productNo: string;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  lead = previewing(app, await as(app, 'wambui.gitau'));
  admin = previewing(app, await as(app, 'admin'));
  productNo = await makeProduct(app.database.db);
});
afterAll(() => app[Symbol.asyncDispose]());

const today = () => businessDateOf(new Date());
const STEP = {
  stepName: 'Ring the employer',
  required: true,
  evidenceTab: 'ESSENTIAL',
  answers: ['CONFIRMED', 'NOT_REACHED'],
};
const scope = { merchantNo: 'M0001', productNo: null, loanType: 'FIRST' };
const draft = async (form: object, who = lead) =>
  await who.post(reviewConfig.save, { effectiveFrom: today(), reason: 'A test', ...form });
/** Saved by the lead, handed in, agreed to by the administrator. */
async function agree(form: object) {
  const saved = (await draft(form)).data;
  const one = { configNo: saved.configNo, version: saved.version };
  const sent = (await lead.post(reviewConfig.submit, one)).data;
  const asked = { configNo: sent.configNo, version: sent.version, isApproved: true };
  return { asked, agreed: await admin.post(reviewConfig.audit, asked) };
}
const snapshot = async (orderNo: string) =>
  await app.database.db.transaction().execute(async (tx) => snapshotReviewConfig(tx, await lockOrder(tx, orderNo)));

describe('the rules of reviewers', () => {
  it('hold from their day on, the narrowest scope first, and never for orders assigned before', async () => {
    const { db } = app.database;
    const [early, late] = [await waitingOrder(db, { productNo }), await waitingOrder(db, { productNo })];
    const before = await snapshot(early);
    expect(before.stepsScope).toBe('ALL_ALL_ALL');
    const { agreed } = await agree({ tab: 'STEPS', scope, value: [STEP] });
    expect(agreed.data).toMatchObject({ versionStatus: 'IN_FORCE', checkerName: 'Wanjiru Kamau' });
    expect(await snapshot(early)).toEqual(before);
    expect((await reviewStepsOf(db, early)).map((step) => step.stepName)).toContain('Employer and income');
    expect(await snapshot(late)).toMatchObject({ stepsScope: 'M0001_ALL_FIRST', steps: [STEP] });
    await db.transaction().execute(async (tx) => {
      await allocateOrder(tx, early, 'U000002', {});
      await refuseOrder(tx, early, { refuseCode: 'R01' }, { userNo: 'U000002' });
    });
    // The next review of the same order goes by what holds then.
    expect(await snapshot(early)).toMatchObject({ round: 2, stepsScope: 'M0001_ALL_FIRST' });
  });

  it('of another merchant are nowhere, by whichever way they are requested', async () => {
    const PAGE = '/AdminContent/AuditSystem/AuditConfiguration';
    const { userNo } = await addPerson(app.database, 'desk.lead', { pages: [PAGE], codes: ['audit:config:update'] });
    await app.database.db.insertInto('userMerchant').values({ userNo, merchantNo: 'M0001' }).execute();
    const desk = await as(app, 'desk.lead');
    const foreign = { merchantNo: 'M0003', productNo: null, loanType: null };
    const own = {
      configKey: 'audit.reviewSteps',
      subjectNo: 'M0003_ALL_ALL',
      value: [STEP],
      effectiveFrom: today(),
      reason: 'A test',
    };
    for (const refused of [
      await draft({ tab: 'STEPS', scope: foreign, value: [STEP] }, desk),
      await desk.post(config.save, own),
    ])
      expect(refused.data.error).toBe('REFERENCE_UNKNOWN');
    const { data: made } = await draft({ tab: 'STEPS', scope: foreign, value: [STEP] }, admin);
    const sent = (await admin.post(reviewConfig.submit, { configNo: made.configNo, version: made.version })).data;
    const one = { configNo: sent.configNo, version: sent.version };
    const { configNo: versionId, version } = one;
    const answers = [
      await desk.get(reviewConfig.detail, { configNo: sent.configNo }),
      await desk.post(reviewConfig.simulate, { configNo: sent.configNo }),
      await desk.post(reviewConfig.audit, { ...one, isApproved: true }),
      await desk.post(config.approve, { versionId, version }),
      await desk.post(config.withdraw, { versionId, version }),
      await desk.post(config.copy, { versionId }),
      await desk.get(config.inForce, { key: 'audit.reviewSteps', subjectNo: 'M0003_ALL_ALL' }),
    ];
    expect(answers.map(({ data }) => data.error)).toEqual(answers.map(() => 'NOT_FOUND'));
    const listed = [
      await desk.post(reviewConfig.page, listOf({ tab: 'STEPS' })),
      await desk.post(config.page, listOf({})),
    ];
    expect(JSON.stringify(listed)).not.toContain('M0003');
    expect((await admin.get(reviewConfig.detail, { configNo: sent.configNo })).data.versionStatus).toBe('PENDING');
  });

  it('are agreed to by another person, once, and name the version in the way', async () => {
    const value = { scoreThreshold: 70, compulsory: 'ALWAYS' };
    const saved = (await draft({ tab: 'FACE', value })).data;
    const open = await draft({ tab: 'FACE', value });
    expect(open.data.error).toBe('CONFIG_OPEN');
    const one = { configNo: saved.configNo, version: saved.version };
    const sent = (await lead.post(reviewConfig.submit, one)).data;
    const asked = { configNo: sent.configNo, version: sent.version };
    const own = await lead.post(reviewConfig.audit, { ...asked, isApproved: true });
    expect(own.data.error).toBe('CHANGE_OWN');
    const blank = await admin.post(reviewConfig.audit, { ...asked, isApproved: false });
    expect(blank.data.fields).toEqual([{ field: 'reason', msg: 'Content cannot be blank' }]);
    await admin.post(reviewConfig.audit, { ...asked, isApproved: true });
    const taken = await draft({ tab: 'FACE', value });
    expect([taken.data.error, taken.data.facts]).toEqual(['CONFIG_DATE_TAKEN', { versionNo: 1 }]);
    const detail = await lead.get(reviewConfig.detail, { configNo: sent.configNo });
    expect(detail.data.history.length).toBe(3);
    const reviewer = await as(app, 'reviewer');
    expect((await reviewer.post(reviewConfig.page, listOf({}))).status).toBe(403);
  });

  it('say beside the field what is wrong', async () => {
    const faults = async (form: object) => (await draft(form)).data.fields;
    const lease = { autoAllotEnabled: true, leaseMinutes: 4, amberAfterMinutes: 50, redAfterMinutes: 40 };
    expect(await faults({ tab: 'ALLOCATION', value: lease })).toMatchObject([
      { field: 'value.leaseMinutes', msg: 'At least 5 minutes' },
      { field: 'value.redAfterMinutes', msg: 'Red must be above amber' },
    ]);
    const other = { ...scope, loanType: 'REPEAT' };
    expect(await faults({ tab: 'STEPS', scope: other, value: [{ ...STEP, answers: [] }] })).toMatchObject([
      { field: 'value.0.answers', msg: 'A step needs at least one answer' },
    ]);
    expect(await faults({ tab: 'STEPS', scope: other, value: [{ ...STEP, answers: ['MAYBE'] }] })).toMatchObject([
      { field: 'value.0.answers' },
    ]);
    const twice = [
      { ...STEP, stepNameZh: '电话' },
      { ...STEP, stepName: 'Ring again', stepNameZh: '电话' },
    ];
    expect(await faults({ tab: 'STEPS', scope: other, value: twice })).toMatchObject([{ field: 'value.1.stepNameZh' }]);
    expect(await faults({ tab: 'STEPS', scope: { ...other, productNo: 'P999' }, value: [STEP] })).toMatchObject([
      { field: 'scope.productNo' },
    ]);
    expect(
      await faults({
        tab: 'FACE',
        value: { scoreThreshold: 1, compulsory: 'NEVER' },
        effectiveFrom: addDays(today(), -1),
      }),
    ).toMatchObject([{ field: 'effectiveFrom' }]);
  });

  it('can be tried on yesterday’s orders, and copied to a new draft', async () => {
    const { db } = app.database;
    await waitingOrder(db, { productNo, at: new Date(Date.now() - 86_400_000) });
    const form = { tab: 'STEPS', scope: { ...scope, loanType: null }, value: [STEP] };
    const saved = (await draft({ ...form, effectiveFrom: addDays(today(), 3) })).data;
    const tried = await lead.post(reviewConfig.simulate, { configNo: saved.configNo });
    expect(tried.data.orders).toBeGreaterThan(0);
    const gone = await lead.post(reviewConfig.withdraw, { configNo: saved.configNo, version: saved.version });
    expect(gone.data).toMatchObject({ versionStatus: 'WITHDRAWN', allowedActions: ['copy'] });
    const copied = await lead.post(reviewConfig.restore, { configNo: saved.configNo });
    expect(copied.data).toMatchObject({ versionStatus: 'DRAFT', versionNo: 2 });
  });
});

describe('refusal codes', () => {
  const CODES = 'loans/audit/refuseCodes';
  const form = {
    refuseCode: 'R77',
    parentCode: 'OTHER',
    denialReasonEn: 'The employer cannot be reached',
    coolOffDays: 7,
    reReviewAllowed: true,
    isNew: true,
  };
  const read = async (code: string) =>
    (await lead.get(CODES)).data.find((one: { refuseCode: string }) => one.refuseCode === code);

  it('change when another person agrees; one change of a code waits at a time', async () => {
    const asked = await lead.post(reviewConfig.saveRefuseCode, form);
    expect(await read('R77')).toBeUndefined();
    const twice = await lead.post(reviewConfig.saveRefuseCode, form);
    expect(twice.data.error).toBe('CHANGE_WAITING');
    const { changeNo } = asked.data;
    expect((await lead.post(change.changeFamilies.refuseCode.approve, { changeNo })).code).not.toBe(0);
    expect((await admin.post(change.changeFamilies.refuseCode.approve, { changeNo })).code).toBe(0);
    expect(await read('R77')).toMatchObject({ text: 'The employer cannot be reached', isUsed: false });
    const taken = await lead.post(reviewConfig.saveRefuseCode, form);
    expect(taken.data).toMatchObject({ error: 'REFUSE_CODE_TAKEN', fields: [{ field: 'refuseCode' }] });
    const nested = await lead.post(reviewConfig.saveRefuseCode, { ...form, refuseCode: 'R78', parentCode: 'R77' });
    expect(nested.data.fields[0].field).toBe('parentCode');
  });

  it('are refused by name where there is none, or where it cannot stand; no row moves', async () => {
    const { db } = app.database;
    const tables = ['refuse_code', 'change_request', 'config_version'];
    const known = { ...form, refuseCode: 'R02', isNew: false };
    for (const [error, path, more] of [
      ['REFUSE_CODE_UNKNOWN', 'save', { ...form, refuseCode: 'R98', isNew: false }],
      ['REFUSE_CODE_UNKNOWN', 'enable', { refuseCode: 'R98' }],
      ['REFUSE_CODE_UNKNOWN', 'disable', { refuseCode: 'R98' }],
      ['REFUSE_CODE_PARENT', 'save', { ...form, refuseCode: 'R97', parentCode: 'R98' }],
      ['REFUSE_CODE_PARENT', 'save', { ...form, refuseCode: 'R97', parentCode: 'R01' }],
      ['REFUSE_CODE_PARENT', 'save', { ...known, parentCode: null }],
      ['REFUSE_CODE_PARENT', 'save', { ...known, parentCode: 'R02' }],
      ['REFUSE_CODE_PARENT', 'save', { ...known, refuseCode: 'OTHER', parentCode: 'IDENTITY' }],
    ] as const) {
      await expectRefusal(db, tables, error, () => lead.post(`${CODES}/${path}`, more));
    }
    const other = { ...scope, merchantNo: 'M0002' };
    const steps = [STEP, { ...STEP, answers: ['MAYBE'] }];
    await expectRefusal(db, tables, 'REVIEW_STEP_FAULT', () => draft({ tab: 'STEPS', scope: other, value: steps }));
  });

  it('that were used are disabled and stay with their orders', async () => {
    const { db } = app.database;
    const orderNo = await refusedOrder(db, { productNo, refuseCode: 'R09', byUserNo: 'U000002' });
    const { data } = await lead.post(reviewConfig.disableRefuseCode, { refuseCode: 'R09' });
    expect((await read('R09')).waitingChangeNo).toBe(data.changeNo);
    await admin.post(change.changeFamilies.refuseCode.approve, { changeNo: data.changeNo });
    expect(await read('R09')).toMatchObject({ isEnabled: false, isUsed: true });
    const order = await db
      .selectFrom('loanOrder')
      .select('refuseCode')
      .where('orderNo', '=', orderNo)
      .executeTakeFirst();
    expect(order?.refuseCode).toBe('R09');
  });
});
