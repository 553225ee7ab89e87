import { useText } from '@kituo/sdk';
import { PageTabs } from '@kituo/sdk/page';
import { BatchList } from '../prices/batches.list.tsx';
import { PriceList } from '../prices/prices.list.tsx';
import { PriceVersions } from '../prices/versions.list.tsx';

/** What customers are offered by risk, the versions of it, and imports of it. */
export function RiskPricingConfigurationPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('price.title')}
      tabs={[
        { name: 'prices', content: () => <PriceList key="prices" /> },
        { name: 'versions', awaits: 'risk.pricing', content: () => <PriceVersions key="versions" /> },
        { name: 'batches', content: () => <BatchList key="batches" /> },
      ]}
    />
  );
}
