import { useText } from '@kituo/sdk';
import { messageAccount } from '@kituo/sdk/contracts';
import { type Action, fieldsOf, FormDrawer, remoteOptions, useFormValues } from '@kituo/sdk/page';
import { MESSAGE_CHANNEL } from '../messages/message-dictionaries.ts';
import { type AccountRow, accountValues, type AccountValues } from './account-form.ts';

const { Date: Day, Number: Count, Password, Select, Switch, Text, TextFile, TimeOfDay } = fieldsOf<AccountValues>();

/** Of a service account: some two kilobytes. */
const KEY_FILE = { extensions: ['json'], maxMb: 1 } as const;

const apps = remoteOptions(
  messageAccount.supportChannels,
  (found) => found.apps.map(({ appId, appName }) => ({ value: appId, label: `${appName} (${appId})` })),
  'apps',
);
const smsAccounts = remoteOptions(
  messageAccount.supportChannels,
  (found) =>
    found.smsAccounts.map(({ accountCode, sender }) => ({ value: accountCode, label: `${accountCode} (${sender})` })),
  'smsAccounts',
);

export function AccountForm(props: {
  readonly action: Action<AccountRow | null, AccountValues>;
  readonly isNew?: boolean;
}) {
  return (
    <FormDrawer action={props.action} defaults={accountValues}>
      <Fields isNew={props.isNew === true} />
    </FormDrawer>
  );
}

function Fields({ isNew }: { readonly isNew: boolean }) {
  const t = useText();
  const { channelType } = useFormValues();
  return (
    <>
      {isNew && (
        <>
          <Text name="accountCode" maxLength={32} hint={t('smsAccount.codeHint')} />
          <div className="kp-pair">
            <Select name="appId" options={apps} />
            <Select name="channelType" options={MESSAGE_CHANNEL} />
          </div>
        </>
      )}
      <Text
        name="sender"
        maxLength={64}
        hint={t(channelType === 'EMAIL' ? 'account.mailHint' : 'account.senderHint')}
      />
      <ChannelFields isNew={isNew} />
      <Switch name="isDefault" hint={t('account.defaultHint')} />
      <Count name="dailyCap" hint={t('account.capHint')} />
      <div className="kp-pair">
        <TimeOfDay name="quietFrom" isOptional hint={t('account.quietHint')} />
        <TimeOfDay name="quietTo" isOptional />
      </div>
      <Text name="reason" isLong maxLength={200} />
    </>
  );
}

/** What an account of its channel cannot do without. */
function ChannelFields({ isNew }: { readonly isNew: boolean }) {
  const t = useText();
  const { channelType, endpointUrl } = useFormValues();
  switch (channelType) {
    case 'SMS':
      return <Select name="smsAccountCode" options={smsAccounts} />;
    case 'EMAIL':
      return (
        <>
          <Text name="endpointUrl" maxLength={200} isOptional hint={t('account.serverHint')} />
          {endpointUrl !== '' && (
            <>
              <Text name="userName" maxLength={128} />
              <Password name="secret" isOptional={!isNew} hint={t('smsAccount.keyHint')} />
              <Day name="certificateExpiresOn" isOptional hint={t('account.expiryHint')} />
            </>
          )}
        </>
      );
    case 'PUSH':
      return (
        <>
          <TextFile name="secret" rule={KEY_FILE} isOptional={!isNew} hint={t('account.keyFileHint')} />
          <Day name="certificateExpiresOn" isOptional hint={t('account.expiryHint')} />
        </>
      );
    case 'WHATSAPP':
      return (
        <>
          <div className="kp-pair">
            <Text name="phoneNumberId" maxLength={20} />
            <Text name="whatsAppTemplate" maxLength={128} hint={t('account.templateHint')} />
          </div>
          <Password name="secret" isOptional={!isNew} hint={t('smsAccount.keyHint')} />
          <Day name="certificateExpiresOn" isOptional hint={t('account.expiryHint')} />
        </>
      );
    default:
      return <p className="kp-muted">{t('account.inAppHint')}</p>;
  }
}
