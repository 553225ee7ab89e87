import type { Tx } from '../db/database.ts';

const SHARED = { isDefault: true, dailyCap: -1 } as const;

/** Accounts of the console and of one merchant's app; those without a key, or in the way of routes, are disabled. */
export async function seedMessageAccounts(tx: Tx, merchantNo: string): Promise<void> {
  await tx
    .insertInto('messageDomain')
    .values({ domain: 'kituo.example', domainState: 'VERIFIED', checkedAt: new Date() })
    .execute();
  await tx
    .insertInto('messageAccount')
    .values([
      {
        ...SHARED,
        accountCode: 'CONSOLE_MAIL',
        channelType: 'EMAIL',
        sender: 'console@kituo.example',
        isEnabled: true,
      },
      {
        ...SHARED,
        accountCode: 'CONSOLE_SMS',
        channelType: 'SMS',
        sender: 'KITUO',
        smsAccountCode: 'MAIN',
      },
      {
        ...SHARED,
        accountCode: 'APP_SMS',
        merchantNo,
        channelType: 'SMS',
        sender: 'KITUO',
        smsAccountCode: 'MAIN',
        isEnabled: true,
      },
      { ...SHARED, accountCode: 'APP_INBOX', merchantNo, channelType: 'IN_APP', sender: 'Kituo', isEnabled: true },
      {
        ...SHARED,
        accountCode: 'APP_PUSH',
        merchantNo,
        channelType: 'PUSH',
        sender: 'Kituo',
        dailyCap: 20_000,
        certificateExpiresOn: '2027-06-30',
      },
      {
        ...SHARED,
        accountCode: 'APP_WHATSAPP',
        merchantNo,
        channelType: 'WHATSAPP',
        sender: '+254 709 000 000',
        phoneNumberId: '106540352242922',
        whatsAppTemplate: 'kituo_notice',
        quietFrom: '21:00',
        quietTo: '07:00',
      },
    ])
    .execute();
}
