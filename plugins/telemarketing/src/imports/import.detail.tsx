import { useText } from '@kituo/sdk';
import { callImport } from '@kituo/sdk/contracts';
import { DescriptionList, DetailOf, History, useDetail } from '@kituo/sdk/page';
import { importColumns } from './import-fields.ts';

/** An import: why rows failed, and what became of the entries it brought. */
export function ImportDetail({ importNo }: { readonly importNo: string }) {
  const t = useText();
  return (
    <DetailOf endpoint={callImport.detail} request={{ importNo }}>
      {({ row, failures, called, converted, abandoned, history }) => (
        <>
          <DescriptionList of={row} columns={importColumns} />
          <p>{t('imports.soFar', { called, converted, abandoned })}</p>
          {failures.length > 0 && (
            <section>
              <h3 className="kp-section-title">{t('imports.failures')}</h3>
              <ul className="kp-facts">
                {failures.map(({ reason, count }) => (
                  <li key={reason}>
                    {reason} · {count}
                  </li>
                ))}
              </ul>
              <FailedRows importNo={importNo} />
            </section>
          )}
          <History
            entries={history}
            titleOf={({ action }) => t(`history.${action}`)}
            textOf={({ reason }) => reason ?? undefined}
          />
        </>
      )}
    </DetailOf>
  );
}

function FailedRows({ importNo }: { readonly importNo: string }) {
  const t = useText();
  const { data } = useDetail(callImport.rows, { importNo, page: 1, pageSize: 100 });
  if (data === null) return null;
  return (
    <table className="kp-plain-table">
      <thead>
        <tr>
          <th scope="col">{t('imports.rowNo')}</th>
          <th scope="col">{t('imports.cell')}</th>
          <th scope="col">{t('field.reason')}</th>
        </tr>
      </thead>
      <tbody>
        {data.rows.map(({ rowNo, field, reason }) => (
          <tr key={rowNo}>
            <td>{rowNo}</td>
            <td>{field}</td>
            <td>{reason}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
