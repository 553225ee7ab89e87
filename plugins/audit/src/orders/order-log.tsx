import { useText } from '@kituo/sdk';
import { auditOrder } from '@kituo/sdk/contracts';
import { DetailDrawer, Timeline, useDetail, ORDER_STATUS } from '@kituo/sdk/page';
import { OrderPhone } from './order-phone.tsx';
import type { PhonedOrder } from './order-phone.tsx';

/** What happened to an order, who had it, and its customer's phone for a purpose. */
export function OrderLog(props: { readonly opened: PhonedOrder | null; readonly onClose: () => void }) {
  const { opened } = props;
  const t = useText();
  const log = useDetail(auditOrder.log, opened && { orderNo: opened.orderNo });
  return (
    <DetailDrawer
      detail={log}
      isOpen={opened !== null}
      title={t('log.title', { orderNo: opened?.orderNo ?? '' })}
      onClose={props.onClose}
    >
      {(entries) => (
        <>
          {opened !== null && <OrderPhone order={opened} />}
          <Timeline
            label={t('log.label')}
            entries={entries.map((entry, index) => ({
              id: String(entries.length - index),
              at: entry.at,
              title: t(`ORDER_STATUS.${entry.toStatus}`),
              who: entry.byName,
              tone: ORDER_STATUS.toneOf(entry.toStatus),
              text: (
                <>
                  {t(`command.${entry.command}`)}
                  {entry.auditorName !== null && ` · ${entry.auditorName}`}
                  {entry.remark !== null && <div>{entry.remark}</div>}
                </>
              ),
            }))}
          />
        </>
      )}
    </DetailDrawer>
  );
}
