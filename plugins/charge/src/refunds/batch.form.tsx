import { Callout, Money, useText } from '@kituo/sdk';
import { type Batch, BatchAction, fieldsOf, type List } from '@kituo/sdk/page';
import type { RefundRow } from './refund-fields.ts';

export interface BatchReason extends Record<string, unknown> {
  readonly reason: string;
}
const { Text } = fieldsOf<BatchReason>();

/** As many as one batch takes. */
export const MAX = 200;

/** Sums by channel first, what is skipped and why, then the reason; another person approves the batch. */
export function BatchForm(props: {
  readonly batch: Batch<BatchReason>;
  readonly list: List<RefundRow>;
  /** What a row has to allow to be part of it. */
  readonly allowedAs: RefundRow['allowedActions'][number];
}) {
  const t = useText();
  const rows = [...props.list.selection.rows.values()];
  const taken = rows.filter(({ allowedActions }) => allowedActions.includes(props.allowedAs));
  const skipped = rows.filter((row) => !taken.includes(row));
  const channels = Map.groupBy(taken, ({ refundChannel }) => refundChannel);
  return (
    <BatchAction batch={props.batch} defaults={(): BatchReason => ({ reason: '' })}>
      <ul className="kp-facts">
        {[...channels].map(([channel, of]) => (
          <li key={channel}>
            {t(`REFUND_CHANNEL.${channel}`)}: {of.length} ·{' '}
            <Money cents={of.reduce((sum, { amountCents }) => sum + amountCents, 0)} />
          </li>
        ))}
      </ul>
      {skipped.length > 0 && (
        <Callout intent="warning" icon={null}>
          {t('refunds.skipped', { count: skipped.length })} {skipped.map(({ refundNo }) => refundNo).join(', ')}
        </Callout>
      )}
      <Text name="reason" isLong maxLength={200} />
    </BatchAction>
  );
}
