import { change, reconciliation } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkMachine } from '../../../state-machine/testing/machine-checks.ts';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { trialBalance } from '../../platform/ledger/index.ts';
import { receiveFlow } from '../payments/index.ts';
import { oursOf } from './days.ts';
import { endOf } from './difference-end.ts';
import { matchDay, type OurEntry } from './match.ts';
import { repeatedLineMachine } from './repeated-line.machine.ts';
import { readCsvStatement } from './read-statement.ts';
import type { StatementLine } from './statement-line.ts';

checkMachine(repeatedLineMachine, { OPEN: ['COUNTED', 'LEFT_OUT'], COUNTED: [], LEFT_OUT: [] });

const DAY = '2026-11-20';
const HEAD = `Organization Short Code,600000
Time Period,From 20-11-2026 00:00:00 to 20-11-2026 23:59:59

Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.
`;
const line = (serial: string, paidIn: string, withdrawn = '', details = 'Pay Bill', status = 'Completed') =>
  `${serial},20-11-2026 10:15:22,20-11-2026 10:15:21,"${details}",${status},${paidIn},${withdrawn},"250,000.00",TRUE,Pay Bill,254712***678 - Wanjiku,,AB12\n`;

it('reads a statement of the portal, its head and its footer, and nothing that was not completed', async () => {
  const read = await readCsvStatement(
    `\uFEFF${HEAD}${line('SGR7A0001', '"1,500.00"')}${line('SGR7A0001', '', '-23.00', 'Pay Bill Charge')}` +
      `${line('SGR7A0002', '9.00', '', 'Pay Bill', 'Failed')}${line('SGR7A0003', '', '-300.50')}Total,,,,,,,,,,,,\n`,
  );
  const happenedAt = new Date('2026-11-20T07:15:22Z');
  expect(read).toEqual([
    { serial: 'SGR7A0001', kind: 'IN', amountCents: 150_000, happenedAt, details: 'Pay Bill' },
    { serial: 'SGR7A0001', kind: 'FEE', amountCents: 2_300, happenedAt, details: 'Pay Bill Charge' },
    { serial: 'SGR7A0003', kind: 'OUT', amountCents: 30_050, happenedAt, details: 'Pay Bill' },
  ]);
  await expect(readCsvStatement('a,b\n1,2\n')).rejects.toThrow();
});

it('reads a statement of a bank, whose days have no time', async () => {
  const read = await readCsvStatement(
    'Account,0012345\n\nTransaction Date,Value Date,Reference,Narration,Debit,Credit,Balance\n' +
      '20/11/2026,20/11/2026,FT26325XK1,Loan 1,,"2,500.00",10\n20/11/2026,20/11/2026,FT26325XK2,Ledger fee,35.00,,9\n',
  );
  const happenedAt = new Date('2026-11-19T21:00:00Z');
  expect(read).toEqual([
    { serial: 'FT26325XK1', kind: 'IN', amountCents: 250_000, happenedAt, details: 'Loan 1' },
    { serial: 'FT26325XK2', kind: 'FEE', amountCents: 3_500, happenedAt, details: 'Ledger fee' },
  ]);
});

it('names differences that sum to the difference of the totals, on random days', () => {
  let seed = 7;
  const dice = (sides: number) => (seed = (seed * 48_271) % 2_147_483_647) % sides;
  for (let round = 0; round < 300; round += 1) {
    const lines: StatementLine[] = [];
    const ours: OurEntry[] = [];
    for (let index = 0; index < dice(30); index += 1) {
      const kind = (['IN', 'OUT', 'FEE'] as const)[dice(3)] ?? 'IN';
      const of = { serial: `S${index}`, kind, amountCents: 1 + dice(9_000), happenedAt: new Date(0) };
      if (dice(10) > 0) lines.push({ ...of, details: '' });
      if (dice(10) === 0) continue;
      const amountCents = dice(10) === 0 ? 1 + dice(9_000) : of.amountCents;
      const isFinal = kind !== 'OUT' || dice(6) > 0;
      ours.push({ ...of, amountCents, isFinal, flowNo: null, attemptNo: null });
    }
    const { differences, statementTotalCents, ourTotalCents } = matchDay(lines, ours);
    const named = differences.reduce((sum, one) => sum + (one.statementCents ?? 0) - (one.ourCents ?? 0), 0);
    expect(named).toBe(statementTotalCents - ourTotalCents);
  }
});

