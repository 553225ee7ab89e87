import { useText } from '@kituo/sdk';
import { auditOrder } from '@kituo/sdk/contracts';
import { DetailDrawer, Reveal, Timeline, useDetail, ORDER_STATUS } from '@kituo/sdk/page';

/** What happened to an order, who had it, and its customer's phone for a purpose. */
export function OrderLog(props: {
  readonly opened: { readonly orderNo: string; readonly phone: string } | null;
  readonly onClose: () => void;
}) {
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
          {opened !== null && (
            <p className="au-phone">
              {t('field.phone')}{' '}
              <Reveal
                kind="order.phone"
                subjectNo={opened.orderNo}
                masked={opened.phone}
                code="audit:sensitive:reveal"
              />
            </p>
          )}
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
