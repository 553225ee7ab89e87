import { useText } from '@kituo/sdk';
import { PageTabs } from '@kituo/sdk/page';
import { RepayList } from '../accounts/repay.list.tsx';
import { ApprovalsTab } from '@kituo/sdk/approvals';

/** Our own accounts; each change of one awaits approval. */
export function RepaymentAccountManagementPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('repayAccount.title')}
      tabs={[
        { name: 'accounts', content: () => <RepayList key="accounts" /> },
        {
          name: 'approvals',
          awaits: 'repayAccount',
          content: () => <ApprovalsTab key="approvals" family="repayAccount" />,
        },
      ]}
    />
  );
}
