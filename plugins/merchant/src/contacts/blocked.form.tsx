import { type Action, dictionaryOptions, fieldsOf, FormDrawer, merchantOptions, useFormValues } from '@kituo/sdk/page';
import type { contactBlacklist, RequestOf } from '@kituo/sdk/contracts';
import { CONTACT_BLOCK_REASON } from '../parts/codes.ts';

type Request = RequestOf<typeof contactBlacklist.add>;

export interface BlockedValues extends Record<string, unknown> {
  readonly merchantNo: string | null;
  readonly phone: string;
  readonly blockReason: Request['blockReason'];
  readonly blockScopes: Request['blockScopes'];
  readonly feedbackNo: string;
  readonly expiresOn: string | null;
  readonly note: string;
}
const { Date: Day, MultiSelect, Phone, Select, Text } = fieldsOf<BlockedValues>();
const scopes = dictionaryOptions('CONTACT_BLOCK_SCOPE');

const nothing = (): BlockedValues => ({
  merchantNo: null,
  phone: '',
  blockReason: 'OBJECTED',
  blockScopes: ['ALL'],
  feedbackNo: '',
  expiresOn: null,
  note: '',
});

export const blockedOf = ({ merchantNo, feedbackNo, ...values }: BlockedValues): Request => ({
  ...values,
  merchantNo: merchantNo ?? '',
  feedbackNo: feedbackNo.trim() === '' ? null : feedbackNo.trim(),
});

/** A number that nobody contacts from now on: why, over which channels and until when. */
export function BlockedForm(props: { readonly action: Action<null, BlockedValues> }) {
  return (
    <FormDrawer action={props.action} defaults={nothing}>
      <Select name="merchantNo" options={merchantOptions} />
      <Phone name="phone" />
      <Select name="blockReason" options={CONTACT_BLOCK_REASON} />
      <Complaint />
      <MultiSelect name="blockScopes" source={scopes} />
      <Day name="expiresOn" isOptional />
      <Text name="note" isLong maxLength={200} />
    </FormDrawer>
  );
}

function Complaint() {
  const { blockReason } = useFormValues();
  return blockReason === 'COMPLAINT' ? <Text name="feedbackNo" maxLength={64} /> : null;
}
