import { change, reconciliation } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';

const PAGES = ['/AdminContent/AfterLoanSystem/ReconciliationManagement'];
const CODES = ['reconStatement:import', 'reconDifference:resolve', 'reconDifference:audit'];
const HEAD = 'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance';

let app: TestApp;
let maker: Person;
let checker: Person;
let makerNo: string;
let stopWorker: () => Promise<unknown>;
beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const codes = CODES.map((code) => `afterLoan:${code}`);
  ({ userNo: makerNo } = await addPerson(app.database, 'many.maker', { codes, pages: PAGES }));
  await addPerson(app.database, 'many.checker', { codes, pages: PAGES });
  const { db } = app.database;
  await db.updateTable('role').set({ dataScope: 'ALL' }).where('roleName', 'like', 'role of %').execute();
  [maker, checker] = [await as(app, 'many.maker'), await as(app, 'many.checker')];
  stopWorker = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
});
afterAll(async () => {
  await stopWorker?.();
  await app[Symbol.asyncDispose]();
});

const ended = async (jobNo: string) => {
  const read = () =>
    app.database.db
      .selectFrom('job')
      .select(['jobStatus', 'succeeded', 'failed'])
      .where('jobNo', '=', jobNo)
      .executeTakeFirstOrThrow();
  await expect.poll(async () => (await read()).jobStatus).toMatch(/SUCCESS|FAILURE/);
  return await read();
};

it('differences get an owner, and fees are submitted together', async () => {
  const time = '15-11-2026 10:15:22';
  const rows = [
    `SGR9M0001,${time},Pay Bill Charge,Completed,,-23.00,9`,
    `SGR9M0002,${time},Pay Bill Charge,Completed,,-12.00,9`,
    `SGR9M0003,${time},Pay Bill,Completed,700.00,,9`,
    `SGR9M0004,${time},Payment,Completed,,-90.00,9`,
  ];
  const content = [HEAD, ...rows].join('\n');
  const of = { accountId: 'BANK.MPESA_PAYBILL', businessDate: '2026-11-15', fileName: 'many.csv' };
  const { runId, diffCount } = await maker.call(reconciliation.importStatement, { ...of, content });
  expect(diffCount).toBe(4);
  const found = async (filters: object) =>
    (await maker.call(reconciliation.differencePage, listOf({ runId, ...filters }))).rows;
  expect((await found({ direction: 'IN' })).map(({ serial }) => serial)).toEqual(['SGR9M0003']);
  expect((await found({ direction: 'OUT' })).map(({ serial }) => serial).toSorted()).toEqual([
    'SGR9M0001',
    'SGR9M0002',
    'SGR9M0004',
  ]);
  const owners = await maker.call(reconciliation.owners, {});
  expect(owners.map(({ userNo }) => userNo)).toContain(makerNo);
  const all = await found({});
  const mine = all.filter(({ diffType }) => diffType !== 'CHANNEL_FEE').map(({ diffId }) => diffId);
  const asked = await maker.call(reconciliation.assignMany, { diffIds: mine, ownerUserNo: makerNo });
  expect(await ended(asked.jobNo)).toMatchObject({ succeeded: 2, failed: 0 });
  // Matching the day again leaves its people as they are.
  await maker.call(reconciliation.run, { runId });
  const owned = await found({ ownerUserNo: makerNo });
  expect(owned.map(({ diffId, ownerName }) => [diffId, ownerName]).toSorted()).toEqual(
    mine.map((diffId) => [diffId, 'many.maker']).toSorted(),
  );
  expect(await found({ isWithoutOwner: true })).toHaveLength(2);
  const days = async (filters: object) => (await maker.call(reconciliation.page, listOf(filters))).rows;
  expect((await days({ ownerUserNo: makerNo })).map((day) => day.runId)).toEqual([runId]);
  const unknown = await maker.call(reconciliation.assignMany, { diffIds: mine, ownerUserNo: 'U999999' });
  expect(await ended(unknown.jobNo)).toMatchObject({ succeeded: 0, failed: 2 });

  // Money out that nobody ordered has no resolution here: it fails, the fees do not wait for it.
  const out = all.filter(({ serial }) => serial !== 'SGR9M0003').map(({ diffId }) => diffId);
  const many = await maker.call(reconciliation.resolveMany, { diffIds: out, reason: 'As the statement has them' });
  expect(await ended(many.jobNo)).toMatchObject({ succeeded: 2, failed: 1 });
  const { changeFamilies } = change;
  const waiting = (await checker.call(changeFamilies.reconDifference.page, listOf({ changeState: 'PENDING' }))).rows;
  expect(waiting).toHaveLength(2);
  for (const { changeNo } of waiting) await checker.call(changeFamilies.reconDifference.approve, { changeNo });
  expect((await found({})).map(({ serial }) => serial).toSorted()).toEqual(['SGR9M0003', 'SGR9M0004']);
});

