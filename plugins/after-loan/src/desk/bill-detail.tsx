import { Button, formatDate, formatDateTime, formatMoney, useText } from '@kituo/sdk';
import { payment, repayment } from '@kituo/sdk/contracts';
import { DescriptionList, DetailOf, DetailTabs, Status, Timeline } from '@kituo/sdk/page';
import { WhyThisBalance } from '@kituo/sdk/payments';
import { useState } from 'react';
import { CustomerFlows } from './customer-flows.tsx';
import { billColumns } from './desk-fields.ts';
import { BILL_STATUS, FINISH_STATUS } from './desk-words.ts';
import { WriteOffRecords } from './write-off-records.tsx';

/** A bill: its figures, the write-offs prepared for it, its customer's payments, and what was done. */
export function BillDetail({ billNo, orderNo }: { readonly billNo: string; readonly orderNo: string }) {
  return (
    <DetailTabs
      label={billNo}
      parameter="of"
      tabs={[
        { name: 'facts', content: () => <Facts billNo={billNo} /> },
        { name: 'tasks', content: () => <Tasks billNo={billNo} orderNo={orderNo} /> },
        { name: 'flows', content: () => <CustomerFlows orderNo={orderNo} /> },
        { name: 'records', content: () => <WriteOffRecords orderNo={orderNo} billNo={billNo} /> },
      ]}
    />
  );
}

function Facts({ billNo }: { readonly billNo: string }) {
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

/** Drafts of write-offs, and what became of them. */
function Tasks({ billNo, orderNo }: { readonly billNo: string; readonly orderNo: string }) {
  const t = useText();
  return (
    <DetailOf
      endpoint={payment.writeOffTasks}
      request={{ filters: { orderNo, billNo }, page: 1, pageSize: 50, sort: null }}
    >
      {({ rows }) => (
        <Timeline
          label={t('bills.tasks')}
          entries={rows.map((task) => ({
            id: task.taskNo,
            at: task.createdAt,
            title: `${t(`REPAY_TYPE.${task.repayType}`)} · ${formatMoney(task.writeOffAmountCents)}`,
            who: task.makerName,
            tone: FINISH_STATUS.toneOf(task.taskStatus),
            text: [
              task.taskNo,
              t(`FINISH_STATUS.${task.taskStatus}`),
              task.fault === null ? null : t('bills.fault', { fault: task.fault }),
              task.finishedAt === null ? null : formatDateTime(task.finishedAt),
            ]
              .filter(Boolean)
              .join(' · '),
          }))}
        />
      )}
    </DetailOf>
  );
}
