import { useText } from '@kituo/sdk';
import { PageTabs } from '@kituo/sdk/page';
import { ApprovalsTab } from '@kituo/sdk/approvals';
import { RechargeList } from '../recharges/recharges.list.tsx';

/** What merchants paid in, and the reversals of it that await approval. */
export function RechargeRecordPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('recharge.title')}
      tabs={[
        { name: 'recharges', awaits: 'recharges', content: () => <RechargeList key="recharges" /> },
        {
          name: 'approvals',
          awaits: 'merchantRecharge',
          content: () => <ApprovalsTab key="approvals" family="merchantRecharge" />,
        },
      ]}
    />
  );
}
