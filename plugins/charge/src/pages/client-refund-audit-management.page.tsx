import { useText } from '@kituo/sdk';
import { PageTabs } from '@kituo/sdk/page';
import { RefundBatches } from '../refunds/refund-batches.tsx';
import { RefundsToCheck } from '../refunds/refunds-to-check.tsx';

/** Finance verifies who will receive, decides and releases; batches wait for another person. */
export function ClientRefundAuditManagementPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('refundAudit.title')}
      tabs={[
        { name: 'refunds', awaits: 'refunds', content: () => <RefundsToCheck key="refunds" /> },
        { name: 'batches', awaits: 'refundBatch', content: () => <RefundBatches key="batches" /> },
      ]}
    />
  );
}
