import { useText } from '@kituo/sdk';
import { PageTabs } from '@kituo/sdk/page';
import { EntryList } from '../lists/entries.list.tsx';
import { NamedLists } from '../lists/named-lists.tsx';
import { ApprovalsTab } from '@kituo/sdk/approvals';

/** White, grey and black lists, and what of them awaits approval. */
export function ListManagementPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('list.title')}
      tabs={[
        { name: 'entries', content: () => <EntryList key="entries" /> },
        { name: 'lists', content: () => <NamedLists key="lists" /> },
        { name: 'approvals', awaits: 'riskList', content: () => <ApprovalsTab key="approvals" family="riskList" /> },
      ]}
    />
  );
}
