import { useText } from '@kituo/sdk';
import { ApprovalsTab } from '@kituo/sdk/approvals';
import { PageTabs } from '@kituo/sdk/page';
import { CustomerList } from '../customers/customers.list.tsx';

/** Customers, and accounts whose end awaits approval. */
export function CustomerManagePage() {
  const t = useText();
  return (
    <PageTabs
      label={t('customers.title')}
      tabs={[
        { name: 'customers', content: () => <CustomerList key="customers" /> },
        { name: 'approvals', content: () => <ApprovalsTab key="approvals" family="customerAccount" /> },
      ]}
    />
  );
}
