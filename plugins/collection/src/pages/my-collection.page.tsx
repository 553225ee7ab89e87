import { useText } from '@kituo/sdk';
import { MyCases } from '@kituo/sdk/cases';

/** A collector's own orders. */
export function MyCollectionPage() {
  const t = useText();
  return <MyCases scope="ORDER" title={t('mine.title')} source="MyCollection" />;
}
