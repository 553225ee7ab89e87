import { Allowed, useText } from '@kituo/sdk';
import {
  Ask,
  BatchAction,
  Confirm,
  defineDictionary,
  fieldsOf,
  FormDialog,
  FormDrawer,
  MERCHANT_MODE,
  merchantOptions,
  useDetail,
  useFormValues,
} from '@kituo/sdk/page';
import type { Action, Batch } from '@kituo/sdk/page';
import { AwayPreview } from './away-preview.tsx';
import { endpoints, languageOptions, merchantsOf, principalOptions } from './personnel-fields.ts';
import type { PersonnelInfo, PersonnelRow } from './personnel-fields.ts';
import { valuesOf } from './use-personnel-actions.ts';
import type { FreezeValues, PersonnelBatch, PersonnelValues } from './use-personnel-actions.ts';

const { Text, Number, Switch, Select, MultiSelect } = fieldsOf<PersonnelValues>();
const batchFields = fieldsOf<PersonnelBatch>();
const freezeFields = fieldsOf<FreezeValues>();
const PARTICIPATION = defineDictionary('PARTICIPATION', { YES: 'good', NO: 'waiting' });

/** A record's group, principal, merchants, cap and flags. */
export function UpdateForm(props: { readonly action: Action<PersonnelInfo, PersonnelValues> }) {
  const t = useText();
  return (
    <FormDrawer action={props.action} defaults={valuesOf}>
      {(info) => (
        <>
          <div className="kp-pair">
            <Text name="groupName" isOptional maxLength={64} />
            <Select name="principalUserNo" isOptional options={principalOptions} hint={t('personnel.principalHint')} />
          </div>
          <MultiSelect name="merchantNos" source={merchantsOf(info)} hint={t('personnel.merchantsHint')} />
          <Number name="dailyCap" hint={t('personnel.capHint', { count: info.open })} />
          <CapBelowOpen open={info.open} before={info.dailyCap} />
          <Switch name="joinAutoAllot" />
          <Switch name="firstLoanWhitelist" hint={t('personnel.firstLoanHint')} />
          <MultiSelect name="languages" isOptional source={languageOptions} />
          <Switch name="isAiEmployee" hint={t('personnel.aiHint')} />
        </>
      )}
    </FormDrawer>
  );
}

/** A cap below what is open today has to be said twice. */
function CapBelowOpen(props: { readonly open: number; readonly before: number }) {
  const t = useText();
  const { dailyCap } = useFormValues();
  const isBelow = typeof dailyCap === 'number' && dailyCap < props.open && dailyCap !== props.before;
  if (!isBelow) return null;
  return <Switch name="acceptsCapBelowOpen" hint={t('personnel.capBelow', { count: props.open })} />;
}

/** Asks before freezing, with what goes back and who has room for it. */
export function FreezeForm(props: { readonly action: Action<PersonnelRow, FreezeValues> }) {
  const t = useText();
  const { subject } = props.action;
  const away = useDetail(endpoints.away, subject && { userNo: subject.userNo });
  return (
    <FormDialog action={props.action} defaults={() => ({ reason: '', alsoSignIn: false })}>
      <p>{t('personnel.freezeText', { count: away.data?.open ?? subject?.open ?? 0 })}</p>
      <AwayPreview away={away} />
      <freezeFields.Text name="reason" isOptional isLong maxLength={200} />
      <Allowed code="user:user:freeze">
        <freezeFields.Switch name="alsoSignIn" hint={t('personnel.alsoSignInHint')} />
      </Allowed>
    </FormDialog>
  );
}

export function UnfreezeConfirm(props: { readonly action: Action<PersonnelRow> }) {
  const t = useText();
  return <Ask action={props.action} say={() => t('personnel.unfreezeText')} />;
}

/** Whom sync adds, changes and lets go, before it does. */
export function SyncConfirm(props: { readonly action: Action<null> }) {
  const t = useText();
  const preview = useDetail(endpoints.syncPreview, props.action.opened === null ? null : {});
  const names = (people: readonly { readonly realName: string }[]) =>
    people.map(({ realName }) => realName).join(', ') || t('personnel.nobody');
  return (
    <Confirm
      action={props.action}
      preview={preview}
      describe={({ added, changed, left }) => (
        <ul className="kp-facts">
          <li>{t('personnel.syncAdded', { count: added.length, names: names(added) })}</li>
          <li>{t('personnel.syncChanged', { count: changed.length, names: names(changed) })}</li>
          <li>{t('personnel.syncLeft', { count: left.length, names: names(left) })}</li>
        </ul>
      )}
    />
  );
}

/** What is left empty stays as it is with everybody. */
export function BatchForm(props: {
  readonly batch: Batch<PersonnelBatch>;
  readonly nameOf: (userNo: string) => string | null;
}) {
  const t = useText();
  const defaults = (): PersonnelBatch => ({
    dailyCap: null,
    groupName: '',
    merchantMode: 'ADD',
    merchantNos: [],
    joinAutoAllot: '',
  });
  return (
    <BatchAction batch={props.batch} nameOf={props.nameOf} defaults={defaults}>
      <p className="kp-muted">{t('personnel.batchHint')}</p>
      <batchFields.Number name="dailyCap" isOptional />
      <batchFields.Text name="groupName" isOptional maxLength={64} />
      <batchFields.Segmented name="merchantMode" options={MERCHANT_MODE} />
      <batchFields.MultiSelect name="merchantNos" isOptional source={merchantOptions} />
      <batchFields.Select name="joinAutoAllot" isOptional options={PARTICIPATION} />
    </BatchAction>
  );
}
