import { useText } from '@kituo/sdk';
import { OutDesk } from '@kituo/sdk/cases';

/** Bills that left collection. */
export function OutCollectionListNewPage() {
  const t = useText();
  return <OutDesk scope="BILL" title={t('out.title')} source="OutCollectionListNew" />;
}
