import { useText } from '@kituo/sdk';
import { PageTabs } from '@kituo/sdk/page';
import { WordHits } from '../words/hits.list.tsx';
import { WordGroups } from '../words/words.list.tsx';

/** Words that must not reach a customer or are noticed, and where they were found. */
export function SensitiveWordConfigPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('words.title')}
      tabs={[
        { name: 'wordGroups', content: () => <WordGroups key="wordGroups" /> },
        { name: 'wordHits', content: () => <WordHits key="wordHits" /> },
      ]}
    />
  );
}
