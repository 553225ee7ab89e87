import { useText } from '@kituo/sdk';
import { role } from '@kituo/sdk/contracts';
import type { ReplyOf } from '@kituo/sdk/contracts';
import { Answered, useDetail } from '@kituo/sdk/page';
import { MatrixTable } from './matrix-table.tsx';
import { usePermissionNames } from './permission-names.ts';

/** Roles with the same menu or the nearest to it, side by side: just what tells them apart. */
export function SameMenuRoles(props: { readonly roleNo: string }) {
  const nameOf = usePermissionNames();
  return (
    <Answered detail={useDetail(role.sameMenuRole, { roleNo: props.roleNo })}>
      {(found) => <Compared found={found} nameOf={nameOf} />}
    </Answered>
  );
}

function Compared(props: {
  readonly found: ReplyOf<typeof role.sameMenuRole>;
  readonly nameOf: (key: string) => string;
}) {
  const { found: data, nameOf } = props;
  const t = useText();
  if (data.roles.length === 1) return <p className="kp-muted">{t('role.alone')}</p>;
  const roles = data.roles.map((one) => {
    const held = new Set([...one.pages, ...one.codes]);
    return {
      ...one,
      note: t(one.isSameMenu ? 'role.sameMenu' : 'role.nearMenu'),
      holds: (key: string) => held.has(key),
    };
  });
  const keys = [...new Set(roles.flatMap((one) => [...one.pages, ...one.codes]))].sort();
  const telling = keys.filter((key) => new Set(roles.map((one) => one.holds(key))).size > 1);
  return (
    <MatrixTable label={t('tab.sameMenu')} roles={roles} lines={telling.map((key) => ({ key, name: nameOf(key) }))}>
      <tr>
        <th scope="row">{t('field.users')}</th>
        {roles.map((one) => (
          <td key={one.roleNo}>{one.users}</td>
        ))}
      </tr>
      <tr>
        <th scope="row">{t('field.sensitive')}</th>
        {roles.map((one) => (
          <td key={one.roleNo}>{one.sensitive.map((tag) => t(`SENSITIVE.${tag}`)).join(', ') || '-'}</td>
        ))}
      </tr>
    </MatrixTable>
  );
}
