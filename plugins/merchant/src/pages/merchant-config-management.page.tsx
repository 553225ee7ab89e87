import { useText } from '@kituo/sdk';
import { PageTabs } from '@kituo/sdk/page';
import { ApprovalsTab } from '@kituo/sdk/approvals';
import { EventList } from '../services/events.list.tsx';
import { ServiceList } from '../services/services.list.tsx';

/** Service accounts of merchants, what was delivered to them, and changes that await approval. */
export function MerchantConfigManagementPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('service.title')}
      tabs={[
        { name: 'accounts', content: () => <ServiceList key="accounts" /> },
        { name: 'deliveries', content: () => <EventList key="deliveries" /> },
        {
          name: 'approvals',
          awaits: 'merchantConfig',
          content: () => <ApprovalsTab key="approvals" family="merchantConfig" />,
        },
      ]}
    />
  );
}
