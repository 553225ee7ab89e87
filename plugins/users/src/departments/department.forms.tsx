import { useText } from '@kituo/sdk';
import { dept } from '@kituo/sdk/contracts';
import { Confirm, departmentOptions, fieldsOf, FormDialog, known, useDetail, useFormValues } from '@kituo/sdk/page';
import type { Action } from '@kituo/sdk/page';
import { leaders } from './department-fields.ts';
import type { Department } from './department-fields.ts';
import type { DepartmentValues, MoveValues, MoveRequest } from './use-department-actions.ts';

const fields = fieldsOf<Record<keyof DepartmentValues | keyof MoveValues, unknown>>();
const { Text, Switch, TreeSelect } = fields;

export const valuesForNew = (): DepartmentValues => ({
  name: '',
  leaderUserNo: null,
  remark: null,
  isEnabled: true,
});
export const valuesOf = ({ name, leaderUserNo, remark, isEnabled }: Department): DepartmentValues => ({
  name,
  leaderUserNo,
  remark,
  isEnabled,
});

export function DepartmentFields(props: { readonly isNew: boolean }) {
  const t = useText();
  return (
    <>
      <Text name="name" maxLength={64} />
      <TreeSelect name="leaderUserNo" isOptional source={leaders} hint={t('dept.leaderHint')} />
      <Text name="remark" isOptional isLong maxLength={200} />
      {!props.isNew && <Switch name="isEnabled" hint={t('dept.enabledHint')} />}
    </>
  );
}

/** Another parent, with who comes to see more or less, before it is requested. */
export function MoveForm(props: { readonly action: Action<MoveRequest, MoveValues> }) {
  const t = useText();
  return (
    <FormDialog action={props.action} defaults={({ parentDeptNo }) => ({ parentDeptNo, reason: '' })}>
      {(requested) => (
        <>
          <TreeSelect name="parentDeptNo" isOptional source={departmentOptions} hint={t('dept.parentHint')} />
          <Consequences requested={requested} />
          <Text name="reason" isOptional isLong maxLength={200} hint={t('dept.reasonHint')} />
        </>
      )}
    </FormDialog>
  );
}

function Consequences(props: { readonly requested: MoveRequest }) {
  const { deptNo } = props.requested;
  const t = useText();
  const asked = dept.movePreview.request.safeParse({
    deptNo,
    parentDeptNo: useFormValues()['parentDeptNo'] ?? null,
  });
  const preview = useDetail(dept.movePreview, asked.success ? asked.data : null);
  if (preview.error !== null) {
    return (
      <p role="alert" className="kp-note-wrong">
        {preview.error.msg}
      </p>
    );
  }
  if (preview.data === null) return <p className="kp-muted">{t('dept.looking')}</p>;
  const { from, to, members, people, peopleTotal, menus } = preview.data;
  const named = (effect: 'GAINS' | 'LOSES') => people.filter((one) => one.effect === effect).map((one) => one.realName);
  const [gains, loses] = [named('GAINS'), named('LOSES')];
  return (
    <ul className="kp-facts" aria-live="polite">
      <li>{t('dept.moves', { from: from ?? t('dept.top'), to: to ?? t('dept.top') })}</li>
      <li>{t('dept.movesPeople', { count: members })}</li>
      {gains.length > 0 && <li>{t('dept.gains', { people: gains.join(', ') })}</li>}
      {loses.length > 0 && <li>{t('dept.loses', { people: loses.join(', ') })}</li>}
      {peopleTotal > people.length && <li>{t('dept.others', { count: peopleTotal - people.length })}</li>}
      {menus.length > 0 && <li>{t('dept.onPages', { pages: menus.join(', ') })}</li>}
      <li>{t('dept.moveWaits')}</li>
    </ul>
  );
}

export function DeleteConfirm(props: { readonly action: Action<Department> }) {
  const t = useText();
  return (
    <Confirm
      action={props.action}
      preview={known(true)}
      describe={(_known, { departments, membersBelow }) => (
        <>
          <p>{t('dept.deleteText')}</p>
          {departments + membersBelow > 0 && <p>{t('dept.deleteFull', { departments, people: membersBelow })}</p>}
        </>
      )}
    />
  );
}
