import { useText } from '@kituo/sdk';
import { DeductionsScreen } from '@kituo/sdk/recoveries';

/** Waivers on single bills, and their approval. */
export function DeductionAmountManagementNewPage() {
  const t = useText();
  return <DeductionsScreen scope="BILL" title={t('deductionAmountManagementNew.title')} />;
}
