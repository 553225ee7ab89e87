import { Button, formatDate, useText } from '@kituo/sdk';
import { repayment } from '@kituo/sdk/contracts';
import { DescriptionList, DetailOf, Status } from '@kituo/sdk/page';
import { WhyThisBalance } from '@kituo/sdk/payments';
import { useState } from 'react';
import { billColumns } from './desk-fields.ts';
import { BILL_STATUS } from './desk-words.ts';

/** A bill: its figures, the bills that extensions made before and after it, and why it owes what it owes. */
export function BillDetail({ billNo }: { readonly billNo: string }) {
  const t = useText();
  const [isExplained, setExplained] = useState(false);
  return (
    <DetailOf endpoint={repayment.bill} request={{ billNo }}>
      {({ row, predecessor, successor }) => (
        <>
          <DescriptionList of={row} columns={billColumns} />
          {[predecessor, successor].map(
            (bill, index) =>
              bill !== null && (
                <p key={bill.billNo}>
                  {t(index === 0 ? 'bills.predecessor' : 'bills.successor')} {bill.billNo} · {formatDate(bill.dueDate)}{' '}
                  <Status of={BILL_STATUS} code={bill.billStatus} />
                </p>
              ),
          )}
          <Button
            text={t('bills.why')}
            onClick={() => {
              setExplained(true);
            }}
          />
          <WhyThisBalance
            billNo={isExplained ? billNo : null}
            onClose={() => {
              setExplained(false);
            }}
          />
        </>
      )}
    </DetailOf>
  );
}
