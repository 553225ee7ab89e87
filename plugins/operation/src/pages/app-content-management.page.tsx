import { useText } from '@kituo/sdk';
import { PageTabs } from '@kituo/sdk/page';
import { RuleScreen } from '@kituo/sdk/rules';
import { useState } from 'react';
import { configKind } from '../contents/config-kind.tsx';
import { contentKind } from '../contents/content-kind.tsx';

/** What customers' apps show: banners, help, agreements, payment hints, contracts; and the settings that they read. */
export function AppContentManagementPage() {
  const t = useText();
  const [kinds] = useState(() => ({ content: contentKind(t), config: configKind(t) }));
  return (
    <PageTabs
      label={t('content.title')}
      tabs={[
        {
          name: 'contents',
          awaits: 'operation.appContent',
          content: () => <RuleScreen key="contents" kind={kinds.content} />,
        },
        {
          name: 'appConfig',
          awaits: 'operation.appConfig',
          content: () => <RuleScreen key="appConfig" kind={kinds.config} />,
        },
      ]}
    />
  );
}
