import { useText } from '@kituo/sdk';
import { PageTabs, useApprovalCounts } from '@kituo/sdk/page';
import { ChangesTab } from '../changes/changes.tab.tsx';
import { PolicyTab } from '../policy/policy.tab.tsx';
import { RoleChange } from '../roles/role-change.tsx';
import { RoleList } from '../roles/role-list.tsx';
import { RoleMatrix } from '../roles/role-matrix.tsx';

/** Who may do what, the changes of it that await approval, and company policy. */
export function RoleManagementPage() {
  const t = useText();
  const waiting = useApprovalCounts();
  return (
    <PageTabs
      label={t('role.title')}
      tabs={[
        { name: 'roles', content: () => <RoleList /> },
        {
          name: 'changes',
          ...waiting('CHANGE'),
          content: () => <ChangesTab family="role" facts={(row) => <RoleChange row={row} />} />,
        },
        { name: 'matrix', content: () => <RoleMatrix /> },
        { name: 'policy', ...waiting('VERSION'), content: () => <PolicyTab /> },
      ]}
    />
  );
}
