import { useText } from '@kituo/sdk';
import { linkHosts } from '@kituo/sdk/contracts';
import { PageTabs } from '@kituo/sdk/page';
import { RuleScreen } from '@kituo/sdk/rules';
import { useState } from 'react';
import { channelKind } from '../channels/channel-kind.tsx';
import { LinkHostsTab } from '../channels/link-hosts.tab.tsx';

/** Acquisition channels: links, prices, budgets, results; the hosts that links may lead to. */
export function LaunchManagementPage() {
  const t = useText();
  const [kind] = useState(() => channelKind(t));
  return (
    <PageTabs
      label={t('channel.title')}
      tabs={[
        {
          name: 'channels',
          awaits: 'operation.putChannel',
          content: () => <RuleScreen key="channels" kind={kind} />,
        },
        { name: 'linkHosts', awaits: linkHosts.LINK_HOSTS_KEY, content: () => <LinkHostsTab key="linkHosts" /> },
      ]}
    />
  );
}
