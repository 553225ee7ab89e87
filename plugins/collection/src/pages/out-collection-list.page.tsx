import { useText } from '@kituo/sdk';
import { OutDesk } from '@kituo/sdk/cases';

/** Orders that left collection. */
export function OutCollectionListPage() {
  const t = useText();
  return <OutDesk scope="ORDER" title={t('out.title')} source="OutCollectionList" />;
}
