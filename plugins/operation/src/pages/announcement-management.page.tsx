import { useText } from '@kituo/sdk';
import { PageTabs } from '@kituo/sdk/page';
import { AnnouncementList } from '../announcements/announcements.list.tsx';
import { AnnouncementReads } from '../announcements/reads.list.tsx';
import { ApprovalsTab } from '@kituo/sdk/approvals';

/** Notices to customers and staff, and those that await approval. */
export function AnnouncementManagementPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('announcement.title')}
      tabs={[
        { name: 'announcements', content: () => <AnnouncementList key="announcements" /> },
        { name: 'reads', content: () => <AnnouncementReads key="reads" /> },
        {
          name: 'approvals',
          awaits: 'announcement',
          content: () => <ApprovalsTab key="approvals" family="announcement" />,
        },
      ]}
    />
  );
}
