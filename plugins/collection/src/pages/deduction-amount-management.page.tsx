import { useText } from '@kituo/sdk';
import { DeductionsScreen } from '@kituo/sdk/recoveries';

/** Waivers applied for on orders, and their approval. */
export function DeductionAmountManagementPage() {
  const t = useText();
  return <DeductionsScreen scope="ORDER" title={t('deductionAmountManagement.title')} />;
}
