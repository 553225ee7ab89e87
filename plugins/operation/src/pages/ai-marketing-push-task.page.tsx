import { useText } from '@kituo/sdk';
import { PageTabs } from '@kituo/sdk/page';
import { PushRecordsList } from '../pushes/push-records.list.tsx';
import { PushesList } from '../pushes/pushes.list.tsx';

/** AI calls and SMS to a user group, and what came of each person. */
export function AiMarketingPushTaskPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('push.title')}
      tabs={[
        { name: 'tasks', awaits: 'aiPushes', content: () => <PushesList key="tasks" /> },
        { name: 'people', content: () => <PushRecordsList key="people" /> },
      ]}
    />
  );
}
