import { useText } from '@kituo/sdk';
import { PageTabs } from '@kituo/sdk/page';
import { LoanList } from '../loans/loans.list.tsx';
import { UnknownBoard } from '../loans/unknown-board.tsx';
import { ApprovalsTab } from '@kituo/sdk/approvals';

/** Every order from approval to money out; failures are replayed or voided, none is paid twice. */
export function LoanManagementPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('loan.title')}
      tabs={[
        { name: 'orders', content: () => <LoanList key="orders" /> },
        { name: 'unknown', content: () => <UnknownBoard key="unknown" /> },
        { name: 'batches', awaits: 'payoutBatch', content: () => <ApprovalsTab key="batches" family="payoutBatch" /> },
        { name: 'offline', awaits: 'offlineLoan', content: () => <ApprovalsTab key="offline" family="offlineLoan" /> },
        { name: 'payees', awaits: 'payeeChange', content: () => <ApprovalsTab key="payees" family="payeeChange" /> },
      ]}
    />
  );
}
