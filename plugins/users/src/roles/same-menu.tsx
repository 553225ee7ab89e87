import { useText } from '@kituo/sdk';
import { role } from '@kituo/sdk/contracts';
import { useDetail } from '@kituo/sdk/page';
import { MatrixTable } from './matrix-table.tsx';
import { usePermissionNames } from './permission-names.ts';

/** Roles with the same menu or the nearest to it, side by side: just what tells them apart. */
export function SameMenuRoles(props: { readonly roleNo: string }) {
  const t = useText();
  const nameOf = usePermissionNames();
  const { data, error } = useDetail(role.sameMenuRole, { roleNo: props.roleNo });
  if (error !== null) return <p role="alert">{error.msg}</p>;
  if (data === null) return <p className="kp-muted">{t('role.looking')}</p>;
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
    <MatrixTable
      label={t('tab.sameMenu')}
      roles={roles}
      lines={telling.map((key) => ({ key, name: nameOf(key) }))}
    >
      <tr>
        <th scope="row">{t('field.users')}</th>
        {roles.map((one) => (
          <td key={one.roleNo}>{one.users}</td>
        ))}
      </tr>
      <tr>
        <th scope="row">{t('field.sensitive')}</th>
        {roles.map((one) => (
          <td key={one.roleNo}>
            {one.sensitive.map((tag) => t(`SENSITIVE.${tag}`)).join(', ') || '-'}
          </td>
        ))}
      </tr>
    </MatrixTable>
  );
}
