import { useState } from 'react';
import type { PersonnelEndpoints, PersonnelRow } from '../../contracts/staff/personnel.ts';
import { Allowed } from '../../permissions/permissions.ts';
import type { Action } from '../action/use-action.ts';
import { BatchAction } from '../batch/batch-action.tsx';
import type { Batch } from '../batch/use-batch.ts';
import { fieldsOf } from '../form/fields-of.ts';
import { FormDialog, FormDrawer } from '../form/form-frames.tsx';
import { merchantOptions } from '../form/sources.ts';
import { useFormValues } from '../form/use-form-values.ts';
import { defineDictionary } from '../list/dictionary.ts';
import { Ask } from '../parts/ask.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { usePluginText } from '../platform.ts';
import { useDetail } from '../use-detail.ts';
import { MERCHANT_MODE } from '../words.ts';
import type { PersonnelScreenProps } from './personnel-screen-props.ts';
import { AwayPreview } from './away-preview.tsx';
import { EMPLOYEE_CATEGORY, languageOptions, merchantsOf, normalPeople, principalOptions } from './personnel-fields.ts';
import type { PersonnelInfo } from './personnel-fields.ts';
import { valuesOf } from './use-personnel-actions.ts';
import type { FreezeValues, HandOverValues, PersonnelBatch, PersonnelValues } from './use-personnel-actions.ts';

const { Text, Number, Switch, Select, MultiSelect, Segmented } = fieldsOf<PersonnelValues>();
const batchFields = fieldsOf<PersonnelBatch>();
const freezeFields = fieldsOf<FreezeValues>();
const handOverFields = fieldsOf<HandOverValues>();
const PARTICIPATION = defineDictionary('PARTICIPATION', { YES: 'good', NO: 'waiting' });

/** A record's group, principal, merchants, cap and flags. */
export function UpdateForm(props: {
  readonly endpoints: PersonnelEndpoints;
  readonly action: Action<PersonnelInfo, PersonnelValues>;
  readonly hasParts: boolean;
  readonly hasDeskFacts: boolean;
  readonly limitNote?: PersonnelScreenProps['limitNote'];
}) {
  const t = usePluginText();
  const [principals] = useState(() => principalOptions(props.endpoints));
  return (
    <FormDrawer action={props.action} defaults={valuesOf}>
      {(info) => (
        <>
          <div className="kp-pair">
            <Text name="groupName" isOptional maxLength={64} />
            <Select name="principalUserNo" isOptional options={principals} hint={t('personnel.principalHint')} />
          </div>
          <MultiSelect name="merchantNos" source={merchantsOf(info)} hint={t('personnel.merchantsHint')} />
          <Number name="dailyCap" hint={t('personnel.capHint', { count: info.open })} />
          <CapBelowOpen open={info.open} before={info.dailyCap} />
          {props.limitNote?.(info, false)}
          {props.hasDeskFacts && (
            <div className="kp-pair">
              <Text name="extension" isOptional maxLength={6} hint={t('personnel.extensionHint')} />
              <Segmented name="employeeCategory" options={EMPLOYEE_CATEGORY} />
            </div>
          )}
          <Switch name="joinAutoAllot" />
          <Switch name="firstLoanWhitelist" hint={t('personnel.firstLoanHint')} />
          <MultiSelect name="languages" isOptional source={languageOptions} />
          {props.hasParts && <Switch name="handlesComplaints" hint={t('personnel.complaintsHint')} />}
          <Switch name="isAiEmployee" hint={t('personnel.aiHint')} />
        </>
      )}
    </FormDrawer>
  );
}

/** A cap below what is open today has to be said twice. */
function CapBelowOpen(props: { readonly open: number; readonly before: number }) {
  const t = usePluginText();
  const { dailyCap } = useFormValues();
  const isBelow = typeof dailyCap === 'number' && dailyCap < props.open && dailyCap !== props.before;
  if (!isBelow) return null;
  return <Switch name="acceptsCapBelowOpen" hint={t('personnel.capBelow', { count: props.open })} />;
}

/** Asks before freezing, with what goes back and who has room for it. */
export function FreezeForm(props: {
  readonly endpoints: PersonnelEndpoints;
  readonly action: Action<PersonnelRow, FreezeValues>;
  readonly limitNote?: PersonnelScreenProps['limitNote'];
}) {
  const t = usePluginText();
  const { subject } = props.action;
  const away = useDetail(props.endpoints.away, subject && { userNo: subject.userNo });
  return (
    <FormDialog action={props.action} defaults={() => ({ reason: '', alsoSignIn: false })}>
      <p>{t('personnel.freezeText', { count: away.data?.open ?? subject?.open ?? 0 })}</p>
      <AwayPreview away={away} />
      {subject !== null && props.limitNote?.(subject, true)}
      <freezeFields.Text name="reason" isOptional isLong maxLength={200} />
      <Allowed code="user:user:freeze">
        <freezeFields.Switch name="alsoSignIn" hint={t('personnel.alsoSignInHint')} />
      </Allowed>
    </FormDialog>
  );
}

/** Who gets all that somebody has open, said with the counts. */
export function HandOverForm(props: {
  readonly endpoints: PersonnelEndpoints;
  readonly action: Action<PersonnelRow, HandOverValues>;
}) {
  const t = usePluginText();
  const [people] = useState(() => normalPeople(props.endpoints));
  return (
    <FormDialog action={props.action} defaults={() => ({ toUserNo: null, reason: '' })}>
      {({ open, openFeedback, openEntries }) => (
        <>
          <p>{t('personnel.handOverText', { count: open })}</p>
          <ul className="kp-facts">
            <li>
              {t('field.openFeedback')}: {openFeedback ?? 0}
            </li>
            <li>
              {t('field.openEntries')}: {openEntries ?? 0}
            </li>
          </ul>
          <handOverFields.Select name="toUserNo" options={people} hint={t('personnel.handOverHint')} />
          <handOverFields.Text name="reason" isOptional isLong maxLength={200} />
        </>
      )}
    </FormDialog>
  );
}

export function UnfreezeConfirm(props: { readonly action: Action<PersonnelRow> }) {
  const t = usePluginText();
  return <Ask action={props.action} say={() => t('personnel.unfreezeText')} />;
}

/** Whom sync adds, changes and lets go, before it does. */
export function SyncConfirm(props: { readonly endpoints: PersonnelEndpoints; readonly action: Action<null> }) {
  const t = usePluginText();
  const preview = useDetail(props.endpoints.syncPreview, props.action.opened === null ? null : {});
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
  const t = usePluginText();
  const defaults = (): PersonnelBatch => ({
    dailyCap: null,
    groupName: '',
    merchantMode: 'ADD',
    merchantNos: [],
    joinAutoAllot: '',
    firstLoanWhitelist: '',
  });
  return (
    <BatchAction batch={props.batch} nameOf={props.nameOf} defaults={defaults}>
      <p className="kp-muted">{t('personnel.batchHint')}</p>
      <batchFields.Number name="dailyCap" isOptional />
      <batchFields.Text name="groupName" isOptional maxLength={64} />
      <batchFields.Segmented name="merchantMode" options={MERCHANT_MODE} />
      <batchFields.MultiSelect name="merchantNos" isOptional source={merchantOptions} />
      <batchFields.Select name="joinAutoAllot" isOptional options={PARTICIPATION} />
      <batchFields.Select name="firstLoanWhitelist" isOptional options={PARTICIPATION} />
    </BatchAction>
  );
}
