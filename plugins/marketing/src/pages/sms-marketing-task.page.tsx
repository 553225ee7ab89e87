import { useText } from '@kituo/sdk';
import { PageTabs } from '@kituo/sdk/page';
import { GroupsList } from '../campaigns/groups.list.tsx';
import { TasksList } from '../campaigns/tasks.list.tsx';

/** Campaigns by SMS and the user groups they go to. */
export function SmsMarketingTaskPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('task.title')}
      tabs={[
        { name: 'tasks', awaits: 'smsCampaigns', content: () => <TasksList key="tasks" /> },
        { name: 'groups', content: () => <GroupsList key="groups" /> },
      ]}
    />
  );
}
