import { buffer } from 'node:stream/consumers';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../../../sandbox/src/index.ts';
import { readSettings } from '../../../config/settings.ts';
import { pullDay } from './mpesa/pull.ts';
import { type Gateways, GatewayError, openGateways, readMpesaBalance } from './index.ts';

let sandbox: Sandbox;
let gateways: Gateways;
/** For where silence is waited for; a busy machine is no gateway that is away. */
let hasty: Gateways;

beforeAll(async () => {
  sandbox = await startSandbox();
  const { gateways: settings } = readSettings({ LOG_LEVEL: 'silent' });
  const all = {
    ...settings,
    mpesa: { url: sandbox.url, ...sandbox.mpesa },
    bank: { url: `${sandbox.url}/bank/v1`, apiKey: sandbox.bankKey },
    sms: { url: sandbox.url, ...sandbox.sms },
    robot: { url: sandbox.url, apiKey: sandbox.robotKey },
    voice: { url: sandbox.url, apiKey: sandbox.voiceKey },
    mail: { url: sandbox.smtpUrl, from: 'Kituo <no-reply@kituo.example>' },
    objects: { url: sandbox.storeUrl, ...sandbox.store },
  };
  gateways = await openGateways(all);
  hasty = await openGateways(all, 500);
});
beforeEach(() => sandbox.change({ refusal: 0, silence: 0, reset: 0, halfReply: 0 }));
afterAll(async () => {
  gateways?.close();
  hasty?.close();
  await sandbox?.close();
});

const faultOf = async (work: Promise<unknown> | undefined): Promise<string> => {
  try {
    await work;
    return 'none';
  } catch (error) {
    if (error instanceof GatewayError) return error.fault;
    throw error;
  }
};

it('sends a message and tells what it cost, and what was refused', async () => {
  const sent = await gateways.sms?.send({ phone: '254712345678', text: 'Habari' });
  expect(sent).toEqual({ messageId: expect.stringMatching(/^ATXid_/), costCents: 80 });
  expect(sandbox.messages.sent.at(-1)).toMatchObject({ phone: '254712345678', text: 'Habari' });
  expect(await faultOf(gateways.sms?.send({ phone: '12', text: 'x' }))).toBe('REFUSED');
});

it('asks what a short code holds, and reads the answer of each of its accounts', async () => {
  const { paybill } = sandbox.mpesa;
  const accepted = await gateways.money?.askBalance({ queryNo: 'BQ000000001', shortCode: paybill });
  expect(accepted?.originatorConversationId).toEqual(expect.any(String));
  const told = (AccountBalance: string) =>
    readMpesaBalance({ parameters: new Map([['AccountBalance', AccountBalance]]) });
  const account = (name: string, amount: string) => `${name}|KES|${amount}|${amount}|0.00|0.00`;
  const charged = account('Charges Paid Account', '-1540.00');
  expect(told(`${account('Working Account', '700000.00')}&${account('Utility Account', '12.5')}&${charged}`)).toBe(
    70_001_250,
  );
  expect(told(account('Utility Account', '-40.00'))).toBe(-4_000);
  expect(told(account('Working Account', '0'))).toBe(0);
  expect(told(charged)).toBeNull();
});

it('fetches the statement of an account’s day, with what was paid from it', async () => {
  const party = (accountNo: string) => ({ name: 'Kituo', bankCode: 'COOP', accountNo });
  const at = new Date();
  const order = {
    attemptNo: 'PO930000001',
    amountCents: 150_000,
    from: party('01009988770'),
    to: party('0560112233445'),
  };
  await gateways.bank?.pay({ ...order, remark: 'Loan', at });
  const day = new Date(at.getTime() + 3 * 3_600_000).toISOString().slice(0, 10);
  const statement = (await gateways.bank?.fetchStatement({ accountNo: '01009988770', day })) ?? '';
  expect(statement).toContain('<EndToEndId>PO930000001</EndToEndId>');
  expect(statement).toContain('<Amt Ccy="KES">1500.00</Amt><CdtDbtInd>DBIT</CdtDbtInd>');
  expect(await gateways.bank?.fetchStatement({ accountNo: '01009988770', day: '2099-01-01' })).toBeNull();
});