it('proposes the fourth time what was approved three times the same way, and applies nothing', async () => {
  const { changeFamilies } = change;
  const day = async (no: number) => {
    const businessDate = `2026-10-0${no}`;
    const content = [HEAD, `SGR8L000${no},0${no}-10-2026 10:15:22,Pay Bill Charge ref ${no},Completed,,-23.00,9`].join(
      '\n',
    );
    const of = { accountId: 'BANK.MPESA_PAYBILL', businessDate, fileName: `learnt-${no}.csv` };
    const { runId } = await maker.call(reconciliation.importStatement, { ...of, content });
    const [found] = (await maker.call(reconciliation.differencePage, listOf({ runId }))).rows;
    if (!found) throw new Error('no difference');
    return found;
  };
  const resolved = async (no: number, end: 'approve' | 'reject') => {
    const { diffId, proposedWay } = await day(no);
    const { changeNo } = await maker.call(reconciliation.resolve, { diffId, reason: `Monthly fee ${no}` });
    const decision = { changeNo, ...(end === 'reject' && { reason: 'Not this one' }) };
    expect((await checker.post(changeFamilies.reconDifference[end].path, decision)).code).toBe(0);
    return proposedWay;
  };
  // What an approver declined is not learnt from.
  expect(await resolved(1, 'reject')).toBeNull();
  for (const no of [2, 3, 4]) expect(await resolved(no, 'approve')).toBeNull();
  expect(await day(5)).toMatchObject({
    diffType: 'CHANNEL_FEE',
    proposedWay: 'bookFee',
    proposedTimes: 3,
    proposedReason: 'Monthly fee 4',
  });
  const still = await maker.call(reconciliation.differencePage, listOf({ serial: 'SGR8L0005' }));
  expect(still.rows).toMatchObject([{ diffType: 'CHANNEL_FEE', allowedActions: ['resolve'] }]);
});

it('asks a bank for its statement, and says where there is none', async () => {
  const { db } = app.database;
  const accountId = 'BANK.FETCH';
  await db
    .insertInto('account')
    .values({ accountCode: accountId, accountKind: 'ASSET', nameEn: 'Fetched', nameZh: 'Fetched' })
    .execute();
  const bank = { accountId: 'FETCH', accountCode: accountId, bankCode: 'COOP', branch: 'CBD', accountName: 'Fetched' };
  const rules = { paymentChannel: 'BANK', codeRule: 'ORDER_NO', minCents: 100, maxCents: 10_000_000 } as const;
  await db
    .insertInto('repayAccount')
    .values({ ...bank, ...rules, accountNo: '0100445566', merchantNos: ['M0001'] })
    .execute();
  const given = new Map<string, string>();
  const gateways = app.services.engine.gateways as { bank: unknown };
  const fetched = async (businessDate: string) =>
    await maker.call(reconciliation.fetchStatement, { accountId, businessDate });
  const refused = async (asked: object) =>
    (await maker.post(reconciliation.fetchStatement, { accountId, businessDate: '2026-11-14', ...asked })).data;
  expect((await refused({})).error).toBe('GATEWAY_MISSING');
  gateways.bank = {
    fetchStatement: async ({ accountNo, day }: { accountNo: string; day: string }) =>
      await Promise.resolve(given.get(`${accountNo} ${day}`) ?? null),
  };
  expect((await refused({ accountId: 'BANK.MPESA_PAYBILL' })).error).toBe('GATEWAY_MISSING');
  expect((await refused({ businessDate: businessDateOf(new Date()) })).fields).toMatchObject([
    { field: 'businessDate' },
  ]);
  const accounts = await maker.call(reconciliation.accounts, {});
  expect(accounts.filter(({ isFetchable }) => isFetchable).map((one) => one.accountId)).toContain(accountId);
  expect(await ended((await fetched('2026-11-14')).jobNo)).toMatchObject({ succeeded: 0, failed: 1 });
  given.set('0100445566 2026-11-14', statement('2026-11-14'));
  expect(await ended((await fetched('2026-11-14')).jobNo)).toMatchObject({ succeeded: 1, failed: 0 });
  const { rows } = await maker.call(reconciliation.page, listOf({ accountId }));
  expect(rows).toMatchObject([{ businessDate: '2026-11-14', reconStatus: 'DIFFERENT', statementTotalCents: -4_000 }]);
});

