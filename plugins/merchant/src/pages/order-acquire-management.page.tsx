import { useText } from '@kituo/sdk';
import { PageTabs } from '@kituo/sdk/page';
import { AcquiredList } from '../acquire/acquired.list.tsx';
import { AcquireRules } from '../acquire/acquire-rules.tsx';

/** Which applications merchants acquire, and what became of each. */
export function OrderAcquireManagementPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('acquire.title')}
      tabs={[
        { name: 'rules', awaits: 'merchant.orderAcquire', content: () => <AcquireRules key="rules" /> },
        { name: 'orders', content: () => <AcquiredList key="orders" /> },
      ]}
    />
  );
}
