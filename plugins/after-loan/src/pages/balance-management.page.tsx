import { useText } from '@kituo/sdk';
import { PageTabs } from '@kituo/sdk/page';
import { BalanceList } from '../balances/balances.list.tsx';
import { ApprovalsTab } from '@kituo/sdk/approvals';

/** Each payment company's balance as stated, beside what the books say. */
export function BalanceManagementPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('balance.title')}
      tabs={[
        { name: 'balances', content: () => <BalanceList key="balances" /> },
        { name: 'approvals', awaits: 'balance', content: () => <ApprovalsTab key="approvals" family="balance" /> },
      ]}
    />
  );
}
