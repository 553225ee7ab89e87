import { Allowed, useText } from '@kituo/sdk';
import { departmentOptions, fieldsOf } from '@kituo/sdk/page';
import {
  EMPLOYEE_CATEGORY,
  EMPLOYEE_STATUS,
  grantableRoles,
  INTERNAL_EXTERNAL,
  merchants,
  organizations,
} from './user-fields.ts';
import type { UserFormField } from './user-types.ts';

const { Text, Phone, Money, Select, Segmented, TreeSelect, MultiSelect } = fieldsOf<Record<UserFormField, unknown>>();

/** The fields of an account, for adding and for changing it. */
export function UserFields(props: {
  /** True where phone and e-mail are masked: left empty they stay as they are. */
  readonly isContactHidden: boolean;
  /** An account that is just being made has not left yet. */
  readonly isNew: boolean;
}) {
  const t = useText();
  const kept = props.isContactHidden ? { hint: t('form.contactKept'), isOptional: true } : {};
  return (
    <>
      <div className="kp-pair">
        <Text name="realName" maxLength={64} />
        <Text name="userName" maxLength={64} />
        <Text name="loginId" maxLength={64} hint={t('form.loginIdHint')} />
        <Text name="jobNumber" maxLength={8} hint={t('form.jobNumberHint')} />
        <Phone name="phone" {...kept} />
        <Text name="email" isOptional maxLength={120} {...kept} />
        <Text name="extension" isOptional maxLength={6} />
        <Text name="companyCode" maxLength={6} />
      </div>
      <div className="kp-pair">
        <TreeSelect name="deptNo" isOptional source={departmentOptions} />
        <TreeSelect name="orgNo" isOptional source={organizations} />
      </div>
      <MultiSelect name="roleNos" source={grantableRoles} hint={t('form.rolesHint')} />
      <MultiSelect name="merchantNos" source={merchants} hint={t('form.merchantsHint')} />
      <div className="kp-pair">
        <Segmented name="internalExternal" options={INTERNAL_EXTERNAL} />
        <Segmented name="employeeCategory" options={EMPLOYEE_CATEGORY} />
        {!props.isNew && <Select name="employeeStatus" options={EMPLOYEE_STATUS} hint={t('form.leftHint')} />}
        <Allowed code="user:user:salary">
          <Money name="basicSalaryCents" isOptional />
        </Allowed>
      </div>
      <Text name="reason" isOptional maxLength={200} hint={t('form.askedForHint')} />
    </>
  );
}
