import { useText } from '@kituo/sdk';
import { AllocationDesk } from '@kituo/sdk/cases';

/** Bills to collectors. */
export function CaseAllocationNewPage() {
  const t = useText();
  return <AllocationDesk scope="BILL" title={t('allocation.title')} source="CaseAllocationNew" />;
}
