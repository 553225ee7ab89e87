import { useText } from '@kituo/sdk';
import { PageTabs } from '@kituo/sdk/page';
import { LanguageList } from '../languages/language-list.tsx';
import { MissingList } from '../languages/missing-list.tsx';
import { TextList } from '../languages/text-list.tsx';
import '../languages/languages.css';

/** The languages offered, and their words. */
export function MultiLanguageConfigurationPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('languages.title')}
      tabs={[
        { name: 'languages', content: () => <LanguageList /> },
        { name: 'texts', content: () => <TextList /> },
        { name: 'missing', content: () => <MissingList /> },
      ]}
    />
  );
}