it('pulls what the paybill received yesterday, once, and no day that M-Pesa no longer has', async () => {
  const accountId = 'BANK.MPESA_PAYBILL';
  const gateways = app.services.engine.gateways as { money: unknown; shortCodes: unknown };
  const before = { ...gateways };
  const yesterday = addDays(businessDateOf(new Date()), -1);
  let received: readonly object[] = [];
  const asked: object[] = [];
  const isOffered = async () =>
    (await maker.call(reconciliation.accounts, {})).find((one) => one.accountId === accountId)?.isFetchable;
  const fetched = async (businessDate = yesterday) =>
    await ended((await maker.call(reconciliation.fetchStatement, { accountId, businessDate })).jobNo);
  const refusal = (businessDate: string) => maker.refusalOf(reconciliation.fetchStatement, { accountId, businessDate });
  gateways.money = null;
  expect(await isOffered()).toBe(false);
  expect(await refusal(yesterday)).toMatchObject({ error: 'GATEWAY_MISSING' });
  gateways.money = {
    pullReceipts: async (of: object) => {
      asked.push(of);
      return await Promise.resolve(received);
    },
  };
  try {
    expect(await isOffered()).toBe(true);
    expect(await refusal(addDays(yesterday, -2))).toMatchObject({ fields: ['businessDate'] });
    // Nothing told is no empty day.
    expect(await fetched()).toMatchObject({ succeeded: 0, failed: 1 });
    const at = new Date(startOfBusinessDate(yesterday).getTime() + 3_600_000);
    const one = { at, amountCents: 150_000, phone: '25471 ***** 678', reference: 'R00000001' };
    received = [{ ...one, transactionId: 'SPULL00001' }];
    expect(await fetched()).toMatchObject({ succeeded: 1, failed: 0 });
    const { rows } = await maker.call(reconciliation.page, listOf({ accountId, businessDate: { from: yesterday } }));
    const [day] = rows;
    expect(day).toMatchObject({ businessDate: yesterday, statementTotalCents: 150_000 });
    const found = await maker.call(reconciliation.differencePage, listOf({ runId: day?.runId }));
    expect(found.rows).toMatchObject([{ serial: 'SPULL00001', diffType: 'MISSING_HERE', statementCents: 150_000 }]);
    // The same again brings nothing new; one more is added to the day.
    expect(await fetched()).toMatchObject({ succeeded: 0, failed: 1 });
    received = [...received, { ...one, transactionId: 'SPULL00002' }];
    expect(await fetched()).toMatchObject({ succeeded: 1, failed: 0 });
    // Asked by the number that the gateway is set up with, else by the account's own.
    expect(asked.at(-1)).toEqual({ shortCode: '600000', day: yesterday });
    gateways.shortCodes = { PAYBILL: '700700', FLOAT: '700701' };
    await fetched();
    expect(asked.at(-1)).toEqual({ shortCode: '700700', day: yesterday });
  } finally {
    Object.assign(gateways, before);
  }
});

const statement = (
  day: string,
) => `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>S1</Id>
  <Acct><Id><Othr><Id>0100445566</Id></Othr></Id></Acct>
  <Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="KES">3500</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
  <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="KES">3460</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
  <Ntry><Amt Ccy="KES">40</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt>
  <AcctSvcrRef>FT1</AcctSvcrRef><AddtlNtryInf>Ledger fee</AddtlNtryInf></Ntry></Stmt></BkToCstmrStmt></Document>`;
