import { formatCount, formatDateTime, NOTHING, useText } from '@kituo/sdk';
import { partner } from '@kituo/sdk/contracts';
import { Answered, ExportButton, useDetail, useExport } from '@kituo/sdk/page';
import { useState } from 'react';

/** What a drawer shows of them; the file has all. */
const SHOWN = 50;
const NONE: ReadonlyMap<string, unknown> = new Map();

/** The single applications that were sent on that day: what a difference is traced by. */
export function Applications({ partnerDayNo }: { readonly partnerDayNo: string }) {
  const t = useText();
  const [isUnnamed, setIsUnnamed] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  const filters = { partnerDayNo, ...(isUnnamed && { hasReference: false }), ...(isMissing && { isReported: false }) };
  const found = useDetail(partner.applications, { filters, page: 1, pageSize: SHOWN, sort: null });
  const total = found.data?.total ?? 0;
  const exporter = useExport({
    list: { request: { filters, sort: null }, total, selection: { count: 0, rows: NONE } },
    endpoint: partner.exportApplications,
    jobKind: 'partnerDays.applications',
    request: ({ format }) => ({ format, filters, sort: null }),
  });
  return (
    <section aria-label={t('review.applications')}>
      <h3 className="kp-section-title">{t('review.applications')}</h3>
      <label>
        <input
          type="checkbox"
          checked={isUnnamed}
          onChange={({ currentTarget }) => {
            setIsUnnamed(currentTarget.checked);
          }}
        />{' '}
        {t('review.unnamedOnly')}
      </label>{' '}
      <label>
        <input
          type="checkbox"
          checked={isMissing}
          onChange={({ currentTarget }) => {
            setIsMissing(currentTarget.checked);
          }}
        />{' '}
        {t('review.missingOnly')}
      </label>{' '}
      <ExportButton exporter={exporter} />
      <Answered detail={found}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p className="kp-muted">{t('review.noApplications')}</p>
          ) : (
            <>
              <table>
                <thead>
                  <tr>
                    {['happenedAt', 'partnerReference', 'isReported', 'customerNo', 'phone'].map((name) => (
                      <th scope="col" key={name}>
                        {t(`field.${name}`)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row) => (
                    <tr key={row.applicationNo}>
                      <td>{formatDateTime(row.happenedAt)}</td>
                      <td>{row.partnerReference ?? NOTHING}</td>
                      <td>
                        {row.isReported === null
                          ? NOTHING
                          : t(row.isReported ? 'review.isReported' : 'review.isMissing')}
                      </td>
                      <td>{row.customerNo}</td>
                      <td className="ks-figures">{row.phone}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
              {total > rows.length && (
                <p className="kp-muted">
                  {t('review.moreApplications', { shown: formatCount(rows.length), count: formatCount(total) })}
                </p>
              )}
            </>
          )
        }
      </Answered>
    </section>
  );
}