it('pulls what the paybill received on a day, page by page, in cents and with its time', async () => {
  const { paybill } = sandbox.mpesa;
  for (let paid = 1; paid <= 101; paid += 1) {
    await sandbox.payIn({ phone: '254712345678', amount: `${paid}.50`, reference: `R${paid}` });
  }
  const day = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10);
  const received = (await gateways.money?.pullReceipts({ shortCode: paybill, day })) ?? [];
  expect(received.length).toBeGreaterThanOrEqual(101);
  expect(new Set(received.map(({ transactionId }) => transactionId)).size).toBe(received.length);
  const last = received.at(-1);
  expect(last).toMatchObject({
    amountCents: 10_150,
    phone: '254712345678',
    sender: 'Sandbox Customer',
    reference: 'R101',
  });
  expect(Math.abs(Date.now() - Number(last?.at))).toBeLessThan(60_000);
  expect(await gateways.money?.pullReceipts({ shortCode: paybill, day: '2026-01-05' })).toEqual([]);
  expect(await gateways.money?.pullReceipts({ shortCode: '999999', day })).toEqual([]);
});

it('reads a time without a zone as Nairobi’s, and refuses a row that it cannot read', async () => {
  const row = {
    transactionId: 'SKA1',
    trxDate: '2026-11-27 00:10:00',
    amount: '168.00',
    msisdn: '25471',
    sender: null,
    billreference: null,
  };
  const told = (rows: readonly (typeof row)[]) =>
    pullDay(
      { shortCode: '600100', day: '2026-11-27' },
      async ({ OffSetValue }) =>
        await Promise.resolve({
          ResponseCode: OffSetValue === '0' ? '1000' : '1001',
          ResponseMessage: '',
          Response: [[...rows]],
        }),
    );
  const [receipt] = await told([row]);
  expect(receipt).toMatchObject({ at: new Date('2026-11-26T21:10:00Z'), amountCents: 16_800, reference: '' });
  expect(await faultOf(told([{ ...row, trxDate: 'yesterday' }]))).toBe('UNKNOWN');
  const refused = { ResponseCode: '401', ResponseMessage: 'Not registered', Response: null };
  const asked = pullDay({ shortCode: '600100', day: '2026-11-27' }, async () => await Promise.resolve(refused));
  expect(await faultOf(asked)).toBe('REFUSED');
});

it('mails through SMTP', async () => {
  await gateways.mail?.send({ to: 'amina@example.co.ke', subject: 'Hello', text: 'Karibu' });
  const mail = sandbox.mail.received.at(-1);
  expect(mail).toMatchObject({ to: ['amina@example.co.ke'], from: 'no-reply@kituo.example' });
  expect(mail?.source).toContain('Karibu');
  sandbox.change({ refusal: 1 });
  const again = gateways.mail?.send({ to: 'amina@example.co.ke', subject: 'Hello', text: 'x' });
  expect(await faultOf(again)).toBe('REFUSED');
});

it('keeps files for whoever signs as their owner, now, for these very bytes', async () => {
  const key = 'customers/C1/id front.png';
  const content = Buffer.from('a picture');
  const pieces = async function* () {
    yield await Promise.resolve(content);
  };
  await gateways.objects?.write(key, pieces());
  const found = await gateways.objects?.read(key);
  expect(found && (await buffer(found))).toEqual(content);
  expect(await gateways.objects?.read('nothing')).toBeNull();
  const unsigned = `${sandbox.storeUrl}/kituo/customers/C1/id%20front.png`;
  expect((await fetch(unsigned)).status).toBe(403);
  await gateways.objects?.remove(key);
  expect(await gateways.objects?.read(key)).toBeNull();
});

