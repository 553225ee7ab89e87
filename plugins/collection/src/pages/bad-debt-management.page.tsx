import { useText } from '@kituo/sdk';
import { BadDebtScreen } from '@kituo/sdk/recoveries';

/** Whole orders into and out of the bad-debt pool, losses and what came back of them. */
export function BadDebtManagementPage() {
  const t = useText();
  return <BadDebtScreen scope="ORDER" title={t('badDebtManagement.title')} />;
}
