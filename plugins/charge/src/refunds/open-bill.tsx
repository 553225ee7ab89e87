import { Money, useText } from '@kituo/sdk';
import type { refund, ReplyOf } from '@kituo/sdk/contracts';

/** What the credit would do to the customer's next open bill, in place of a refund. */
export function OpenBill(props: { readonly openBill: ReplyOf<typeof refund.detail>['openBill'] }) {
  const t = useText();
  const { openBill } = props;
  if (openBill === null) return null;
  return (
    <p>
      {t('refund.openBill', { bill: openBill.billNo, order: openBill.orderNo })}{' '}
      <Money cents={openBill.outstandingCents} /> → <Money cents={openBill.outstandingAfterCents} />,{' '}
      {t('refund.creditLeft')} <Money cents={openBill.creditAfterCents} />
    </p>
  );
}