it.each([
  ['RequestTimeTooSkewed', { systemClockOffset: -3_600_000 }, null],
  ['InvalidAccessKeyId', { accessKeyId: 'STRANGER' }, null],
  ['SignatureDoesNotMatch', { secretAccessKey: 'guessed' }, null],
  ['XAmzContentSHA256Mismatch', {}, 'b picture'],
] as const)('the file store refuses what is not signed: %s', async (code, changes, sent) => {
  const { systemClockOffset, ...account } = { systemClockOffset: 0, ...sandbox.store, ...changes };
  const { bucket: Bucket, region, ...credentials } = account;
  const client = new S3Client({
    endpoint: sandbox.storeUrl,
    region,
    credentials,
    forcePathStyle: true,
    maxAttempts: 1,
    systemClockOffset,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  client.middlewareStack.add(
    (next) => async (args) => {
      if (sent !== null && typeof args.request === 'object' && args.request !== null)
        Object.assign(args.request, { body: Buffer.from(sent) });
      return await next(args);
    },
    { step: 'deserialize', name: 'underway', priority: 'low' },
  );
  const put = new PutObjectCommand({ Bucket, Key: 'signed', Body: Buffer.from('a picture') });
  await expect(client.send(put)).rejects.toMatchObject({ name: code });
  expect(await gateways.objects?.read('signed')).toBeNull();
  client.destroy();
});

it('hands a batch to the robot once, and stops it only while it runs', async () => {
  const call = {
    callNo: 'K1',
    phone: '254712345678',
    scriptCode: 'DUE',
    language: 'en' as const,
    variables: {},
  };
  const first = await gateways.robot?.start({ taskNo: 'T1', calls: [call] });
  expect(first?.vendorTaskId).toMatch(/^NF/);
  const second = await gateways.robot?.start({ taskNo: 'T1', calls: [call] });
  expect(second?.vendorTaskId).toBe(first?.vendorTaskId);
  expect(await gateways.robot?.statusOf('T1')).toEqual({ status: 'DONE', vendorTaskId: first?.vendorTaskId });
  expect(await faultOf(gateways.robot?.stop('T1'))).toBe('REFUSED');
});

it('names its scripts, and gives back what it has not dialled', async () => {
  expect(await gateways.robot?.scripts()).toContainEqual({
    scriptCode: 'REMIND',
    scriptName: 'Reminder of a late loan',
    languages: ['en', 'sw'],
    variables: ['billCount', 'totalDue', 'oldestDueDate'],
  });
  const calls = ['K2', 'K3'].map((callNo) => ({
    callNo,
    phone: '254712345678',
    scriptCode: 'REMIND',
    language: 'en' as const,
    variables: {},
  }));
  sandbox.robot.isBusy = true;
  await gateways.robot?.start({ taskNo: 'T2', calls });
  expect(await gateways.robot?.withdraw('T2', ['K2', 'K9'])).toEqual(['K2']);
  expect(await gateways.robot?.withdraw('T2', ['K2'])).toEqual([]);
  sandbox.robot.isBusy = false;
  await gateways.robot?.resume('T2');
  expect(await gateways.robot?.withdraw('T2', ['K3'])).toEqual([]);
  // Of what it dialled, how each ended; nothing of what it gave back.
  expect(await gateways.robot?.reportsOf('T2', ['K2', 'K3'])).toMatchObject([{ callNo: 'K3', taskNo: 'T2' }]);
  expect(await faultOf(gateways.robot?.reportsOf('T0', ['K3']))).toBe('REFUSED');
  expect(await faultOf(gateways.robot?.withdraw('T0', ['K3']))).toBe('REFUSED');
});

it('tells a no from a doubt', async () => {
  const pay = (attemptNo: string, phone = '254712345678', by = gateways) =>
    faultOf(by.money?.pay({ attemptNo, amountCents: 10_000, phone, remark: 'LOAN' }));
  expect(await pay('A1')).toBe('none');
  expect(await pay('A2', '0712')).toBe('REFUSED');
  for (const chance of ['silence', 'reset', 'halfReply'] as const) {
    sandbox.change({ [chance]: 1 });
    const by = chance === 'silence' ? hasty : gateways;
    expect(await pay(`A-${chance}`, undefined, by), chance).toBe('UNKNOWN');
    sandbox.change({ [chance]: 0 });
  }
  // The sandbox knows the order by our number, so it is not paid twice; its 500 proves nothing to us.
  expect(await pay('A1')).toBe('UNKNOWN');
  expect(
    await faultOf(
      gateways.money?.pay({
        attemptNo: 'A3',
        amountCents: 10_050,
        phone: '254712345678',
        remark: '',
      }),
    ),
  ).toBe('REFUSED');
  const gone = await startSandbox();
  await gone.close();
  const nobody = await openGateways({
    ...readSettings({ LOG_LEVEL: 'silent' }).gateways,
    sms: { url: gone.url, ...sandbox.sms },
  });
  expect(await faultOf(nobody.sms?.send({ phone: '254712345678', text: 'x' }))).toBe('NOT_SENT');
});

it('asks a phone for a payment', async () => {
  const asked = await gateways.money?.requestPayment({
    requestNo: 'PQ000000001',
    phone: '254712345678',
    amountCents: 100_000,
    accountReference: 'R00000001',
    remark: 'Repayment',
    at: new Date(),
  });
  expect(asked?.requestId).toMatch(/^ws_CO_/);
  const ask = (id: string) => gateways.money?.askPayment(id, new Date());
  expect(await ask(asked?.requestId ?? '')).toMatchObject({ is: 'PAID', code: '0' });
  expect(await ask('ws_CO_unknown')).toMatchObject({ is: 'PENDING' });
});
