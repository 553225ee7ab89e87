import { useText } from '@kituo/sdk';
import { CollectorSettings } from '@kituo/sdk/collectors';
import { collectionPersonnel } from '@kituo/sdk/contracts';
import { PersonnelScreen } from '@kituo/sdk/page';

export function CollectionPersonnelNewPage() {
  const t = useText();
  // A language without the headline has the menu's title.
  const title = t('collectionNew.collectionPersonnelNew.headline') || t('personnel.title');
  return (
    <PersonnelScreen
      endpoints={collectionPersonnel.endpoints}
      jobs="collectors"
      title={title}
      tabs={[{ name: 'byBill', content: () => <CollectorSettings scope="BILL" title={title} /> }]}
    />
  );
}
