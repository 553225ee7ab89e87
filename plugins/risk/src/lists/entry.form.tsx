import { useEffect, useRef } from 'react';
import { eatDay, useText } from '@kituo/sdk';
import { type RequestOf, riskList } from '@kituo/sdk/contracts';
import { type Action, fieldsOf, FormDrawer, merchantOptions, useFormValues, useWriteField } from '@kituo/sdk/page';
import { listsOfType } from './named-lists.tsx';
import { LIST_SOURCE, RISK_LIST_SUBJECT, RISK_LIST_TYPE } from '../parts/codes.ts';

type Request = RequestOf<typeof riskList.add>;

export interface EntryValues extends Record<string, unknown> {
  readonly listType: Request['listType'];
  readonly listCode: string | null;
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
  listCode: null,
  subjectType: 'PHONE',
  subjectValue: '',
  listSource: 'MANUAL',
  expiresOn: null,
  note: '',
  merchantNos: [],
});

export const entryOf = ({ expiresOn, merchantNos, listCode, ...values }: EntryValues): Request => ({
  ...values,
  expiresOn: expiresOn ?? '',
  ...(listCode !== null && { listCode }),
  ...(merchantNos.length > 0 && { merchantNos: [...merchantNos] }),
});

/** Who is listed, why and until when. */
export function EntryForm(props: { readonly action: Action<null, EntryValues> }) {
  const t = useText();
  return (
    <FormDrawer action={props.action} defaults={nothing}>
      <Segmented name="listType" options={RISK_LIST_TYPE} />
      <Effect />
      <ListOfType />
      <Segmented name="subjectType" options={RISK_LIST_SUBJECT} />
      <Text name="subjectValue" maxLength={64} />
      <Select name="listSource" options={LIST_SOURCE} />
      <Day name="expiresOn" min={eatDay()} />
      <MultiSelect name="merchantNos" source={merchantOptions} isOptional hint={t('list.merchantsHint')} />
      <Text name="note" isLong maxLength={200} />
    </FormDrawer>
  );
}

/** The lists of the chosen type; with another type the choice is open again. */
function ListOfType() {
  const t = useText();
  const write = useWriteField();
  const type = riskList.riskListType.parse(useFormValues().listType);
  const before = useRef(type);
  useEffect(() => {
    if (before.current === type) return;
    before.current = type;
    write('listCode', null);
  }, [type, write]);
  return <Select key={type} name="listCode" options={listsOfType[type]} isOptional hint={t('list.codeHint')} />;
}

function Effect() {
  const t = useText();
  const { listType } = useFormValues();
  return <p className="kp-muted">{t(`list.effect.${String(listType)}`)}</p>;
}
