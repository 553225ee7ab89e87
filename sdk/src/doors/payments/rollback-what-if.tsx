import { Button, formatMoney, useText } from '@kituo/sdk';
import type { caseRollback, RequestOf } from '@kituo/sdk/contracts';
import { Answered, useDetail } from '@kituo/sdk/page';
import { useState } from 'react';
import { PAYMENTS_TEXTS } from './payments-texts.ts';

type Endpoint = typeof caseRollback.byOrder.whatIf;

/** Beside what is undone: what bills would owe were the same payments applied again. Read when it is asked for. */
export function RollbackWhatIf(props: { readonly endpoint: Endpoint; readonly request: RequestOf<Endpoint> }) {
  const t = useText(PAYMENTS_TEXTS);
  const [isAsked, setAsked] = useState(false);
  const detail = useDetail(props.endpoint, isAsked ? props.request : null);
  if (!isAsked) {
    return (
      <Button
        size="small"
        text={t('whatIf.ask')}
        onClick={() => {
          setAsked(true);
        }}
      />
    );
  }
  const owed = (cents: number, isSettled: boolean) => (isSettled ? t('whatIf.settled') : formatMoney(cents));
  return (
    <Answered detail={detail}>
      {({ bills, flows }) => (
        <section aria-label={t('whatIf.title')}>
          <h3 className="kp-section-title">{t('whatIf.title')}</h3>
          <p className="kp-muted">{t('whatIf.rule')}</p>
          <table className="payments-why-lines">
            <thead>
              <tr>
                <th scope="col">{t('whatIf.bill')}</th>
                {(['now', 'undone', 'again'] as const).map((side) => (
                  <th key={side} scope="col" className="payments-why-money">
                    {t(`whatIf.${side}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {bills.map((bill) => (
                <tr key={bill.billNo}>
                  <th scope="row">
                    {bill.billNo} ({bill.termNo})
                  </th>
                  <td className="payments-why-money">{owed(bill.nowCents, bill.isSettledNow)}</td>
                  <td className="payments-why-money">{owed(bill.undoneCents, bill.isSettledUndone)}</td>
                  <td className="payments-why-money">{owed(bill.againCents, bill.isSettledAgain)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <ul className="kp-facts">
            {flows.map(({ flowNo, amountCents, error, waivedCents, couponCents, loweringRefused }) => (
              <li key={flowNo}>
                {t(error === null ? 'whatIf.applied' : 'whatIf.refused', {
                  flow: flowNo,
                  money: formatMoney(amountCents),
                  code: error ?? '',
                })}
                {waivedCents > 0 && ` · ${t('whatIf.waived', { money: formatMoney(waivedCents) })}`}
                {couponCents > 0 && ` · ${t('whatIf.coupon', { money: formatMoney(couponCents) })}`}
                {loweringRefused !== null && ` · ${t('whatIf.notLowered', { code: loweringRefused })}`}
              </li>
            ))}
          </ul>
        </section>
      )}
    </Answered>
  );
}
