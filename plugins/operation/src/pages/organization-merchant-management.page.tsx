import { useText } from '@kituo/sdk';
import { ApprovalsTab } from '@kituo/sdk/approvals';
import { PageTabs } from '@kituo/sdk/page';
import { MerchantList } from '../merchants/merchants.list.tsx';

/** Organisations, companies and merchants, and changes of them that await approval. */
export function OrganizationMerchantManagementPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('merchant.title')}
      tabs={[
        { name: 'merchants', content: () => <MerchantList key="merchants" /> },
        {
          name: 'approvals',
          awaits: 'orgMerchant',
          content: () => <ApprovalsTab key="approvals" family="orgMerchant" />,
        },
      ]}
    />
  );
}
