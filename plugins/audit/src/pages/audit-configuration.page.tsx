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
        {
          name: 'ALLOCATION',
          awaits: 'audit.allocation',
          content: () => <RulesList key="ALLOCATION" tab="ALLOCATION" />,
        },
        { name: 'STEPS', awaits: 'audit.reviewSteps', content: () => <RulesList key="STEPS" tab="STEPS" /> },
        { name: 'codes', content: () => <CodesList /> },
        { name: 'REJECT', awaits: 'audit.reject', content: () => <RulesList key="REJECT" tab="REJECT" /> },
        { name: 'FACE', awaits: 'audit.face', content: () => <RulesList key="FACE" tab="FACE" /> },
        { name: 'AI', awaits: 'audit.aiEmployees', content: () => <RulesList key="AI" tab="AI" /> },
        { name: 'codeChanges', ...waiting('CHANGE'), content: () => <CodeChanges /> },
      ]}
    />
  );
}
