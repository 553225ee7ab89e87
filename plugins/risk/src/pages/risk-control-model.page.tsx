import { useText } from '@kituo/sdk';
import { ApprovalsTab } from '@kituo/sdk/approvals';
import { PageTabs } from '@kituo/sdk/page';
import { Models } from '../models/models.tsx';

/** The models that score applications, and shares of traffic that await approval. */
export function RiskControlModelPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('riskModel.title')}
      tabs={[
        { name: 'models', awaits: 'risk.model', content: () => <Models key="models" /> },
        { name: 'approvals', awaits: 'riskModel', content: () => <ApprovalsTab key="approvals" family="riskModel" /> },
      ]}
    />
  );
}
