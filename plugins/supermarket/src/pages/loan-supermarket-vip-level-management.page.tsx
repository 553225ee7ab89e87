import { useText } from '@kituo/sdk';
import { ApprovalsTab } from '@kituo/sdk/approvals';
import { PageTabs } from '@kituo/sdk/page';
import { LevelRules } from '../vip/level-rules.tsx';
import { MemberList } from '../vip/members.list.tsx';

/** Levels that reward good repayment, and the customers who have them. */
export function LoanSupermarketVipLevelManagementPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('vip.title')}
      tabs={[
        { name: 'levels', awaits: 'supermarket.vipLevel', content: () => <LevelRules key="levels" /> },
        { name: 'members', content: () => <MemberList key="members" /> },
        { name: 'approvals', awaits: 'vipLevel', content: () => <ApprovalsTab key="approvals" family="vipLevel" /> },
      ]}
    />
  );
}
