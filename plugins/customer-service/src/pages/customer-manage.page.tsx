import { useText } from '@kituo/sdk';
import { ApprovalsTab } from '@kituo/sdk/approvals';
import { PageTabs } from '@kituo/sdk/page';
import { DataRequestList } from '../data-requests/data-requests.list.tsx';
import { CustomerList } from '../customers/customers.list.tsx';

/** Customers, what they ask about their data, and what of both awaits approval. */
export function CustomerManagePage() {
  const t = useText();
  return (
    <PageTabs
      label={t('customers.title')}
      tabs={[
        { name: 'customers', content: () => <CustomerList key="customers" /> },
        { name: 'dataRequests', content: () => <DataRequestList key="dataRequests" /> },
        {
          name: 'approvals',
          awaits: 'customerAccount',
          content: () => <ApprovalsTab key="approvals" family="customerAccount" />,
        },
      ]}
    />
  );
}
