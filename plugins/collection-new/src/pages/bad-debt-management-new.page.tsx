import { useText } from '@kituo/sdk';
import { BadDebtScreen } from '@kituo/sdk/recoveries';

/** Single bills into and out of the bad-debt pool, losses and what came back of them. */
export function BadDebtManagementNewPage() {
  const t = useText();
  return <BadDebtScreen scope="BILL" title={t('badDebtManagementNew.title')} />;
}
