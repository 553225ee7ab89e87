import { useText } from '@kituo/sdk';
import type { orderFile } from '@kituo/sdk/contracts';
import { WhyThisBalance } from '@kituo/sdk/payments';
import { useState } from 'react';
import { planColumns } from './order-columns.ts';
import { Rows } from './rows.tsx';
import { Section } from './section.tsx';

/** The repayment plan, a bill a row; a bill opens beside it and says why it owes what it owes. */
export function PlanSection({ plan }: { readonly plan: readonly orderFile.PlanBill[] }) {
  const t = useText();
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <Section title={t('section.plan')} isWide>
      {plan.length === 0 ? (
        <p className="of-missing">{t('plan.none')}</p>
      ) : (
        <Rows
          name="plan"
          label={t('section.plan')}
          rows={plan.map((bill) => ({
            ...bill,
            instalment: `${bill.termNo}/${bill.installments}`,
          }))}
          idOf={(bill) => bill.billNo}
          columns={planColumns}
          onOpen={(bill) => {
            setOpened(bill.billNo);
          }}
        />
      )}
      <WhyThisBalance
        billNo={opened}
        onClose={() => {
          setOpened(null);
        }}
      />
    </Section>
  );
}
