import type { messageAccount } from '@kituo/sdk/contracts';

export type AccountRow = messageAccount.MessageAccountRow;

export interface AccountValues extends Record<string, unknown> {
  readonly accountCode: string;
  readonly appId: string;
  readonly channelType: AccountRow['channelType'];
  readonly sender: string;
  readonly isDefault: boolean;
  readonly dailyCap: number;
  readonly quietFrom: string | null;
  readonly quietTo: string | null;
  readonly smsAccountCode: string | null;
  readonly endpointUrl: string;
  readonly userName: string;
  readonly phoneNumberId: string;
  readonly whatsAppTemplate: string;
  readonly certificateExpiresOn: string | null;
  readonly secret: string;
  readonly reason: string;
}

export const accountValues = (row: AccountRow | null): AccountValues => ({
  accountCode: row?.accountCode ?? '',
  appId: row?.appId ?? '',
  channelType: row?.channelType ?? 'SMS',
  sender: row?.sender ?? '',
  isDefault: row?.isDefault ?? true,
  dailyCap: row?.dailyCap ?? -1,
  quietFrom: row?.quietFrom ?? null,
  quietTo: row?.quietTo ?? null,
  smsAccountCode: row?.smsAccountCode ?? null,
  endpointUrl: row?.endpointUrl ?? '',
  userName: row?.userName ?? '',
  phoneNumberId: row?.phoneNumberId ?? '',
  whatsAppTemplate: row?.whatsAppTemplate ?? '',
  certificateExpiresOn: row?.certificateExpiresOn ?? null,
  secret: '',
  reason: '',
});

/** What an account of its channel holds; what other channels hold is left out. */
export function accountRequest(row: AccountRow | null, { reason, ...values }: AccountValues) {
  const { channelType } = values;
  const of = (channel: AccountRow['channelType'], held: string | null) =>
    channelType === channel && held !== '' ? held : null;
  const takesKey = channelType === 'PUSH' || channelType === 'WHATSAPP' || of('EMAIL', values.endpointUrl) !== null;
  return {
    ...(row && { version: row.version }),
    form: {
      ...values,
      accountCode: row?.accountCode ?? values.accountCode,
      appId: row?.appId ?? values.appId,
      channelType: row?.channelType ?? channelType,
      quietFrom: values.quietFrom || null,
      quietTo: values.quietTo || null,
      smsAccountCode: of('SMS', values.smsAccountCode),
      endpointUrl: of('EMAIL', values.endpointUrl),
      userName: of('EMAIL', values.userName),
      phoneNumberId: of('WHATSAPP', values.phoneNumberId),
      whatsAppTemplate: of('WHATSAPP', values.whatsAppTemplate),
      certificateExpiresOn: takesKey ? values.certificateExpiresOn || null : null,
      secret: takesKey && values.secret !== '' ? values.secret : null,
    },
    reason,
  };
}
