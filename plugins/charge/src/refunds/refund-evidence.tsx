import { Callout, EatTime, Money, useText } from '@kituo/sdk';
import type { refund, ReplyOf } from '@kituo/sdk/contracts';
import { Status } from '@kituo/sdk/page';
import { Part } from '../parts/part.tsx';
import { OpenBill } from './open-bill.tsx';
import { REFUND_AUDIT_STATUS, REFUND_STATUS } from './refund-fields.ts';
import './refunds.css';

type Whole = ReplyOf<typeof refund.detail>;

/** What a decision rests on: signals, payer and payee side by side, where the credit came from, earlier refunds. */
export function RefundEvidence({ info }: { readonly info: Whole }) {
  const t = useText();
  const { lineage } = info;
  return (
    <>
      {info.signals.map(({ signal, customers }) => (
        <Callout key={signal} intent="warning" icon={null}>
          {t(`signal.${signal}`, { count: customers })}
        </Callout>
      ))}
      <table className="ch-sides" aria-label={t('refund.sides')}>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('refund.payer')}</th>
            <th scope="col">{t('refund.payee')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t('refund.name')}</th>
            <td>{info.payerName ?? '-'}</td>
            <td>{info.payeeName}</td>
          </tr>
          <tr>
            <th scope="row">{t('refund.account')}</th>
            <td>{info.payerPhone ?? '-'}</td>
            <td>{[info.payeeBankCode, info.payeeAccount].filter(Boolean).join(' ')}</td>
          </tr>
          <tr>
            <th scope="row">{t('refund.registered')}</th>
            <td>-</td>
            <td>{info.registeredName ?? '-'}</td>
          </tr>
        </tbody>
      </table>
      {info.verifyIgnoredReason !== null && (
        <p>
          {t('refund.ignored', { name: info.verifyIgnoredByName ?? '-' })} {info.verifyIgnoredReason}
        </p>
      )}
      <Part title={t('refund.lineage')}>
        <p>
          {info.paymentCode} · <Money cents={lineage.paidCents} /> · <EatTime at={lineage.repayTime} />
        </p>
        <ul className="kp-facts">
          {lineage.surpluses.map((one) => (
            <li key={one.applicationNo}>
              {[one.orderNo, one.billNo].filter(Boolean).join(' · ')}: <Money cents={one.appliedCents} />,{' '}
              {t('refund.surplus')} <Money cents={one.surplusCents} />
            </li>
          ))}
        </ul>
        <OpenBill openBill={info.openBill} />
      </Part>
      <Part title={t('refund.earlier')}>
        {info.earlier.length === 0 ? (
          <p className="kp-muted">{t('refund.noEarlier')}</p>
        ) : (
          <ul className="kp-facts">
            {info.earlier.map((one) => (
              <li key={one.refundNo}>
                {one.refundNo} · <Money cents={one.amountCents} /> · <EatTime at={one.applyTime} dayOnly />{' '}
                <Status of={REFUND_AUDIT_STATUS} code={one.auditStatus} />{' '}
                <Status of={REFUND_STATUS} code={one.refundStatus} />
                {one.isOtherPayee && ` · ${t('field.isOtherPayee')}`}
              </li>
            ))}
          </ul>
        )}
      </Part>
    </>
  );
}
