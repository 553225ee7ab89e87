import { useText } from '@kituo/sdk';
import { PageTabs, useApprovalCounts } from '@kituo/sdk/page';
import { CodeChanges } from '../rules/code-changes.list.tsx';
import { CodesList } from '../rules/codes.list.tsx';
import { RulesList } from '../rules/rules.list.tsx';

/** The rules reviewers work by, each from a day on, and the refusal codes. */
export function AuditConfigurationPage() {
  const t = useText();
  const waiting = useApprovalCounts();
  return (
    <PageTabs
      label={t('config.title')}
      tabs={[
        { name: 'ALLOCATION', content: () => <RulesList key="ALLOCATION" tab="ALLOCATION" /> },
        { name: 'STEPS', content: () => <RulesList key="STEPS" tab="STEPS" /> },
        { name: 'codes', content: () => <CodesList /> },
        { name: 'REJECT', content: () => <RulesList key="REJECT" tab="REJECT" /> },
        { name: 'FACE', content: () => <RulesList key="FACE" tab="FACE" /> },
        { name: 'AI', content: () => <RulesList key="AI" tab="AI" /> },
        { name: 'codeChanges', ...waiting('CHANGE'), content: () => <CodeChanges /> },
      ]}
    />
  );
}
