import { useText } from '@kituo/sdk';
import { auditOrder } from '@kituo/sdk/contracts';
import { ActionButton, AskReason, useAction } from '@kituo/sdk/page';

interface Reason extends Record<string, unknown> {
  readonly reason: string;
}

/** Gives the order back to allocation, with a reason. */
export function ReleaseButton(props: {
  readonly orderNo: string;
  readonly isLocked: boolean;
  readonly onReleased: () => void;
}) {
  const t = useText();
  const release = useAction({
    name: 'release',
    endpoint: auditOrder.myRelease,
    request: (orderNo: string, { reason }: Reason) => ({ orderNos: [orderNo], reason }),
    facts: (orderNo) => ({ order: orderNo }),
    onDone: props.onReleased,
  });
  if (!release.isPermitted || props.isLocked) return null;
  const row = { ...release, isAllowed: () => true };
  return (
    <>
      <ActionButton action={row} subject={props.orderNo} />
      <AskReason action={release} hint={t('release.hint')} />
    </>
  );
}
