import { Link, NOTHING, useText } from '@kituo/sdk';
import { callImport, type ReplyOf } from '@kituo/sdk/contracts';
import { DescriptionList, DetailOf, History, PageTurner, useDetail } from '@kituo/sdk/page';
import { useState } from 'react';
import { importColumns } from './import-fields.ts';

const SECTION = '/AdminContent/TelemarketingSystem/';
const LISTS = `${SECTION}ListLibraryManagement`;
const ABANDONED = `${SECTION}AbandonedListLibraryManagement`;

type Source = ReplyOf<typeof callImport.detail>['sources'][number];
const percent = (part: number, whole: number): string =>
  whole === 0 ? NOTHING : `${Math.round((part * 100) / whole)}%`;
/** How good the people of a source are: reached of those called, consent and loans of all. */
const qualityOf = ({ entries, called, reached, optedIn, converted }: Source) => ({
  count: entries,
  reached: percent(reached, called),
  optedIn: percent(optedIn, entries),
  converted: percent(converted, entries),
});

/** An import: why rows failed, and what became of the entries it brought. */
export function ImportDetail({ importNo }: { readonly importNo: string }) {
  const t = useText();
  return (
    <DetailOf endpoint={callImport.detail} request={{ importNo }}>
      {({ row, failures, called, converted, abandoned, sources, history }) => (
        <>
          <DescriptionList of={row} columns={importColumns} />
          <p>{t('imports.soFar', { called, converted, abandoned })}</p>
          {row.batchNo !== null && row.importType !== 'BLACKLIST' && (
            <p>
              <Link to={`${LISTS}?batchNo=${row.batchNo}&createdAt=any`}>{t('imports.entries')}</Link>
              {abandoned > 0 && (
                <>
                  {' · '}
                  <Link to={`${ABANDONED}?batchNo=${row.batchNo}&abandonedAt=any`}>
                    {t('imports.abandonedEntries')}
                  </Link>
                </>
              )}
            </p>
          )}
          {sources.length > 0 && (
            <section>
              <h3 className="kp-section-title">{t('imports.sources')}</h3>
              <ul className="kp-facts">
                {sources.map((one) => (
                  <li key={one.optInSource}>
                    {one.optInSource}: {t('imports.source', qualityOf(one))}
                  </li>
                ))}
              </ul>
            </section>
          )}
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
            isTitled
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
      <PageTurner label={t('imports.failures')} page={page} pageSize={PAGE_SIZE} total={data.total} onTurn={setPage} />
    </>
  );
}
