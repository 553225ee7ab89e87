import { useText } from '@kituo/sdk';
import { collectionPersonnel } from '@kituo/sdk/contracts';
import { PersonnelScreen } from '@kituo/sdk/page';

export function CollectionPersonnelNewPage() {
  const t = useText();
  return <PersonnelScreen endpoints={collectionPersonnel.endpoints} jobs="collectors" title={t('personnel.title')} />;
}
