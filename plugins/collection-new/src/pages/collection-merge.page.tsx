import { useText } from '@kituo/sdk';
import { MyCases } from '@kituo/sdk/cases';

/** A collector's own orders and bills in one queue. */
export function CollectionMergePage() {
  const t = useText();
  return <MyCases scope="BOTH" title={t('mineMerge.title')} source="collectionMerge" />;
}
