import { useText } from '@kituo/sdk';
import { DetailDrawer, known, Reveal } from '@kituo/sdk/page';

/** What of an order its phone is shown with. */
export interface PhonedOrder {
  readonly orderNo: string;
  /** Masked. */
  readonly phone: string;
}
/** What it takes to see a customer's phone in full. */
export const PHONE_CODE = 'audit:sensitive:reveal';

/** The customer's phone beside the list, shown and copied for a purpose. */
export function PhoneDrawer(props: { readonly opened: PhonedOrder | null; readonly onClose: () => void }) {
  const { opened } = props;
  const t = useText();
  return (
    <DetailDrawer
      detail={known(opened)}
      isOpen={opened !== null}
      title={t('action.phone.title', { orderNo: opened?.orderNo ?? '' })}
      onClose={props.onClose}
    >
      {(order) => order !== null && <OrderPhone order={order} />}
    </DetailDrawer>
  );
}

/** `Phone 25*******678`, which opens for who may see it. */
export function OrderPhone({ order }: { readonly order: PhonedOrder }) {
  const t = useText();
  return (
    <p className="au-phone">
      {t('field.phone')} <Reveal kind="order.phone" subjectNo={order.orderNo} masked={order.phone} code={PHONE_CODE} />
    </p>
  );
}
