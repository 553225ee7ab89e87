import { Button, Link, Money, useCan, useText } from '@kituo/sdk';
import { addressOf } from './flow-detail.tsx';
import type { UnmatchedRow } from './flow-fields.ts';

const RETURNS = '/AdminContent/ChargeToAnAccountSystem/CashTransferApplyFor';

/** Whom an unmatched flow may belong to, the likeliest first, and why; and its way back to who sent it. */
export function Candidates(props: {
  readonly row: UnmatchedRow;
  /** Opens the form that puts the payment on an order; null where the user may not. */
  readonly onAllocate: ((row: UnmatchedRow, orderNo: string) => void) | null;
}) {
  const { row, onAllocate } = props;
  const t = useText();
  const mayReturn = useCan('charge:transfer:submit') && row.writableCents > 0;
  return (
    <>
      <h3 className="kp-section-title">{t('flow.candidates')}</h3>
      {row.candidates.length === 0 && <p className="kp-muted">{t('flow.noCandidates')}</p>}
      <ul className="kp-facts">
        {row.candidates.map(({ orderNo, customerName, phone, payoffCents, because }) => (
          <li key={orderNo}>
            <Link to={addressOf(orderNo)}>{orderNo}</Link> · {customerName} · {phone} · {t('flow.owes')}{' '}
            <Money cents={payoffCents} />
            <div className="kp-muted">{because.map((reason) => t(`flow.because.${reason}`)).join(' · ')}</div>
            {onAllocate !== null && (
              <Button
                size="small"
                text={t('flow.allocate')}
                aria-label={t('flow.allocateTo', { order: orderNo })}
                onClick={() => {
                  onAllocate(row, orderNo);
                }}
              />
            )}
          </li>
        ))}
      </ul>
      {mayReturn && (
        <p>
          <Link to={`${RETURNS}?returnFlow=${row.flowNo}`}>{t('flow.returnToPayer')}</Link>
        </p>
      )}
    </>
  );
}