it('leaves out no movement of a bank that has no reference, or that of another', async () => {
  const rows = [
    'Transaction Date,Narration,Reference,Debit,Credit',
    '20/11/2026,Collection,PAY1,,100.00',
    '20/11/2026,Collection,PAY1,,200.00',
    '20/11/2026,Cash deposit,,,50.00',
    '20/11/2026,Opening balance,,,',
    ',Total,,,350.00',
  ];
  const lines = await readCsvStatement(rows.join('\n'));
  expect(lines.map(({ serial, amountCents }) => [serial, amountCents])).toEqual([
    ['PAY1', 10_000],
    ['PAY1-2', 20_000],
    ['NOREF-2026-11-20', 5_000],
  ]);
});

let app: TestApp;
let maker: Person;
let checker: Person;
beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const codes = [
    'afterLoan:reconStatement:import',
    'afterLoan:reconDifference:resolve',
    'afterLoan:reconDifference:audit',
    'afterLoan:reconDay:close',
    'afterLoan:reconDay:audit',
  ];
  const pages = ['/AdminContent/AfterLoanSystem/ReconciliationManagement'];
  for (const name of ['recon.maker', 'recon.checker']) await addPerson(app.database, name, { codes, pages });
  await app.database.db.updateTable('role').set({ dataScope: 'ALL' }).where('roleName', 'like', 'role of %').execute();
  [maker, checker] = [await as(app, 'recon.maker'), await as(app, 'recon.checker')];
});
afterAll(async () => await app[Symbol.asyncDispose]());

const dayOf = async (runId: string) =>
  (await maker.get(reconciliation.detail.path.replace('{runId}', runId))).data as Record<string, unknown>;
const differencesOf = async (runId: string): Promise<reconciliation.Difference[]> =>
  (await maker.post(reconciliation.differencePage, listOf({ runId }))).data.rows;
const approval = async (changeNo: string, who = checker) =>
  (await who.post(change.changeFamilies.reconDifference.approve, { changeNo })).data;

