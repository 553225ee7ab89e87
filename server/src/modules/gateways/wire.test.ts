import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../../sandbox/src/index.ts';
import { readSettings } from '../../config/settings.ts';
import { type Gateways, GatewayError, openGateways } from './index.ts';

let sandbox: Sandbox;
let gateways: Gateways;

beforeAll(async () => {
  sandbox = await startSandbox();
  const { gateways: settings } = readSettings({ LOG_LEVEL: 'silent' });
  gateways = await openGateways(
    {
      ...settings,
      mpesa: { url: sandbox.url, ...sandbox.mpesa },
      sms: { url: sandbox.url, ...sandbox.sms },
      robot: { url: sandbox.url, apiKey: sandbox.robotKey },
      voice: { url: sandbox.url, apiKey: sandbox.voiceKey },
      mail: { url: sandbox.smtpUrl, from: 'Kituo <no-reply@kituo.example>' },
      objects: { url: sandbox.storeUrl, ...sandbox.store },
    },
    500,
  );
});
beforeEach(() => sandbox.change({ refusal: 0, silence: 0, reset: 0, halfReply: 0 }));
afterAll(async () => {
  gateways?.close();
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

it('mails through SMTP', async () => {
  await gateways.mail?.send({ to: 'amina@example.co.ke', subject: 'Hello', text: 'Karibu' });
  const mail = sandbox.mail.received.at(-1);
  expect(mail).toMatchObject({ to: ['amina@example.co.ke'], from: 'no-reply@kituo.example' });
  expect(mail?.source).toContain('Karibu');
  sandbox.change({ refusal: 1 });
  const again = gateways.mail?.send({ to: 'amina@example.co.ke', subject: 'Hello', text: 'x' });
  expect(await faultOf(again)).toBe('REFUSED');
});

it('keeps files, and lends them by addresses that end and cannot be changed', async () => {
  const key = 'customers/C1/id front.png';
  const content = Buffer.from('a picture');
  await gateways.objects?.put(key, content, 'image/png');
  expect(await gateways.objects?.get(key)).toEqual({ content, contentType: 'image/png' });
  expect(await gateways.objects?.get('nothing')).toBeNull();
  const address = (await gateways.objects?.signedUrl(key, 60)) ?? '';
  expect(await (await fetch(address)).text()).toBe('a picture');
  expect((await fetch(address.replace('front', 'back'))).status).toBe(403);
  const old = (await gateways.objects?.signedUrl(key, 1)) ?? '';
  const ended = old.replace(/X-Amz-Date=\d{8}/, 'X-Amz-Date=20200101');
  expect((await fetch(ended)).status).toBe(403);
  await gateways.objects?.remove(key);
  expect(await gateways.objects?.get(key)).toBeNull();
});

it('keeps a file whole or not at all, and writes it again without harm', async () => {
  const content = Buffer.from('twice the same picture '.repeat(500));
  const put = (key: string) => gateways.objects?.put(key, content, 'image/png');
  await put('whole');
  for (const mishap of ['silence', 'reset', 'halfReply', 'refusal'] as const) {
    sandbox.change({ silence: 0, reset: 0, halfReply: 0, refusal: 0, [mishap]: 1 });
    expect(await faultOf(put(mishap)), mishap).toBe(mishap === 'halfReply' ? 'none' : 'UNKNOWN');
    // Half a file is no file.
    expect(await faultOf(gateways.objects?.get('whole')), mishap).toBe('UNKNOWN');
    sandbox.change({ [mishap]: 0 });
    await put(mishap);
    expect(await gateways.objects?.get(mishap)).toEqual({ content, contentType: 'image/png' });
  }
}, 20_000);

it('hands a batch to the robot once, and stops it only while it runs', async () => {
  const call = {
    callNo: 'K1',
    phone: '254712345678',
    scriptCode: 'DUE',
    language: 'en' as const,
    variables: {},
  };
  await gateways.robot?.start({ taskNo: 'T1', calls: [call] });
  await gateways.robot?.start({ taskNo: 'T1', calls: [call] });
  expect(await gateways.robot?.statusOf('T1')).toBe('DONE');
  expect(await faultOf(gateways.robot?.stop('T1'))).toBe('REFUSED');
});

it('tells a no from a doubt', async () => {
  const pay = (attemptNo: string, phone = '254712345678') =>
    faultOf(gateways.money?.pay({ attemptNo, amountCents: 10_000, phone, remark: 'LOAN' }));
  expect(await pay('A1')).toBe('none');
  expect(await pay('A2', '0712')).toBe('REFUSED');
  for (const chance of ['silence', 'reset', 'halfReply'] as const) {
    sandbox.change({ [chance]: 1 });
    expect(await pay(`A-${chance}`), chance).toBe('UNKNOWN');
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
