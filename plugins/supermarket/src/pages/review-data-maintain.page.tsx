import { useText } from '@kituo/sdk';
import { PageTabs } from '@kituo/sdk/page';
import { ApprovalsTab } from '@kituo/sdk/approvals';
import { DayList } from '../review/days.list.tsx';

/** Partners' results by product and day, and what is due of them. */
export function ReviewDataMaintainPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('review.title')}
      tabs={[
        { name: 'days', content: () => <DayList key="days" /> },
        {
          name: 'approvals',
          awaits: 'partnerDay',
          content: () => <ApprovalsTab key="approvals" family="partnerDay" />,
        },
      ]}
    />
  );
}
