import { useText } from '@kituo/sdk';
import { unrenewedLoanSms } from '@kituo/sdk/contracts';
import { DescriptionList, ListScreen, Reveal, useListPage } from '@kituo/sdk/page';
import { sendColumns, sendFilters } from './unrenewed-fields.ts';

/** The people of strategies, and what came of each message. */
export function UnrenewedSendsList() {
  const t = useText();
  const screen = useListPage<unrenewedLoanSms.SendRow>({
    load: unrenewedLoanSms.sends,
    idOf: (row) => row.sendNo,
    columns: sendColumns,
    filters: sendFilters,
    defaultSort: '-dueOn',
    file: { endpoint: unrenewedLoanSms.sendsExport, jobKind: 'unrenewedSends.export' },
  });
  return (
    <ListScreen
      of={screen}
      title={t('tab.sends')}
      detail={(row) => (
        <>
          <DescriptionList of={row} columns={sendColumns} />
          <p>
            {t('field.phone')}:{' '}
            <Reveal
              kind="unrenewedSend.phone"
              subjectNo={row.sendNo}
              masked={row.phone}
              code="marketing:recipient:phone"
            />
          </p>
        </>
      )}
      emptyText={t('unrenewed.noSends')}
    />
  );
}
