import { canOpen, useNavigate, useSearchParams, useText } from '@kituo/sdk';
import type { RowAction } from '@kituo/sdk/page';
import type { RoleRow } from './role-fields.ts';

export const USER_MANAGEMENT = '/AdminContent/UserSystem/UserManagement';

/** What a role's row leads to: roles with the same menu side by side, and the people who hold it. */
export function useRoleLooks(open: (row: RoleRow) => void): readonly RowAction<RoleRow>[] {
  const t = useText();
  const navigate = useNavigate();
  const [query, setQuery] = useSearchParams();
  return [
    {
      name: 'sameMenu',
      label: t('role.sameMenuRoles'),
      isDangerous: false,
      isAllowed: () => true,
      open: (row) => {
        const next = new URLSearchParams(query);
        next.set('detail', 'sameMenu');
        setQuery(next, { replace: true });
        open(row);
      },
    },
    {
      name: 'users',
      label: t('role.showUsers'),
      isDangerous: false,
      isAllowed: () => canOpen(USER_MANAGEMENT),
      open: ({ roleNo }) => {
        void navigate(`${USER_MANAGEMENT}?roleNo=${roleNo}`);
      },
    },
  ];
}
