import { useText } from '@kituo/sdk';
import { RepaymentsScreen } from '@kituo/sdk/recoveries';

/** Every repayment on an order in collection, and whose it is. */
export function RepaymentDetailsPage() {
  const t = useText();
  return <RepaymentsScreen scope="ORDER" title={t('repaymentDetails.title')} />;
}
