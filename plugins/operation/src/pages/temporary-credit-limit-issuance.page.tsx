import { useCan, useText } from '@kituo/sdk';
import { ApprovalsTab } from '@kituo/sdk/approvals';
import { PageTabs } from '@kituo/sdk/page';
import { RecordList } from '../credits/records.list.tsx';
import { TaskList } from '../credits/tasks.list.tsx';

/** Limits that are raised for some days, by tasks with an auditor of their own. */
export function TemporaryCreditLimitIssuancePage() {
  const t = useText();
  const seesRecords = useCan('operation:temporaryCreditTask:recordPage');
  return (
    <PageTabs
      label={t('credit.title')}
      tabs={[
        { name: 'tasks', awaits: 'temporaryCredits', content: () => <TaskList key="tasks" /> },
        ...(seesRecords ? [{ name: 'records', content: () => <RecordList key="records" /> }] : []),
        {
          name: 'approvals',
          awaits: 'customerCredit',
          content: () => <ApprovalsTab key="approvals" family="customerCredit" />,
        },
      ]}
    />
  );
}
