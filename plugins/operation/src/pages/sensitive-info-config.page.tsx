import { useText } from '@kituo/sdk';
import { PageTabs } from '@kituo/sdk/page';
import { SensitiveFieldList } from '../sensitive/fields.list.tsx';
import { RevealList } from '../sensitive/reveals.list.tsx';
import { UnusualReveals } from '../sensitive/unusual.list.tsx';

/** Which personal data is masked, who may see it in full, what for and how often. */
export function SensitiveInfoConfigPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('sensitive.title')}
      tabs={[
        { name: 'fields', awaits: 'platform.sensitiveInfo', content: () => <SensitiveFieldList key="fields" /> },
        { name: 'log', content: () => <RevealList key="log" /> },
        { name: 'unusual', content: () => <UnusualReveals key="unusual" /> },
      ]}
    />
  );
}
