import { useText } from '@kituo/sdk';
import { ApprovalsTab } from '@kituo/sdk/approvals';
import { PageTabs } from '@kituo/sdk/page';
import { AccountList } from '../sms/accounts.list.tsx';
import { RouteHealth } from '../sms/health.tsx';
import { RouteList } from '../sms/routes.list.tsx';

/** Which SMS account carries verification, service, reminder and collection texts. */
export function SmsRouterConfigPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('smsRoute.title')}
      tabs={[
        { name: 'routes', awaits: 'sms.route', content: () => <RouteList key="routes" /> },
        { name: 'accounts', content: () => <AccountList key="accounts" /> },
        { name: 'health', content: () => <RouteHealth key="health" /> },
        {
          name: 'approvals',
          awaits: 'messageCenter',
          content: () => <ApprovalsTab key="approvals" family="messageCenter" />,
        },
      ]}
    />
  );
}
