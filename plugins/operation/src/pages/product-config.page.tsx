import { useText } from '@kituo/sdk';
import { PageTabs } from '@kituo/sdk/page';
import { ApprovalsTab } from '@kituo/sdk/approvals';
import { RegulatoryPolicyTab } from '../products/policy.tab.tsx';
import { ProductList } from '../products/products.list.tsx';

/** What can be borrowed and what it costs, and the regulator's numbers. */
export function ProductConfigPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('product.title')}
      tabs={[
        { name: 'products', awaits: 'product.terms', content: () => <ProductList key="products" /> },
        { name: 'approvals', awaits: 'product', content: () => <ApprovalsTab key="approvals" family="product" /> },
        { name: 'policy', awaits: 'policy.', content: () => <RegulatoryPolicyTab key="policy" /> },
      ]}
    />
  );
}
