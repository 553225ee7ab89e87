import { useText } from '@kituo/sdk';
import { role } from '@kituo/sdk/contracts';
import { useDetail } from '@kituo/sdk/page';
import { usePermissionNames } from './permission-names.ts';
import './roles.css';

/** Roles with the same menu or the nearest to it, side by side: just what tells them apart. */
export function SameMenuRoles(props: { readonly roleNo: string }) {
  const t = useText();
  const nameOf = usePermissionNames();
  const { data, error } = useDetail(role.sameMenuRole, { roleNo: props.roleNo });
  if (error !== null) return <p role="alert">{error.msg}</p>;
  if (data === null) return <p className="kp-muted">{t('role.looking')}</p>;
  const { roles } = data;
  if (roles.length === 1) return <p className="kp-muted">{t('role.alone')}</p>;
  const keys = [...new Set(roles.flatMap((one) => [...one.pages, ...one.codes]))].sort();
  const holds = (one: (typeof roles)[number], key: string): boolean =>
    one.pages.includes(key) || one.codes.includes(key);
  const telling = keys.filter((key) => new Set(roles.map((one) => holds(one, key))).size > 1);
  return (
    <div className="role-matrix-scroll" tabIndex={0} role="region" aria-label={t('tab.sameMenu')}>
      <table className="role-matrix">
        <thead>
          <tr>
            <th scope="col">{t('role.permission')}</th>
            {roles.map((one) => (
              <th key={one.roleNo} scope="col">
                {one.roleName}
                <span className="kp-muted">
                  {t(one.isSameMenu ? 'role.sameMenu' : 'role.nearMenu')}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
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
          {telling.map((key) => (
            <tr key={key}>
              <th scope="row" title={key}>
                {nameOf(key)}
              </th>
              {roles.map((one) => (
                <td key={one.roleNo}>
                  {holds(one, key) ? (
                    <span aria-label={t('changes.yes')}>✓</span>
                  ) : (
                    <span className="kp-muted" aria-label={t('changes.no')}>
                      -
                    </span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
