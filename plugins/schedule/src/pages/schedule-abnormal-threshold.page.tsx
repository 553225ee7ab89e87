import { useText } from '@kituo/sdk';
import { PageTabs } from '@kituo/sdk/page';
import { AbnormalDays } from '../abnormal/abnormal-days.tsx';
import { ThresholdList } from '../thresholds/threshold.list.tsx';

/** What counts as abnormal attendance, and what was found by it. */
export function ScheduleAbnormalThresholdPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('abnormalThreshold.title')}
      tabs={[
        { name: 'thresholds', content: () => <ThresholdList key="thresholds" /> },
        { name: 'days', content: () => <AbnormalDays key="days" whose="seen" /> },
      ]}
    />
  );
}
