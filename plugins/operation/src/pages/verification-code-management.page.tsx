import { useText } from '@kituo/sdk';
import { ApprovalsTab } from '@kituo/sdk/approvals';
import { PageTabs } from '@kituo/sdk/page';
import { CodeList } from '../codes/codes.list.tsx';
import { TestUserList } from '../codes/test-users.list.tsx';

/** Codes that were sent, numbers with a fixed one, and those that await approval. */
export function VerificationCodeManagementPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('codes.title')}
      tabs={[
        { name: 'codes', content: () => <CodeList key="codes" /> },
        { name: 'testUsers', content: () => <TestUserList key="testUsers" /> },
        {
          name: 'approvals',
          awaits: 'messageCenter',
          content: () => <ApprovalsTab key="approvals" family="messageCenter" />,
        },
      ]}
    />
  );
}
