import { useText } from '@kituo/sdk';
import { CollectorSettings } from '@kituo/sdk/collectors';
import { collectionPersonnel } from '@kituo/sdk/contracts';
import { PersonnelScreen } from '@kituo/sdk/page';

export function CollectionPersonnelPage() {
  const t = useText();
  const title = t('personnel.title');
  return (
    <PersonnelScreen
      endpoints={collectionPersonnel.endpoints}
      jobs="collectors"
      title={title}
      tabs={[{ name: 'levels', content: () => <CollectorSettings scope="ORDER" title={title} /> }]}
    />
  );
}
