import { useText } from '@kituo/sdk';
import { RepaymentsScreen } from '@kituo/sdk/recoveries';

/** What each repayment paid, bill by bill, and who is credited for which part. */
export function RepaymentDetailsNewPage() {
  const t = useText();
  return <RepaymentsScreen scope="BILL" title={t('repaymentDetailsNew.title')} />;
}
