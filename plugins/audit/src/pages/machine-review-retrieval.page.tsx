import { useText } from '@kituo/sdk';
import { PageTabs } from '@kituo/sdk/page';
import { BatchList } from '../retrieval/batches.list.tsx';
import { RetrievalForm } from '../retrieval/retrieval.form.tsx';

/** Orders returned to a state before, and the batches in which that was done. */
export function MachineReviewRetrievalPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('retrieval.title')}
      tabs={[
        { name: 'return', content: () => <RetrievalForm /> },
        { name: 'batches', content: () => <BatchList /> },
      ]}
    />
  );
}
