import { canOpen, formatCount, Link, useText } from '@kituo/sdk';
import { change, user } from '@kituo/sdk/contracts';
import {
  ActionButton,
  Answered,
  departmentOptions,
  fieldsOf,
  FormDialog,
  Status,
  useAction,
  useDetail,
  USER_STATUS,
} from '@kituo/sdk/page';
import { useState } from 'react';
import type { Department } from './department-fields.ts';
import './departments.css';

const USER_MANAGEMENT = '/AdminContent/UserSystem/UserManagement';
const SHOWN = 100;
const { TreeSelect, Text } = fieldsOf<Record<'deptNo' | 'reason', unknown>>();
interface MembersMove extends Record<string, unknown> {
  readonly deptNo: string | null;
  readonly reason: string;
}

/** People of a department and of all below it; those chosen move together to another. */
export function DepartmentMembers(props: { readonly department: Department }) {
  const { deptNo, name } = props.department;
  const t = useText();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const members = useDetail(user.getUserList, {
    filters: { deptNo },
    page: 1,
    pageSize: SHOWN,
    sort: {
      field: 'realName',
      direction: 'asc',
    },
  });
  const move = useAction({
    name: 'membersMove',
    endpoint: user.moveMembers,
    request: (userNos: readonly string[], values: MembersMove) => ({
      userNos: [...userNos],
      deptNo: values.deptNo ?? '',
      ...(values.reason.trim() !== '' && { reason: values.reason }),
    }),
    list: { refresh: members.refresh },
    waitsIn: change.changeFamilies.user,
    facts: (userNos) => ({ count: userNos.length }),
    onDone: () => {
      setChosen(new Set());
    },
  });
  const toggle = (userNo: string): void => {
    const next = new Set(chosen);
    if (!next.delete(userNo)) next.add(userNo);
    setChosen(next);
  };
  return (
    <Answered detail={members}>
      {({ rows, total }) => (
        <>
          <div className="dept-members-head">
            <span className="kp-muted">{t('dept.memberCount', { count: total })}</span>
            {canOpen(USER_MANAGEMENT) && (
              <Link to={`${USER_MANAGEMENT}?deptNo=${deptNo}`}>{t('dept.showInUsers')}</Link>
            )}
          </div>
          {rows.length === 0 ? (
            <p className="kp-muted">{t('dept.noMembers')}</p>
          ) : (
            <ul className="dept-members" aria-label={t('dept.membersOf', { name })}>
              {rows.map((row) => (
                <li key={row.userNo}>
                  <label>
                    {move.isPermitted && (
                      <input
                        type="checkbox"
                        checked={chosen.has(row.userNo)}
                        onChange={() => {
                          toggle(row.userNo);
                        }}
                      />
                    )}
                    <span className="dept-member-name">{row.realName}</span>
                  </label>
                  <span className="kp-muted">{row.deptName}</span>
                  <Status of={USER_STATUS} code={row.userStatus} />
                </li>
              ))}
            </ul>
          )}
          {total > rows.length && (
            <p className="kp-muted">{t('dept.moreMembers', { shown: formatCount(rows.length) })}</p>
          )}
          {chosen.size > 0 && <ActionButton action={move} subject={[...chosen]} isPrimary />}
          <FormDialog action={move} defaults={(): MembersMove => ({ deptNo: null, reason: '' })}>
            <TreeSelect name="deptNo" source={departmentOptions} />
            <Text name="reason" isOptional isLong maxLength={200} hint={t('dept.reasonHint')} />
          </FormDialog>
        </>
      )}
    </Answered>
  );
}
