import { useText } from '@kituo/sdk';
import type { manualBlacklist, RequestOf } from '@kituo/sdk/contracts';
import { type Action, type AttachedFile, fieldsOf, FormDrawer, merchantOptions, useFormValues } from '@kituo/sdk/page';
import { BLACKLIST_SUBJECT } from '../parts/codes.ts';
import { entryReasons } from './entry-fields.ts';

type Request = RequestOf<typeof manualBlacklist.add>;
const EVIDENCE = { extensions: ['pdf', 'jpg', 'jpeg', 'png'], maxMb: 10 };

export interface EntryValues extends Record<string, unknown> {
  readonly subjectType: Request['subjectType'];
  readonly subjectValue: string;
  readonly reasonCode: string | null;
  readonly merchantNo: string | null;
  readonly evidenceIds: AttachedFile | null;
  readonly expiresOn: string | null;
  readonly note: string;
  readonly despiteAppeal: boolean;
}
const { Date: Day, File, Select, Switch, Text } = fieldsOf<EntryValues>();

const nothing = (): EntryValues => ({
  subjectType: 'PHONE',
  subjectValue: '',
  reasonCode: null,
  merchantNo: null,
  evidenceIds: null,
  expiresOn: null,
  note: '',
  despiteAppeal: false,
});

export const entryOf = ({ evidenceIds, reasonCode, expiresOn, ...values }: EntryValues): Request => ({
  ...values,
  reasonCode: reasonCode ?? '',
  expiresOn: expiresOn ?? '',
  evidenceIds: evidenceIds === null ? [] : [evidenceIds.attachId],
});

/** Whom no loan is made to: who, why, by what proof and until when. */
export function EntryForm(props: { readonly action: Action<null, EntryValues> }) {
  const t = useText();
  return (
    <FormDrawer action={props.action} defaults={nothing}>
      <Select name="subjectType" options={BLACKLIST_SUBJECT} />
      <Text name="subjectValue" maxLength={64} hint={t('blacklist.valueHint')} />
      <Select name="reasonCode" options={entryReasons} />
      <Select name="merchantNo" options={merchantOptions} isOptional hint={t('blacklist.allHint')} />
      <Evidence />
      <Day name="expiresOn" />
      <Text name="note" isLong maxLength={200} />
      <Switch name="despiteAppeal" hint={t('blacklist.appealHint')} />
    </FormDrawer>
  );
}

function Evidence() {
  const { merchantNo } = useFormValues();
  return (
    <File
      name="evidenceIds"
      subjectType="merchantVoucher"
      subjectNo={typeof merchantNo === 'string' ? merchantNo : 'ALL'}
      rule={EVIDENCE}
    />
  );
}
