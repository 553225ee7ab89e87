import { useText } from '@kituo/sdk';
import { ApprovalsTab } from '@kituo/sdk/approvals';
import { PageTabs } from '@kituo/sdk/page';
import { AccountList } from '../accounts/accounts.list.tsx';
import { ChannelMatrix } from '../accounts/channel-matrix.tsx';

/** Which accounts each app sends its messages from. */
export function MessageCenterAppManagementPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('account.title')}
      tabs={[
        { name: 'messageAccounts', content: () => <AccountList key="messageAccounts" /> },
        { name: 'channels', content: () => <ChannelMatrix key="channels" /> },
        {
          name: 'approvals',
          awaits: 'messageCenter',
          content: () => <ApprovalsTab key="approvals" family="messageCenter" />,
        },
      ]}
    />
  );
}