it('takes a day from its statement to a difference of 0, and closes it by two', async () => {
  const { db } = app.database;
  const { merchantNo } = await db.selectFrom('merchant').select('merchantNo').limit(1).executeTakeFirstOrThrow();
  const receive = async (paymentCode: string, amountCents: number) =>
    await db.transaction().execute((tx) =>
      receiveFlow(tx, {
        merchantNo,
        paymentChannel: 'MPESA',
        paymentCode,
        account: 'BANK.MPESA_PAYBILL',
        amountCents,
        repayTime: new Date('2026-11-20T07:00:00Z'),
      }),
    );
  await receive('SGR7B0001', 150_000);
  await receive('SGR7B0002', 80_000);
  await receive('SGR7B0004', 30_000);
  await db.updateTable('paymentFlow').set({ flowStatus: 'UNMATCHED' }).where('paymentCode', 'like', 'SGR7B%').execute();
  const charge = line('SGR7B0001', '', '-23.00', 'Pay Bill Charge');
  const content = `${HEAD}${line('SGR7B0001', '1500.00')}${line('SGR7B0002', '900.00')}${line('SGR7B0003', '70.00')}${charge}`;
  const statement = { accountId: 'BANK.MPESA_PAYBILL', businessDate: DAY, fileName: 'day.csv', content };
  const late = { ...statement, businessDate: '2026-11-21' };
  expect((await maker.post(reconciliation.importStatement, late)).data.error).toBe('STATEMENT_OTHER_DAY');
  const unread = { ...statement, content: 'x' };
  expect((await maker.post(reconciliation.importStatement, unread)).data.error).toBe('STATEMENT_UNREADABLE');
  const run = (await maker.post(reconciliation.importStatement, statement)).data;
  expect(run).toMatchObject({ reconStatus: 'DIFFERENT', matchedCount: 1, diffCount: 4, diffCents: -15_300 });
  expect((await maker.post(reconciliation.importStatement, statement)).data.error).toBe('STATEMENT_KNOWN');
  const corrected = { ...statement, content: content.replace('1500.00', '1600.00') };
  const differs = (await maker.post(reconciliation.importStatement, corrected)).data;
  expect([differs.error, differs.fields[0].field]).toEqual(['STATEMENT_DIFFERS', 'content']);
  const { runId } = run;
  expect((await maker.get(reconciliation.detail.path.replace('{runId}', runId))).data).toMatchObject({
    statements: [{ fileName: 'day.csv', lines: 4, importedByName: 'recon.maker' }],
    byType: [
      { diffType: 'AMOUNT', count: 1, gapCents: 10_000 },
      { diffType: 'CHANNEL_FEE', count: 1, gapCents: -2_300 },
      { diffType: 'MISSING_HERE', count: 1, gapCents: 7_000 },
      { diffType: 'MISSING_THERE', count: 1, gapCents: -30_000 },
    ],
    history: [{ action: 'reconciliation.import' }],
  });
  const reason = 'As the statement has it';
  expect((await maker.post(reconciliation.close, { runId, reason })).data.error).toBe('DIFFERENCES_OPEN');
  const { rows } = (await maker.post(reconciliation.differencePage, listOf({ runId }))).data;
  expect(rows.map((row: { diffType: string }) => row.diffType).toSorted()).toEqual([
    'AMOUNT',
    'CHANNEL_FEE',
    'MISSING_HERE',
    'MISSING_THERE',
  ]);
  // What the books have of it is shown beside what the statement has.
  const journalsOf = async (diffType: string) => {
    const found = rows.find((row: { diffType: string }) => row.diffType === diffType);
    return (await maker.call(reconciliation.differenceJournals, { diffId: found?.diffId ?? '' })).journals;
  };
  expect(await journalsOf('MISSING_HERE')).toEqual([]);
  expect(await journalsOf('MISSING_THERE')).toMatchObject([
    { journalKind: 'RECEIPT', lines: [{ accountCode: 'BANK.MPESA_PAYBILL', amountCents: 30_000 }, {}] },
  ]);
  const approve = async (changeNo: string) =>
    await checker.post(change.changeFamilies.reconDifference.approve, { changeNo });
  // Each approval matches the day again.
  let left = rows.length;
  for (const { diffId } of rows) {
    const asked = (await maker.post(reconciliation.resolve, { diffId, reason })).data;
    expect((await approve(asked.changeNo)).code).toBe(0);
    left -= 1;
    expect(await dayOf(runId)).toMatchObject({ diffCount: left, reconStatus: left > 0 ? 'DIFFERENT' : 'BALANCED' });
  }
  expect(await dayOf(runId)).toMatchObject({ diffCents: 0 });
  const closing = (await maker.post(reconciliation.close, { runId, reason })).data;
  expect((await approve(closing.changeNo)).code).toBe(0);
  const days = (await maker.post(reconciliation.page, listOf({ reconStatus: 'CLOSED' }))).data;
  expect(days.rows).toMatchObject([{ runId, diffCents: 0, allowedActions: ['reopen'] }]);
  expect((await maker.post(reconciliation.run, { runId })).data.error).toBe('DAY_CLOSED');
});

const BANK = 'BANK.COOP';
const mt940 = (entry: string, opening = 'C261119KES1000,00', account = '01/0100112233') =>
  `:20:STMT20\n:25:${account}\n:28C:20/1\n:60F:${opening}\n${entry}\n:62F:C261120KES3500,00\n-\n`;
const CREDIT = ':61:2611201120C2500,00NTRFLOAN-1//FT26325001\n:86:Loan repayment';

