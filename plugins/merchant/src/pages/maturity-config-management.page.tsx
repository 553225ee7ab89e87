import { useText } from '@kituo/sdk';
import { ApprovalsTab } from '@kituo/sdk/approvals';
import { PageTabs } from '@kituo/sdk/page';
import { CalendarTab } from '../maturity/calendar.tab.tsx';
import { MaturityRules } from '../maturity/maturity-rules.tsx';

/** How due dates are set: rules of merchants, and the calendar that they go by. */
export function MaturityConfigManagementPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('maturity.title')}
      tabs={[
        { name: 'rules', awaits: 'merchant.maturity', content: () => <MaturityRules key="rules" /> },
        { name: 'calendar', content: () => <CalendarTab key="calendar" /> },
        {
          name: 'approvals',
          awaits: 'maturityCalendar',
          content: () => <ApprovalsTab key="approvals" family="maturityCalendar" />,
        },
      ]}
    />
  );
}
