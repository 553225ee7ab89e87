import { useText } from '@kituo/sdk';
import { AllocationDesk } from '@kituo/sdk/cases';

/** Orders and bills to people who work both. */
export function CaseAllocationMergePage() {
  const t = useText();
  return <AllocationDesk scope="BOTH" title={t('allocationMerge.title')} source="CaseAllocationMerge" />;
}
