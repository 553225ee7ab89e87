import { useText } from '@kituo/sdk';
import type { ReactNode } from 'react';
import './roles.css';

/** A role as a column. */
export interface MatrixRole {
  readonly roleNo: string;
  readonly roleName: string;
  /** Below the name: how near its menu is. */
  readonly note?: string;
  holds(key: string): boolean;
}

/** A permission as a row; `depth` 1 is below the page above it. */
export interface MatrixLine {
  readonly key: string;
  readonly name: string;
  readonly depth?: number;
}

/** Roles side by side against permissions: who holds what. */
export function MatrixTable(props: {
  readonly label: string;
  readonly roles: readonly MatrixRole[];
  readonly lines: readonly MatrixLine[];
  /** Rows above the permissions. */
  readonly children?: ReactNode;
}) {
  const { roles } = props;
  const t = useText();
  return (
    <div className="role-matrix-scroll" tabIndex={0} role="region" aria-label={props.label}>
      <table className="role-matrix">
        <thead>
          <tr>
            <th scope="col">{t('role.permission')}</th>
            {roles.map((one) => (
              <th key={one.roleNo} scope="col">
                {one.roleName}
                {one.note !== undefined && <span className="kp-muted">{one.note}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.children}
          {props.lines.map(({ key, name, depth = 0 }) => (
            <tr key={key}>
              <th scope="row" title={key} className={depth > 0 ? 'role-matrix-below' : undefined}>
                {name}
              </th>
              {roles.map((one) => (
                <td key={one.roleNo}>
                  {one.holds(key) ? (
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
