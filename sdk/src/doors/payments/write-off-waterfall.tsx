import { Money, useText } from '@kituo/sdk';
import type { CommandPreview } from '@kituo/sdk/contracts';
import { PAYMENTS_TEXTS } from './payments-texts.ts';
import type { WriteOffPlan } from './write-off-state.ts';

/** Kinds that the write-off itself posts: days that are charged on the way are in the plan already. */
const OWN = new Set(['APPLICATION', 'RECOVERY', 'DEDUCTION', 'COUPON', 'EXTENSION_FEE', 'ROLLOVER']);

interface Step {
  readonly component: string;
  readonly beforeCents: number;
  readonly changeCents: number;
}

/** Each component of a bill that owes something or is charged, in the order in which a payment reaches them. */
function stepsOf(bill: WriteOffPlan['bills'][number], preview: CommandPreview): Step[] {
  return Object.entries(bill.outstanding).flatMap(([component, beforeCents = 0]) => {
    const changeCents = preview.postings
      .filter((one) => one.billNo === bill.billNo && one.component === component && OWN.has(one.journalKind))
      .reduce((sum, { amountCents }) => sum + amountCents, 0);
    return beforeCents === 0 && changeCents === 0 ? [] : { component, beforeCents, changeCents };
  });
}

/** How a payment runs down through the bills: what each component owes before, what is paid, what is left. */
export function Waterfall(props: { readonly plan: WriteOffPlan; readonly preview: CommandPreview }) {
  const { plan, preview } = props;
  const t = useText(PAYMENTS_TEXTS);
  const credited = preview.postings
    .filter(({ accountCode }) => accountCode === 'CUSTOMER_CREDIT')
    .reduce((sum, { amountCents }) => sum - amountCents, 0);
  const touched = plan.bills.filter(({ billNo }) => preview.postings.some((one) => one.billNo === billNo));
  return (
    <>
      {touched.map((bill) => (
        <table key={bill.billNo} className="payments-why-lines" aria-label={t('writeOff.split', { bill: bill.billNo })}>
          <caption>{t('writeOff.bill', { bill: bill.billNo, term: bill.termNo, of: bill.installments })}</caption>
          <thead>
            <tr>
              <th scope="col">{t('writeOff.component')}</th>
              <th scope="col" className="payments-why-money">
                {t('writeOff.before')}
              </th>
              <th scope="col" className="payments-why-money">
                {t('writeOff.change')}
              </th>
              <th scope="col" className="payments-why-money">
                {t('writeOff.after')}
              </th>
            </tr>
          </thead>
          <tbody>
            {stepsOf(bill, preview).map(({ component, beforeCents, changeCents }) => (
              <tr key={component}>
                <td>{t(`COMPONENT.${component}`)}</td>
                <td className="payments-why-money">
                  <Money cents={beforeCents} />
                </td>
                <td className="payments-why-money">
                  <Money cents={changeCents} />
                </td>
                <td className="payments-why-money">
                  <Money cents={beforeCents + changeCents} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
      {credited > 0 && (
        <p>
          {t('writeOff.surplus')} <Money cents={credited} />
        </p>
      )}
    </>
  );
}
