import { useText } from '@kituo/sdk';
import { PageTabs } from '@kituo/sdk/page';
import { BlockedList } from '../contacts/blocked.list.tsx';
import { Proposals } from '../contacts/proposals.tsx';
import { ApprovalsTab } from '@kituo/sdk/approvals';

/** Numbers that must not be contacted, and requests to allow it again. */
export function ContactBlacklistPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('contacts.title')}
      tabs={[
        { name: 'numbers', content: () => <BlockedList key="numbers" /> },
        { name: 'proposals', content: () => <Proposals key="proposals" /> },
        {
          name: 'approvals',
          awaits: 'contactBlock',
          content: () => <ApprovalsTab key="approvals" family="contactBlock" />,
        },
      ]}
    />
  );
}
