import { useText } from '@kituo/sdk';
import { PageTabs } from '@kituo/sdk/page';
import { UnrenewedSendsList } from '../unrenewed/unrenewed-sends.list.tsx';
import { UnrenewedList } from '../unrenewed/unrenewed.list.tsx';
import '../unrenewed/unrenewed.css';

/** Standing rules that write to customers who settled and did not borrow again, and what they sent. */
export function UnrenewedLoanSmsConfigPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('unrenewed.title')}
      tabs={[
        { name: 'strategies', awaits: 'unrenewedStrategies', content: () => <UnrenewedList key="strategies" /> },
        { name: 'sends', content: () => <UnrenewedSendsList key="sends" /> },
      ]}
    />
  );
}
