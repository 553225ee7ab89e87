import { useText } from '@kituo/sdk';
import { MyCases } from '@kituo/sdk/cases';

/** A collector's own bills. */
export function MyCollectionNewPage() {
  const t = useText();
  return <MyCases scope="BILL" title={t('mine.title')} source="MyCollectionNew" />;
}
