import { useText } from '@kituo/sdk';
import { PageTabs } from '@kituo/sdk/page';
import { DecryptTab } from '../ai-help/decrypt.tab.tsx';
import { LogTab } from '../ai-help/log.tab.tsx';

/** Whose the encrypted UIDs of the AI-help chat are, and who looked. */
export function AiHelpUidDecryptPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('aiHelp.title')}
      tabs={[
        { name: 'decrypt', content: () => <DecryptTab key="decrypt" /> },
        { name: 'log', content: () => <LogTab key="log" /> },
      ]}
    />
  );
}
