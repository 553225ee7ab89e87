import { useText } from '@kituo/sdk';
import { PageTabs } from '@kituo/sdk/page';
import { ActivityList } from '../inbound/activities.list.tsx';
import { RuleList } from '../inbound/rules.list.tsx';

/** How applications are credited to telemarketers, and what they count for. */
export function InboundOrderConfigPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('inbound.title')}
      tabs={[
        { name: 'rules', awaits: 'inboundRules', content: () => <RuleList key="rules" /> },
        { name: 'activities', awaits: 'callActivities', content: () => <ActivityList key="activities" /> },
      ]}
    />
  );
}
