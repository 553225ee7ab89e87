import { change, messageAccount, messagePoint } from '@kituo/sdk/contracts';
import { expect } from 'vitest';
import { startSandbox, WHATSAPP_ACCOUNT } from '../../sandbox/src/index.ts';
import { addPerson, createTestApp } from './test-app.ts';
import { as } from './test-calls.ts';

export const merchantNo = 'M0001';
export const PHONE = '254712345678';
export const SECRET = 'a-secret-that-nobody-can-guess';
const CODES = ['operation:messageAccount:save', 'operation:messagePoint:save'];

const EMPTY = {
  isDefault: true,
  dailyCap: -1,
  quietFrom: null,
  quietTo: null,
  smsAccountCode: null,
  endpointUrl: null,
  userName: null,
  phoneNumberId: null,
  whatsAppTemplate: null,
  certificateExpiresOn: null,
  secret: null,
};
const FORMS = {
  MAIL: { appId: 'CONSOLE', channelType: 'EMAIL', sender: 'console@kituo.example' },
  STAFF_SMS: { appId: 'CONSOLE', channelType: 'SMS', sender: 'Kituo', smsAccountCode: 'SECOND' },
  APP_SMS: { appId: merchantNo, channelType: 'SMS', sender: 'Haraka', smsAccountCode: 'SECOND' },
  PUSH: { appId: merchantNo, channelType: 'PUSH', sender: 'Haraka' },
  WA: {
    appId: merchantNo,
    channelType: 'WHATSAPP',
    sender: '+254709000000',
    phoneNumberId: WHATSAPP_ACCOUNT.phoneNumberId,
    whatsAppTemplate: WHATSAPP_ACCOUNT.templateName,
    secret: WHATSAPP_ACCOUNT.accessToken,
  },
  INBOX: { appId: merchantNo, channelType: 'IN_APP', sender: 'Haraka' },
} as const;
export type AccountName = keyof typeof FORMS;

/**
 * Message accounts with the sandbox behind them: a maker and a checker who see every merchant, somebody of another
 * merchant, and the app's server. No account is left of the seed.
 */
export async function accountsDesk() {
  const sandbox = await startSandbox();
  const app = await createTestApp({
    content: 'seeded',
    env: {
      SMS_URL: sandbox.url,
      SMS_USERNAME: sandbox.sms.username,
      SMS_API_KEY: sandbox.sms.apiKey,
      SMS_SENDER: sandbox.sms.sender,
      SMTP_URL: sandbox.smtpUrl,
      MAIL_FROM: 'no-reply@kituo.example',
      FCM_URL: sandbox.url,
      FCM_TOKEN_URL: `${sandbox.url}/token`,
      WHATSAPP_URL: `${sandbox.url}/v23.0`,
      DNS_SERVERS: sandbox.nameServer,
      KITUO_CALLBACK_SECRET: SECRET,
    },
  });
  const { db } = app.database;
  await db.deleteFrom('messageAccount').execute();
  const pages = [messageAccount.MESSAGE_ACCOUNT_PAGE, messagePoint.BUSINESS_NODE_PAGE];
  const userNos: string[] = [];
  for (const [name, codes] of [
    ['accounts.maker', CODES],
    ['accounts.checker', ['operation:config:audit']],
    ['accounts.local', CODES],
    ['accounts.app', ['audit:order:intake']],
  ] as const) {
    const { userNo, roleNo } = await addPerson(app.database, name, { pages, codes: [...codes] });
    userNos.push(userNo);
    if (name === 'accounts.local')
      await db.insertInto('userMerchant').values({ userNo, merchantNo: 'M0002' }).execute();
    else await db.updateTable('role').set({ dataScope: 'ALL' }).where('roleNo', '=', roleNo).execute();
  }
  const [makerNo = ''] = userNos;
  await db
    .updateTable('appUser')
    .set({ phone: PHONE, email: 'maker@kituo.example' })
    .where('userNo', '=', makerNo)
    .execute();
  const [maker, checker] = [await as(app, 'accounts.maker'), await as(app, 'accounts.checker')];
  const [local, appServer] = [await as(app, 'accounts.local'), await as(app, 'accounts.app')];

  const formOf = (accountCode: AccountName, more: object = {}) => ({
    ...EMPTY,
    accountCode,
    ...FORMS[accountCode],
    ...(accountCode === 'PUSH' && { secret: sandbox.push.serviceAccount }),
    ...more,
  });
  const save = async (form: object, version?: number) =>
    (await maker.post(messageAccount.save, { ...(version !== undefined && { version }), form, reason: 'New' })).data;
  const approve = async (changeNo: string) =>
    (await checker.post(change.changeFamilies.messageCenter.approve, { changeNo })).code;
  const versionOf = async (accountCode: string): Promise<number> =>
    (await maker.get(messageAccount.detail, { accountCode })).data.row.version;
  /** Saved and enabled, each agreed to by another person. */
  async function open(accountCode: AccountName, more: object = {}): Promise<void> {
    const made = await save(formOf(accountCode, more));
    expect(await approve(made.changeNo)).toBe(0);
    const asked = { accountCode, version: await versionOf(accountCode), reason: 'Tested' };
    const enabling = await maker.post(messageAccount.enable, asked);
    expect(await approve(enabling.data.changeNo)).toBe(0);
  }
  const disable = async (accountCode: AccountName) =>
    (
      await maker.post(messageAccount.disable, {
        accountCode,
        version: await versionOf(accountCode),
        reason: 'Down',
      })
    ).data;
  const remove = async (...codes: readonly string[]) => {
    await db.deleteFrom('messageSending').where('accountCode', 'in', codes).execute();
    await db.deleteFrom('messageAccount').where('accountCode', 'in', codes).execute();
  };
  const registered = async (token: string, phone = PHONE) =>
    await appServer.post(messageAccount.registerDevice, { merchantNo, phone, os: 'ANDROID', token });

  return {
    sandbox,
    app,
    maker,
    checker,
    local,
    appServer,
    makerNo,
    formOf,
    save,
    approve,
    versionOf,
    open,
    disable,
    remove,
    registered,
    /** Before each test: the world is reliable, nothing waits to be sent. */
    async calm() {
      sandbox.change({ refusal: 0, silence: 0, reset: 0 });
      await db.deleteFrom('message').execute();
    },
    async close() {
      await app[Symbol.asyncDispose]();
      await sandbox.close();
    },
  };
}
export type AccountsDesk = Awaited<ReturnType<typeof accountsDesk>>;
