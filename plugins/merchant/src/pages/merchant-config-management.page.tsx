import { useText } from '@kituo/sdk';
import { PageTabs } from '@kituo/sdk/page';
import { ApprovalsTab } from '@kituo/sdk/approvals';
import { ServiceList } from '../services/services.list.tsx';

/** Service accounts of merchants, and changes of them that await approval. */
export function MerchantConfigManagementPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('service.title')}
      tabs={[
        { name: 'accounts', content: () => <ServiceList key="accounts" /> },
        { name: 'approvals', content: () => <ApprovalsTab key="approvals" family="merchantConfig" /> },
      ]}
    />
  );
}
