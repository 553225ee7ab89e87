import { useText } from '@kituo/sdk';
import { PageTabs } from '@kituo/sdk/page';
import { ChangesTab } from '../changes/changes.tab.tsx';
import { RoleChange } from '../roles/role-change.tsx';
import { RoleList } from '../roles/role-list.tsx';

/** Who may do what, and the changes of it that wait for a second person. */
export function RoleManagementPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('role.title')}
      tabs={[
        { name: 'roles', content: () => <RoleList /> },
        {
          name: 'changes',
          content: () => <ChangesTab family="role" facts={(row) => <RoleChange row={row} />} />,
        },
      ]}
    />
  );
}
