import { useText } from '@kituo/sdk';
import { PageTabs } from '@kituo/sdk/page';
import { DraftList } from '../flows/drafts.list.tsx';
import { FlowList } from '../flows/flows.list.tsx';
import { RefusedList } from '../flows/refused.list.tsx';
import { UnmatchedList } from '../flows/unmatched.list.tsx';
import { ApprovalsTab } from '@kituo/sdk/approvals';

/** Money without a home: what matches nobody, and what the channel never reported. */
export function FlowRecordSupplementPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('flow.title')}
      tabs={[
        { name: 'flows', content: () => <FlowList key="flows" /> },
        { name: 'unmatched', content: () => <UnmatchedList key="unmatched" /> },
        { name: 'drafts', content: () => <DraftList key="drafts" /> },
        { name: 'refused', content: () => <RefusedList key="refused" /> },
        { name: 'approvals', awaits: 'flow', content: () => <ApprovalsTab key="approvals" family="flow" /> },
      ]}
    />
  );
}
