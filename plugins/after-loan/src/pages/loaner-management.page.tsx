import { useText } from '@kituo/sdk';
import { PageTabs } from '@kituo/sdk/page';
import { LoanerList } from '../accounts/loaner.list.tsx';
import { ApprovalsTab } from '@kituo/sdk/approvals';

/** Our own accounts; each change of one awaits approval. */
export function LoanerManagementPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('loaner.title')}
      tabs={[
        { name: 'accounts', content: () => <LoanerList key="accounts" /> },
        {
          name: 'approvals',
          awaits: 'loanerAccount',
          content: () => <ApprovalsTab key="approvals" family="loanerAccount" />,
        },
      ]}
    />
  );
}
