import { Button, useText } from '@kituo/sdk';
import { callImport } from '@kituo/sdk/contracts';
import { DescriptionList, DetailOf, History, useDetail } from '@kituo/sdk/page';
import { useState } from 'react';
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

const PAGE_SIZE = 50;

function FailedRows({ importNo }: { readonly importNo: string }) {
  const t = useText();
  const [page, setPage] = useState(1);
  const { data } = useDetail(callImport.rows, { importNo, page, pageSize: PAGE_SIZE });
  if (data === null) return null;
  const turn = (by: number) => () => {
    setPage(page + by);
  };
  const facts = { from: (page - 1) * PAGE_SIZE + 1, to: (page - 1) * PAGE_SIZE + data.rows.length, total: data.total };
  return (
    <>
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
      {data.total > PAGE_SIZE && (
        <nav aria-label={t('imports.failures')}>
          <span className="ks-figures">{t('imports.page', facts)}</span>{' '}
          <Button size="small" text={t('imports.earlier')} disabled={page === 1} onClick={turn(-1)} />{' '}
          <Button size="small" text={t('imports.later')} disabled={page * PAGE_SIZE >= data.total} onClick={turn(1)} />
        </nav>
      )}
    </>
  );
}
