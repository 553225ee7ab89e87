import { useText } from '@kituo/sdk';
import { PageTabs } from '@kituo/sdk/page';
import { ApprovalsTab } from '@kituo/sdk/approvals';
import { TemplateList } from '../messages/templates.list.tsx';

/** The texts that business nodes and staff send, and those that wait to be enabled. */
export function MessageTemplateConfigurationPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('template.title')}
      tabs={[
        { name: 'templates', content: () => <TemplateList key="templates" /> },
        {
          name: 'approvals',
          awaits: 'messageCenter',
          content: () => <ApprovalsTab key="approvals" family="messageCenter" />,
        },
      ]}
    />
  );
}
