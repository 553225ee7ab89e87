import './desk.css';
import { formatDateTime, formatMoney, useText } from '@kituo/sdk';
import { payment } from '@kituo/sdk/contracts';
import { DetailOf } from '@kituo/sdk/page';

/** The payments of a loan's customer, those that can still be used first. */
export function CustomerFlows({ orderNo }: { readonly orderNo: string }) {
  const t = useText();
  return (
    <DetailOf endpoint={payment.flowsOfOrder} request={{ orderNo }}>
      {({ rows }) =>
        rows.length === 0 ? (
          <p className="kp-muted">{t('loans.nothing')}</p>
        ) : (
          <ul className="al-payoffs">
            {rows.map(({ flowNo, paymentCode, paymentChannel, repayTime, flowAmountCents, writableCents }) => (
              <li key={flowNo}>
                <span>
                  {t(`REPAY_CHANNEL.${paymentChannel}`)} {paymentCode}
                  <br />
                  <span className="kp-muted">{formatDateTime(repayTime)}</span>
                </span>
                <span>
                  {formatMoney(flowAmountCents)}
                  <br />
                  <span className="kp-muted">
                    {t('merge.writable')} {formatMoney(writableCents)}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </DetailOf>
  );
}
