import { useText } from '@kituo/sdk';
import { temporaryCredit } from '@kituo/sdk/contracts';
import { DescriptionList, ListScreen, Reveal, useListPage } from '@kituo/sdk/page';
import { recordColumns, recordFilters, type RecordRow } from './credit-fields.ts';

/** Raises that were granted, with the limit each is part of. */
export function RecordList() {
  const t = useText();
  const screen = useListPage<RecordRow>({
    load: temporaryCredit.recordPage,
    idOf: (row) => row.creditNo,
    columns: recordColumns,
    filters: recordFilters,
    file: { endpoint: temporaryCredit.recordExport, jobKind: 'temporaryCredits.export' },
  });
  return (
    <ListScreen
      of={screen}
      title={t('credit.records')}
      detail={(row) => (
        <DescriptionList
          of={row}
          columns={recordColumns}
          instead={{
            phone: (
              <Reveal
                kind="temporaryCredit.phone"
                subjectNo={row.creditNo}
                masked={row.phone}
                code="operation:temporaryCreditTask:customerPhone"
              />
            ),
          }}
        />
      )}
    />
  );
}
