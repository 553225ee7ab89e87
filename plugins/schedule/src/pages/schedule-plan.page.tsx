import { useText } from '@kituo/sdk';
import { PageTabs } from '@kituo/sdk/page';
import { PlanList } from '../plans/plan.list.tsx';
import { ShiftTypes } from '../plans/shift-types.tsx';

/** The rules of each group, and the kinds of shifts. */
export function SchedulePlanPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('schedulePlan.title')}
      tabs={[
        { name: 'plans', content: () => <PlanList key="plans" /> },
        { name: 'shiftTypes', content: () => <ShiftTypes key="shiftTypes" /> },
      ]}
    />
  );
}
