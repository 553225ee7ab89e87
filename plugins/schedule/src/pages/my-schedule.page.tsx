import { useText } from '@kituo/sdk';
import { PageTabs } from '@kituo/sdk/page';
import { AbnormalDays } from '../abnormal/abnormal-days.tsx';
import { MyCalendar } from '../mine/my-calendar.tsx';
import { Requests } from '../mine/requests.tsx';

/** One's own shifts, and what one asks to change of them. */
export function MySchedulePage() {
  const t = useText();
  return (
    <PageTabs
      label={t('mySchedule.title')}
      tabs={[
        { name: 'calendar', content: () => <MyCalendar key="calendar" /> },
        { name: 'days', content: () => <AbnormalDays key="days" whose="own" /> },
        { name: 'requests', awaits: 'scheduleChanges', content: () => <Requests key="requests" /> },
      ]}
    />
  );
}
