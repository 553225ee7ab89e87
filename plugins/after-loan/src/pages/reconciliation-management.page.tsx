import { useText } from '@kituo/sdk';
import { PageTabs } from '@kituo/sdk/page';
import { ApprovalsTab } from '@kituo/sdk/approvals';
import { ClaimList } from '../reconciliation/claims.list.tsx';
import { ColumnSetList } from '../reconciliation/column-sets.list.tsx';
import { DayList } from '../reconciliation/days.list.tsx';
import { DifferenceList } from '../reconciliation/differences.list.tsx';
import { FeeList } from '../reconciliation/fees.list.tsx';
import { PaymentList } from '../reconciliation/payments.list.tsx';

/** Channel statements against our books, a day an account, until the difference is 0. */
export function ReconciliationManagementPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('recon.title')}
      tabs={[
        { name: 'days', content: () => <DayList key="days" /> },
        { name: 'differences', content: () => <DifferenceList key="differences" /> },
        { name: 'payments', content: () => <PaymentList key="payments" /> },
        { name: 'fees', content: () => <FeeList key="fees" /> },
        { name: 'claims', content: () => <ClaimList key="claims" /> },
        { name: 'columns', content: () => <ColumnSetList key="columns" /> },
        {
          name: 'approvals',
          awaits: 'reconDifference',
          content: () => <ApprovalsTab key="approvals" family="reconDifference" />,
        },
      ]}
    />
  );
}
