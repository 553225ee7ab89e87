import { formatDateTime, useText } from '@kituo/sdk';
import { smsMarketingTask } from '@kituo/sdk/contracts';
import { Answered, PageTurner, Reveal, Status, useDetail } from '@kituo/sdk/page';
import { useId, useState } from 'react';
import { SMS_RECIPIENT_STATUS, SMS_SKIP } from '../marketing-words.ts';

const PAGE_SIZE = 20;

/** The people of a campaign, by status and page; a phone can be shown for a purpose. */
export function TaskPeople({ taskNo }: { readonly taskNo: string }) {
  const t = useText();
  const id = useId();
  const [chosen, setChosen] = useState('');
  const [page, setPage] = useState(1);
  const recipientStatus = SMS_RECIPIENT_STATUS.codes.find((code) => code === chosen);
  const people = useDetail(smsMarketingTask.recipients, {
    filters: { taskNo, ...(recipientStatus !== undefined && { recipientStatus }) },
    page,
    pageSize: PAGE_SIZE,
    sort: null,
  });
  return (
    <section>
      <h3 className="kp-section-title">{t('field.people')}</h3>
      <label htmlFor={id}>{t('task.filterStatus')}</label>{' '}
      <select
        id={id}
        className="bp6-input"
        value={chosen}
        onChange={(event) => {
          setChosen(event.target.value);
          setPage(1);
        }}
      >
        <option value="">{t('task.allStatuses')}</option>
        {SMS_RECIPIENT_STATUS.codes.map((code) => (
          <option key={code} value={code}>
            {t(`SMS_RECIPIENT_STATUS.${code}`)}
          </option>
        ))}
      </select>
      <Answered detail={people}>
        {({ rows, total }) =>
          total === 0 ? (
            <p className="kp-note">{t('task.noPeople')}</p>
          ) : (
            <>
              <PeopleTable rows={rows} />
              <PageTurner label={t('field.people')} page={page} pageSize={PAGE_SIZE} total={total} onTurn={setPage} />
            </>
          )
        }
      </Answered>
    </section>
  );
}

function PeopleTable({ rows }: { readonly rows: readonly smsMarketingTask.RecipientRow[] }) {
  const t = useText();
  return (
    <table className="kp-small-table">
      <thead>
        <tr>
          <th scope="col">{t('field.phone')}</th>
          <th scope="col">{t('field.arm')}</th>
          <th scope="col">{t('field.recipientStatus')}</th>
          <th scope="col">{t('field.skippedFor')}</th>
          <th scope="col">{t('field.sentAt')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.recipientId}>
            <td>
              {row.phone.includes('*') ? (
                <Reveal
                  kind="smsRecipient.phone"
                  subjectNo={String(row.recipientId)}
                  masked={row.phone}
                  code="marketing:recipient:phone"
                />
              ) : (
                row.phone
              )}
            </td>
            <td>{row.arm}</td>
            <td>
              <Status of={SMS_RECIPIENT_STATUS} code={row.recipientStatus} />
            </td>
            <td>
              {row.recipientStatus === 'FAILED' || row.skippedFor === null ? (
                row.providerCode
              ) : (
                <Status of={SMS_SKIP} code={row.skippedFor} />
              )}
            </td>
            <td>{row.sentAt === null ? '' : formatDateTime(row.sentAt)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