it('takes statements of a bank in as MT940 and camt.053, held against the account', async () => {
  const { db } = app.database;
  await db
    .insertInto('account')
    .values({ accountCode: BANK, accountKind: 'ASSET', nameEn: 'Co-op', nameZh: 'Co-op' })
    .execute();
  const bank = { accountId: 'COOP', accountCode: BANK, bankCode: 'COOP', branch: 'CBD', accountName: 'Collections' };
  const rules = { paymentChannel: 'BANK', codeRule: 'ORDER_NO', minCents: 100, maxCents: 10_000_000 } as const;
  await db
    .insertInto('repayAccount')
    .values({ ...bank, ...rules, accountNo: '0100112233', merchantNos: ['M0002'] })
    .execute();
  const of = (content: string, fileName = 'day.sta') => ({ accountId: BANK, businessDate: DAY, fileName, content });
  const refusal = async (content: string) => (await maker.post(reconciliation.importStatement, of(content))).data;
  const misread = await maker.post(reconciliation.importStatement, of(mt940(':61:26112')));
  expect(misread.data.error).toBe('STATEMENT_LINE');
  expect(misread.msg).toContain('5');
  expect((await refusal(mt940(CREDIT, 'C261119KES1000,00', '0100112234'))).error).toBe('STATEMENT_OTHER_ACCOUNT');
  expect((await refusal(mt940(CREDIT).replaceAll('KES', 'USD'))).error).toBe('STATEMENT_CURRENCY');
  expect((await refusal(mt940(CREDIT, 'C261119KES1000,01'))).error).toBe('STATEMENT_SUMS');
  expect((await refusal('<Document/>')).error).toBe('STATEMENT_UNREADABLE');
  expect((await refusal(mt940(CREDIT).replaceAll('2611201120', '2611191119'))).error).toBe('STATEMENT_OTHER_DAY');
  const run = (await maker.post(reconciliation.importStatement, of(mt940(CREDIT)))).data;
  expect(run).toMatchObject({ reconStatus: 'DIFFERENT', diffCount: 1, diffCents: 250_000 });
  const xml = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>S2</Id>
    <Acct><Id><Othr><Id>0100112233</Id></Othr></Id></Acct>
    <Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="KES">3500</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
    <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="KES">3460</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
    <Ntry><Amt Ccy="KES">40</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${DAY}</Dt></BookgDt>
    <AcctSvcrRef>FT26325002</AcctSvcrRef><AddtlNtryInf>Ledger fee</AddtlNtryInf></Ntry></Stmt></BkToCstmrStmt></Document>`;
  const second = (await maker.post(reconciliation.importStatement, of(xml, 'day.xml'))).data;
  expect(second).toMatchObject({ runId: run.runId, diffCount: 2, diffCents: 246_000 });
  const { rows } = (await maker.post(reconciliation.differencePage, listOf({ runId: run.runId }))).data;
  expect(rows.map((row: { diffType: string; serial: string }) => `${row.diffType} ${row.serial}`).toSorted()).toEqual([
    'CHANNEL_FEE FT26325002',
    'MISSING_HERE FT26325001',
  ]);
  // Both are booked with the merchant whose account it is.
  for (const { diffId } of rows) {
    const { changeNo } = await maker.call(reconciliation.resolve, { diffId, reason: 'As the bank has it' });
    await checker.call(change.changeFamilies.reconDifference.approve, { changeNo });
  }
  expect(await dayOf(run.runId)).toMatchObject({ reconStatus: 'BALANCED', diffCents: 0 });
  const journals = await db
    .selectFrom('posting')
    .select(['merchantNo', 'amountCents'])
    .where('accountCode', '=', BANK)
    .orderBy('amountCents')
    .execute();
  expect(journals).toEqual([
    { merchantNo: 'M0002', amountCents: -4_000 },
    { merchantNo: 'M0002', amountCents: 250_000 },
  ]);
  const flow = db.selectFrom('paymentFlow').select('paymentChannel').where('paymentCode', '=', 'FT26325001');
  expect(await flow.execute()).toEqual([{ paymentChannel: 'BANK' }]);
});

it('names a payout that the bank made twice, on one day and on two', async () => {
  const { db } = app.database;
  const { merchantNo } = await db.selectFrom('merchant').select('merchantNo').limit(1).executeTakeFirstOrThrow();
  const days = ['2026-11-23', '2026-11-24'] as const;
  const attemptNo = 'PO900000001';
  await db
    .insertInto('payoutAttempt')
    .values({
      attemptNo,
      subjectType: 'LOAN',
      subjectNo: 'LO0000000001',
      merchantNo,
      attemptCount: 1,
      payoutChannel: 'BANK',
      accountCode: BANK,
      amountCents: 90_000,
      attemptStatus: 'SUCCESS',
      payeeName: 'Wanjiku',
      channelReference: 'FTA',
      finishedAt: new Date(`${days[0]}T09:00:00+03:00`),
    })
    .execute();
  const day = async (businessDate: string, ...lines: readonly string[]) => {
    const { runId } = await db
      .insertInto('reconDay')
      .values({ accountCode: BANK, businessDate })
      .returning('runId')
      .executeTakeFirstOrThrow();
    const kept = lines.map((serial) => ({
      runId,
      accountCode: BANK,
      serial,
      kind: 'OUT' as const,
      amountCents: 90_000,
      happenedAt: new Date(`${businessDate}T10:00:00+03:00`),
      details: '',
      ownReference: attemptNo,
    }));
    await db.insertInto('reconLine').values(kept).execute();
    const ours = await oursOf(db, { runId, accountCode: BANK, businessDate });
    return matchDay(kept, ours).differences.map(({ diffType, serial }) => `${diffType} ${serial}`);
  };
  expect(await day(days[0], 'FTA', 'FTB')).toEqual(['MISSING_HERE FTB']);
  expect(await day(days[1], 'FTC')).toEqual(['MISSING_HERE FTC']);
});

it('claims back by two what a bank paid twice, and its day closes at 0', async () => {
  const { db } = app.database;
  const { merchantNo } = await db.selectFrom('merchant').select('merchantNo').limit(1).executeTakeFirstOrThrow();
  const attemptNo = 'PO900000002';
  const paid = {
    subjectType: 'LOAN',
    merchantNo,
    attemptCount: 1,
    attemptStatus: 'SUCCESS',
    payeeName: 'Njeri',
  } as const;
  await db
    .insertInto('payoutAttempt')
    .values({
      ...paid,
      attemptNo,
      subjectNo: 'LO0000000002',
      payoutChannel: 'BANK',
      accountCode: BANK,
      amountCents: 90_000,
      channelReference: 'FTX1',
      finishedAt: new Date('2026-11-18T09:00:00+03:00'),
    })
    .execute();
  const row = '18/11/2026,FTX1,Payout,900.00,';
  const content = ['Transaction Date,Reference,Narration,Debit,Credit', row, row].join('\n');
  const file = { accountId: BANK, businessDate: '2026-11-18', fileName: 'twice.csv', content };
  const { runId, ...run } = await maker.call(reconciliation.importStatement, file);
  expect(run).toMatchObject({ matchedCount: 1, diffCount: 1, diffCents: -90_000 });
  const [twice] = await differencesOf(runId);
  expect(twice).toMatchObject({ diffType: 'PAID_TWICE', serial: 'FTX1-2', attemptNo, allowedActions: ['resolve'] });
  const reason = 'The bank sent it again';
  const resolve = { diffId: twice?.diffId ?? '', reason };
  expect((await maker.post(reconciliation.resolve, { ...resolve, isAnother: true })).data.error).toBe(
    'ILLEGAL_TRANSITION',
  );
  const { changeNo } = await maker.call(reconciliation.resolve, resolve);
  expect((await maker.post(reconciliation.resolve, resolve)).data.error).toBe('CHANGE_WAITING');
  expect((await approval(changeNo, maker)).error).toBe('CHANGE_OWN');
  // By now the books know of another payout.
  const call = (channelReference: string) =>
    db.updateTable('payoutAttempt').set({ channelReference }).where('attemptNo', '=', attemptNo).execute();
  await call('FTY1');
  expect((await approval(changeNo)).error).toBe('NOT_FOUND');
  await call('FTX1');
  await approval(changeNo);
  expect((await approval(changeNo)).error).toBe('ILLEGAL_TRANSITION');

  const posted = await db
    .selectFrom('posting as p')
    .innerJoin('journal as j', (join) =>
      join.onRef('j.journalId', '=', 'p.journalId').onRef('j.businessDate', '=', 'p.businessDate'),
    )
    .select(['p.accountCode', 'p.amountCents', 'p.merchantNo'])
    .where('j.causeNo', '=', attemptNo)
    .orderBy('p.amountCents')
    .execute();
  expect(posted).toEqual([
    { accountCode: BANK, amountCents: -90_000, merchantNo },
    { accountCode: 'PAYEE_RECEIVABLE', amountCents: 90_000, merchantNo },
  ]);
  expect(await dayOf(runId)).toMatchObject({ reconStatus: 'BALANCED', diffCount: 0, diffCents: 0 });
  const closing = await maker.call(reconciliation.close, { runId, reason });
  await approval(closing.changeNo);
  expect(await dayOf(runId)).toMatchObject({ reconStatus: 'CLOSED', diffCents: 0 });
  expect((await trialBalance(db)).differenceCents).toBe(0);

  // M-Pesa lists a receipt twice: somebody says that it was another payment first.
  await db
    .insertInto('payoutAttempt')
    .values({
      ...paid,
      attemptNo: 'PO900000003',
      subjectNo: 'LO0000000003',
      payoutChannel: 'MPESA',
      accountCode: 'BANK.MPESA_FLOAT',
      amountCents: 30_000,
      channelReference: 'SGR7P0001',
      finishedAt: new Date('2026-11-20T10:15:22+03:00'),
    })
    .execute();
  const out = line('SGR7P0001', '', '-300.00');
  const again = out.replace('10:15:22', '10:16:22');
  const portal = { ...file, accountId: 'BANK.MPESA_FLOAT', businessDate: DAY, content: `${HEAD}${out}${again}` };
  const float = await maker.call(reconciliation.importStatement, portal);
  const [open] = await differencesOf(float.runId);
  expect(open).toMatchObject({ diffType: 'TWICE', serial: 'SGR7P0001-2', allowedActions: ['resolve', 'count'] });
  const counted = { diffId: open?.diffId ?? '', reason, isAnother: true };
  await approval((await maker.call(reconciliation.resolve, counted)).changeNo);
  const [claimed] = await differencesOf(float.runId);
  expect(claimed).toMatchObject({ diffType: 'PAID_TWICE', attemptNo: 'PO900000003' });
  await approval((await maker.call(reconciliation.resolve, { diffId: claimed?.diffId ?? '', reason })).changeNo);
  expect(await dayOf(float.runId)).toMatchObject({ reconStatus: 'BALANCED', diffCents: 0 });
});

it('reads a CSV by the columns saved for its account, and by the usual ones once they are reset', async () => {
  const columns = { accountId: BANK, serialTitle: 'Tran ID', timeTitle: 'Tran Date', detailsTitle: 'Particulars' };
  const form = { ...columns, amountTitle: 'Amount', dateOrder: 'MDY' };
  const save = async (changes: object) => (await maker.post(reconciliation.columnsSave, { ...form, ...changes })).data;
  expect((await save({ amountTitle: '' })).error).toBe('COLUMNS_AMOUNT');
  expect((await save({ paidInTitle: 'Cr', withdrawnTitle: 'Dr' })).error).toBe('COLUMNS_AMOUNT');
  expect((await save({ amountTitle: 'tran id' })).error).toBe('COLUMNS_REPEATED');
  expect(await save({})).toEqual({ accountId: BANK });
  const file = (head: string) => ({
    accountId: BANK,
    businessDate: '2026-11-21',
    fileName: 'bank.csv',
    content: `${head}\n11/21/26,S77001,Loan 7,"1,250.50"\n21.11.2026,,Total,9\n11/21/2026 16:05,S77002,Excise,(12.25)\n`,
  });
  const imported = async (head: string) => await maker.post(reconciliation.importStatement, file(head));
  const refused = await imported('Transaction Date,Tran ID,Particulars,Amount');
  expect(refused.data.error).toBe('STATEMENT_COLUMNS');
  expect(refused.msg).toContain('tran date');
  expect((await imported('Tran Date,Tran ID,Particulars,Amount')).data).toMatchObject({
    diffCount: 2,
    diffCents: 123_825,
  });
  const list = async (filters: object) => (await maker.post(reconciliation.columnsPage, listOf(filters))).data.rows;
  expect(await list({ isSaved: true })).toMatchObject([{ ...form, allowedActions: ['save', 'remove'] }]);
  expect((await maker.post(reconciliation.columnsRemove, { accountId: BANK })).code).toBe(0);
  expect(await list({ isSaved: true })).toEqual([]);
  expect((await maker.post(reconciliation.columnsRemove, { accountId: BANK })).data.error).toBe('NOT_FOUND');
  expect((await imported('Tran Date,Tran ID,Particulars,Amount')).data.error).toBe('STATEMENT_UNREADABLE');
});

it('lists a line that repeats a reference with other details, left out or counted by two', async () => {
  const businessDate = '2026-11-22';
  const take = async (fileName: string, ...rows: readonly string[]) => {
    const content = ['Transaction Date,Reference,Narration,Debit,Credit', ...rows].join('\n');
    return (await maker.post(reconciliation.importStatement, { accountId: BANK, businessDate, fileName, content }))
      .data;
  };
  await take('noon.csv', '22/11/2026,BULK7,Otieno,,100.00');
  const run = await take('night.csv', '22/11/2026,BULK7,Otieno,,100.00', '22/11/2026,BULK7,Wanjiru,,100.00');
  // One file numbers its own; a file with the new line alone has the old reference.
  expect(run).toMatchObject({ diffCount: 2 });
  const late = await take('late.csv', '22/11/2026,BULK7,Njeri,,100.00', '22/11/2026,BULK8,Njeri,,100.00');
  expect(late).toMatchObject({ diffCount: 4, diffCents: 40_000 });
  const { runId } = late;
  const open = async () =>
    (await maker.post(reconciliation.differencePage, listOf({ runId, diffType: 'TWICE' }))).data.rows;
  expect(await open()).toMatchObject([
    { serial: 'BULK7-3', details: 'Njeri', statementCents: 10_000, allowedActions: ['resolve', 'count'] },
  ]);
  const decide = async (isAnother: boolean) => {
    const [{ diffId }] = await open();
    const asked = await maker.call(reconciliation.resolve, { diffId, reason: 'As the bank says', isAnother });
    await checker.call(change.changeFamilies.reconDifference.approve, asked);
  };
  await decide(false);
  expect(await maker.call(reconciliation.run, { runId })).toMatchObject({ diffCount: 3, diffCents: 30_000 });
  // Said once, it is not asked again; another line of that reference is.
  expect((await take('late-2.csv', '22/11/2026,BULK7,Njeri,,100.00')).error).toBe('STATEMENT_KNOWN');
  await take('last.csv', '22/11/2026,BULK7,Achieng,,100.00');
  await decide(true);
  const rows = (await maker.post(reconciliation.differencePage, listOf({ runId, serial: 'BULK7-4' }))).data.rows;
  expect(rows).toMatchObject([{ diffType: 'MISSING_HERE', allowedActions: ['resolve'] }]);
});

it('offers no resolution where nothing here ends a difference, and asks about the payout that it may be', async () => {
  const happenedAt = new Date('2026-11-20T10:00:00+03:00');
  const out = { serial: 'SGR7C0001', kind: 'OUT' as const, amountCents: 90_000, happenedAt, details: '' };
  const attempt = { ...out, serial: 'PO9', isFinal: false, flowNo: null, attemptNo: 'PO9' };
  expect(matchDay([out], [attempt]).differences).toMatchObject([{ diffType: 'PAYOUT_STATUS', attemptNo: 'PO9' }]);
  // One payout under way is not two.
  const twice = matchDay([out, { ...out, serial: 'SGR7C0002' }], [attempt]).differences;
  expect(twice.map(({ diffType }) => diffType)).toEqual(['PAYOUT_STATUS', 'MISSING_HERE']);
  expect(twice.map((one) => endOf(one))).toEqual([null, null]);
});
