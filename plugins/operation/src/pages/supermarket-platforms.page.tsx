import { useText } from '@kituo/sdk';
import { ApprovalsTab } from '@kituo/sdk/approvals';
import { PageTabs } from '@kituo/sdk/page';
import { PlatformList } from '../platforms/platforms.list.tsx';

/** Partners of the loan supermarket, and changes of them that await approval. */
export function SupermarketPlatformsPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('platform.title')}
      tabs={[
        { name: 'platforms', content: () => <PlatformList key="platforms" /> },
        {
          name: 'approvals',
          awaits: 'partnerPlatform',
          content: () => <ApprovalsTab key="approvals" family="partnerPlatform" />,
        },
      ]}
    />
  );
}
