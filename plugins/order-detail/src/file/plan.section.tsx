import { useText } from '@kituo/sdk';
import type { orderFile } from '@kituo/sdk/contracts';
import { planColumns } from './order-columns.ts';
import { Rows } from './rows.tsx';
import { Section } from './section.tsx';

/** The repayment plan, a bill a row. */
export function PlanSection({ plan }: { readonly plan: readonly orderFile.PlanBill[] }) {
  const t = useText();
  return (
    <Section title={t('section.plan')} isWide>
      {plan.length === 0 ? (
        <p className="of-missing">{t('plan.none')}</p>
      ) : (
        <Rows
          name="plan"
          label={t('section.plan')}
          rows={plan.map((bill) => ({ ...bill, term: `${bill.termNo}/${bill.installments}` }))}
          idOf={(bill) => bill.billNo}
          columns={planColumns}
        />
      )}
    </Section>
  );
}
