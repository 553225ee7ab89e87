import { eatDay, useText } from '@kituo/sdk';
import type { RequestOf, riskList } from '@kituo/sdk/contracts';
import { type Action, fieldsOf, FormDrawer, merchantOptions, useFormValues } from '@kituo/sdk/page';
import { LIST_SOURCE, RISK_LIST_SUBJECT, RISK_LIST_TYPE } from '../parts/codes.ts';

type Request = RequestOf<typeof riskList.add>;

export interface EntryValues extends Record<string, unknown> {
  readonly listType: Request['listType'];
  readonly subjectType: Request['subjectType'];
  readonly subjectValue: string;
  readonly listSource: Request['listSource'];
  readonly expiresOn: string | null;
  readonly note: string;
  readonly merchantNos: readonly string[];
}
const { Date: Day, MultiSelect, Segmented, Select, Text } = fieldsOf<EntryValues>();

const nothing = (): EntryValues => ({
  listType: 'BLACK',
  subjectType: 'PHONE',
  subjectValue: '',
  listSource: 'MANUAL',
  expiresOn: null,
  note: '',
  merchantNos: [],
});

export const entryOf = ({ expiresOn, merchantNos, ...values }: EntryValues): Request => ({
  ...values,
  expiresOn: expiresOn ?? '',
  ...(merchantNos.length > 0 && { merchantNos: [...merchantNos] }),
});

/** Who is listed, why and until when. */
export function EntryForm(props: { readonly action: Action<null, EntryValues> }) {
  const t = useText();
  return (
    <FormDrawer action={props.action} defaults={nothing}>
      <Segmented name="listType" options={RISK_LIST_TYPE} />
      <Effect />
      <Segmented name="subjectType" options={RISK_LIST_SUBJECT} />
      <Text name="subjectValue" maxLength={64} />
      <Select name="listSource" options={LIST_SOURCE} />
      <Day name="expiresOn" min={eatDay()} />
      <MultiSelect name="merchantNos" source={merchantOptions} isOptional hint={t('list.merchantsHint')} />
      <Text name="note" isLong maxLength={200} />
    </FormDrawer>
  );
}

function Effect() {
  const t = useText();
  const { listType } = useFormValues();
  return <p className="kp-muted">{t(`list.effect.${String(listType)}`)}</p>;
}
