import './desk.css';
import { Button, formatDate, formatMoney, Money, useText } from '@kituo/sdk';
import { repayment } from '@kituo/sdk/contracts';
import { DetailDrawer, useDetail } from '@kituo/sdk/page';
import type { WriteOffSubject } from '@kituo/sdk/payments';

type Loan = repayment.BestSplit['loans'][number];

/** The split of a customer's payments that settles most bills, each loan's part before and after. */
export function BestSplit(props: {
  readonly billNo: string | null;
  readonly onClose: () => void;
  /** Opens the form of a write-off with a loan's part of the split. */
  readonly onAllocate: (subject: WriteOffSubject) => void;
}) {
  const { billNo, onClose, onAllocate } = props;
  const t = useText();
  const detail = useDetail(repayment.bestSplit, billNo === null ? null : { billNo });
  return (
    <DetailDrawer detail={detail} isOpen={billNo !== null} title={t('bestSplit.title')} onClose={onClose}>
      {({ loans, settledCount, usedCents, leftCents }) => (
        <>
          <p>
            {t('bestSplit.settles', { count: settledCount, money: formatMoney(usedCents) })}
            {leftCents > 0 && ` ${t('bestSplit.left', { money: formatMoney(leftCents) })}`}
          </p>
          {loans.map((loan) => (
            <section key={loan.orderNo} aria-label={loan.orderNo}>
              <h3 className="kp-section-title">{loan.orderNo}</h3>
              <Uses loan={loan} />
              <Bills loan={loan} />
              <Button
                text={t('bestSplit.allocate')}
                aria-label={t('bestSplit.allocateTo', { order: loan.orderNo })}
                onClick={() => {
                  onClose();
                  onAllocate({ orderNo: loan.orderNo, billNo: null, uses: loan.uses });
                }}
              />
            </section>
          ))}
        </>
      )}
    </DetailDrawer>
  );
}

function Uses({ loan }: { readonly loan: Loan }) {
  const t = useText();
  return (
    <ul className="al-payoffs">
      {loan.uses.map(({ flowNo, paymentChannel, paymentCode, amountCents, writableCents }) => (
        <li key={flowNo}>
          <span>
            {t(`REPAY_CHANNEL.${paymentChannel}`)} {paymentCode}
          </span>
          <span>{t('bestSplit.of', { money: formatMoney(amountCents), of: formatMoney(writableCents) })}</span>
        </li>
      ))}
    </ul>
  );
}

function Bills({ loan }: { readonly loan: Loan }) {
  const t = useText();
  const most = Math.max(1, ...loan.bills.map(({ beforeCents }) => beforeCents));
  return (
    <table className="al-split" aria-label={t('bestSplit.bills', { order: loan.orderNo })}>
      <thead>
        <tr>
          <th scope="col">{t('field.billNo')}</th>
          <th scope="col">{t('bestSplit.before')}</th>
          <th scope="col">{t('bestSplit.after')}</th>
        </tr>
      </thead>
      <tbody>
        {loan.bills.map(({ billNo, termNo, dueDate, beforeCents, afterCents }) => (
          <tr key={billNo}>
            <th scope="row">
              {billNo} ({termNo}) · {formatDate(dueDate)}
              {/* The same figures stand in the cells. */}
              <progress aria-hidden max={most} value={beforeCents - afterCents} />
            </th>
            <td>
              <Money cents={beforeCents} />
            </td>
            <td>{afterCents === 0 ? t('BILL_STATUS.SETTLED') : <Money cents={afterCents} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
