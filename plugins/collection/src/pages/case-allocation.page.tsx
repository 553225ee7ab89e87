import { useText } from '@kituo/sdk';
import { AllocationDesk } from '@kituo/sdk/cases';

/** Orders to collectors. */
export function CaseAllocationPage() {
  const t = useText();
  return <AllocationDesk scope="ORDER" title={t('allocation.title')} source="CaseAllocation" />;
}
