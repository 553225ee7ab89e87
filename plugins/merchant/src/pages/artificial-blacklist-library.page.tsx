import { useText } from '@kituo/sdk';
import { PageTabs } from '@kituo/sdk/page';
import { EntryList } from '../blacklist/entries.list.tsx';
import { ApprovalsTab } from '@kituo/sdk/approvals';

/** Whom no loan is made to, and removals that await approval. */
export function ArtificialBlacklistLibraryPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('blacklist.title')}
      tabs={[
        { name: 'entries', content: () => <EntryList key="entries" /> },
        {
          name: 'approvals',
          awaits: 'merchantBlacklist',
          content: () => <ApprovalsTab key="approvals" family="merchantBlacklist" />,
        },
      ]}
    />
  );
}
