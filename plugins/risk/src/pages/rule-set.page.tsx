import { useText } from '@kituo/sdk';
import { ApprovalsTab } from '@kituo/sdk/approvals';
import { PageTabs } from '@kituo/sdk/page';
import { DecisionList } from '../rules/decisions.list.tsx';
import { RuleSets } from '../rules/rule-sets.tsx';

/** How the machine decides applications, what it decided, and the end of a halt that awaits approval. */
export function RuleSetPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('ruleSet.title')}
      tabs={[
        { name: 'sets', awaits: 'risk.ruleSet', content: () => <RuleSets key="sets" /> },
        { name: 'decisions', content: () => <DecisionList key="decisions" /> },
        { name: 'approvals', awaits: 'ruleSet', content: () => <ApprovalsTab key="approvals" family="ruleSet" /> },
      ]}
    />
  );
}
