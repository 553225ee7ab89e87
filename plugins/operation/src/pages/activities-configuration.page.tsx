import { useText } from '@kituo/sdk';
import { PageTabs } from '@kituo/sdk/page';
import { RuleScreen } from '@kituo/sdk/rules';
import { useState } from 'react';
import { activityKind } from '../activities/activity-kind.tsx';
import { AwardList } from '../activities/awards.list.tsx';
import { PointsList } from '../activities/points.list.tsx';

/** Activities whose tasks award customers, and what they awarded. */
export function ActivitiesConfigurationPage() {
  const t = useText();
  const [kind] = useState(() => activityKind(t));
  return (
    <PageTabs
      label={t('activity.title')}
      tabs={[
        {
          name: 'activities',
          awaits: 'operation.activity',
          content: () => <RuleScreen key="activities" kind={kind} />,
        },
        { name: 'points', awaits: 'operation.points', content: () => <PointsList key="points" /> },
        { name: 'awards', content: () => <AwardList key="awards" /> },
      ]}
    />
  );
}
