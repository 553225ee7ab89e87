import { Callout, useText } from '@kituo/sdk';
import { marketingBlacklist, type RequestOf } from '@kituo/sdk/contracts';
import { type Action, dictionaryOptions, fieldsOf, FormDrawer, useDetail, useFormValues } from '@kituo/sdk/page';
import { BLACKLIST_REASON } from './blacklist-fields.ts';

type Request = RequestOf<typeof marketingBlacklist.save>;
export interface ListedValues extends Record<string, unknown> {
  readonly phone: string;
  readonly blacklistReason: Request['blacklistReason'];
  readonly channels: Request['channels'];
  readonly expireOn: string | null;
  readonly remark: string | null;
}
const { Date: Day, MultiSelect, Phone, Select, Text } = fieldsOf<ListedValues>();
const channels = dictionaryOptions('CONTACT_CHANNEL_KIND');
const nothing = (): ListedValues => ({
  phone: '',
  blacklistReason: 'OPT_OUT',
  channels: ['CALL', 'SMS', 'ROBOT'],
  expireOn: null,
  remark: '',
});
export const listedOf = ({ remark, ...values }: ListedValues): Request => ({
  ...values,
  channels: [...values.channels],
  remark: remark === null || remark.trim() === '' ? null : remark,
});

/** A number that nobody markets to any more: checked first, so that it is clear whose it is and what ends. */
export function BlacklistForm({ action }: { readonly action: Action<null, ListedValues> }) {
  return (
    <FormDrawer action={action} defaults={nothing}>
      <Fields />
    </FormDrawer>
  );
}

const PHONE = /^254\d{9}$/;

function Fields() {
  const t = useText();
  const { phone } = useFormValues();
  const typed = String(phone ?? '').trim();
  const { data, error } = useDetail(marketingBlacklist.check, PHONE.test(typed) ? { phone: typed } : null);
  return (
    <>
      <Phone name="phone" />
      {error !== null && <Callout intent="warning">{error.msg}</Callout>}
      {data === null ? (
        <p className="kp-muted">{t('blacklist.checkFirst')}</p>
      ) : (
        <>
          <p role="status">
            {data.customerName ?? t('blacklist.nobody')} · {t('blacklist.entries', { count: data.entries })}
          </p>
          {data.isListed && <Callout intent="warning">{t('blacklist.isListed')}</Callout>}
          <Select name="blacklistReason" options={BLACKLIST_REASON} />
          <MultiSelect name="channels" source={channels} />
          <Day name="expireOn" isOptional />
          <Text name="remark" isLong isOptional maxLength={200} />
        </>
      )}
    </>
  );
}
