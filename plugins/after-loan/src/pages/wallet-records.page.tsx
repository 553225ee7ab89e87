import { useText } from '@kituo/sdk';
import { PageTabs } from '@kituo/sdk/page';
import { ApprovalsTab } from '@kituo/sdk/approvals';
import { RewardList } from '../wallets/rewards.list.tsx';
import { RingList } from '../wallets/rings.tsx';
import { WithdrawalList } from '../wallets/withdrawals.list.tsx';

/** The customers' wallets: withdrawals, and the rewards that fed them. */
export function WalletRecordsPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('wallet.title')}
      tabs={[
        { name: 'withdrawals', content: () => <WithdrawalList key="withdrawals" /> },
        { name: 'rewards', content: () => <RewardList key="rewards" /> },
        { name: 'rings', content: () => <RingList key="rings" /> },
        {
          name: 'approvals',
          awaits: 'walletBatch',
          content: () => <ApprovalsTab key="approvals" family="walletBatch" />,
        },
      ]}
    />
  );
}
