import { useText } from '@kituo/sdk';
import { PageTabs } from '@kituo/sdk/page';
import { ApprovalsTab } from '@kituo/sdk/approvals';
import { ReleaseList } from '../releases/releases.list.tsx';

/** Releases of the customers' apps, and forced ones that await approval. */
export function AppVersionsManagementPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('app.title')}
      tabs={[
        { name: 'releases', content: () => <ReleaseList key="releases" /> },
        { name: 'approvals', awaits: 'appUpdate', content: () => <ApprovalsTab key="approvals" family="appUpdate" /> },
      ]}
    />
  );
}
