import { useText } from '@kituo/sdk';
import { PageTabs } from '@kituo/sdk/page';
import { ApprovalsTab } from '@kituo/sdk/approvals';
import { ProductList } from '../products/products.list.tsx';

/** Partners' products and the shelf that customers see. */
export function LoanSupermarketProductManagementPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('product.title')}
      tabs={[
        { name: 'products', content: () => <ProductList key="products" /> },
        {
          name: 'approvals',
          awaits: 'marketProduct',
          content: () => <ApprovalsTab key="approvals" family="marketProduct" />,
        },
      ]}
    />
  );
}
