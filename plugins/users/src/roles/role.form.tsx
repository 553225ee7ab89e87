import { Allowed, Button, Callout, useText } from '@kituo/sdk';
import { role } from '@kituo/sdk/contracts';
import { fieldsOf, useDetail, useFormValues } from '@kituo/sdk/page';
import type { CheckNode } from '@kituo/sdk/page';
import { useState } from 'react';
import { DATA_SCOPE, REVEAL_FIELD } from './role-fields.ts';
import { splitKeys } from './role-form-values.ts';
import type { RoleValues } from './role-form-values.ts';
import { Simulator } from './simulator.tsx';
import './roles.css';

const { Text, Segmented, CheckTree, Switch, Number, Money, MultiSelect } = fieldsOf<Record<keyof Known, unknown>>();
type Known = {
  [Field in keyof RoleValues as string extends Field ? never : Field]: RoleValues[Field];
};

const nodeOf = (node: role.Permission): CheckNode => ({
  key: node.key,
  label: node.name,
  isHeading: node.kind === 'SECTION',
  ...(node.kind !== 'SECTION' && {
    hint: node.key,
    isLocked: !node.isHeld,
  }),
  children: node.children.map(nodeOf),
});

/** Name, data, the tree of permissions, the sensitive group apart, and what holders would see. */
export function RoleFields() {
  const t = useText();
  const tree = useDetail(role.tree, {});
  return (
    <>
      <Text name="roleName" maxLength={64} />
      <Text name="remark" isOptional isLong maxLength={200} />
      <Segmented name="dataScope" options={DATA_SCOPE} />
      {tree.error !== null ? (
        <Callout intent="danger" icon={null} role="alert">
          {tree.error.msg}{' '}
          <button type="button" className="ks-link-button" onClick={tree.refresh}>
            {t('role.readAgain')}
          </button>
        </Callout>
      ) : (
        <CheckTree name="pages" nodes={tree.data?.map(nodeOf) ?? []} hint={t('role.permissionsHint')} />
      )}
      <Allowed code="user:role:sensitive">
        <SensitiveFields />
      </Allowed>
      <Text name="reason" isOptional maxLength={200} hint={t('form.askedForHint')} />
      <DraftPreview />
    </>
  );
}

function SensitiveFields() {
  const t = useText();
  return (
    <fieldset className="role-sensitive">
      <legend>{t('role.sensitive')}</legend>
      <p className="kp-muted">{t('role.sensitiveText')}</p>
      <div className="kp-pair">
        <Switch name="isDesensitization" hint={t('role.maskedHint')} />
        <Switch name="unmaskedExport" hint={t('role.unmaskedExportHint')} />
        <MultiSelect name="revealFields" isOptional source={{ kind: 'dictionary', dictionary: REVEAL_FIELD }} />
        <Number name="dailyRevealBudget" hint={t('role.budgetHint')} />
        <Switch name="addressBookHide" />
        <Switch name="orderDetailsHide" />
        <Money name="deductionCapCents" isOptional hint={t('role.capHint')} />
        <span />
        <Switch name="mfaRequired" />
        <Switch name="validateCodeRequired" />
      </div>
    </fieldset>
  );
}

/** The menu as holders of what is ticked now would have it. */
function DraftPreview() {
  const t = useText();
  const values = useFormValues();
  const [isShown, setShown] = useState(false);
  const asked = role.simulate.request.safeParse({ draft: draftOf(values) });
  return (
    <section>
      <Button
        variant="outlined"
        aria-expanded={isShown}
        text={t(isShown ? 'role.hidePreview' : 'role.showPreview')}
        onClick={() => {
          setShown(!isShown);
        }}
      />
      {isShown &&
        (asked.success ? <Simulator request={asked.data} /> : <p className="kp-muted">{t('role.previewNothing')}</p>)}
    </section>
  );
}

/** What is half typed the contract refuses, and nothing is previewed. */
function draftOf(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { roleName: _name, remark: _remark, reason: _reason, ...drafted } = values;
  const { pages: held, isDesensitization, ...rest } = drafted;
  const keys = Array.isArray(held) ? held.filter((one) => typeof one === 'string') : [];
  return { ...rest, ...splitKeys(keys), isDesensitization: isDesensitization === false ? 0 : 1 };
}
