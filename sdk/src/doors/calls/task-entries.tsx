import { formatDateTime, useText } from '@kituo/sdk';
import type { callTask } from '@kituo/sdk/contracts';
import { Answered, PageTurner, Status, useDetail } from '@kituo/sdk/page';
import { useState } from 'react';
import { WILLINGNESS } from './call-words.ts';
import { CALLS_TEXTS } from './calls-texts.ts';

const PAGE_SIZE = 20;

/** The people of a task with their latest label, those called last first. */
export function TaskEntries(props: {
  readonly endpoints: typeof callTask.dialTasks | typeof callTask.callingTasks;
  readonly taskNo: string;
}) {
  const t = useText(CALLS_TEXTS);
  const [page, setPage] = useState(1);
  const entries = useDetail(props.endpoints.entries, { taskNo: props.taskNo, page, pageSize: PAGE_SIZE });
  return (
    <section>
      <h3 className="kp-section-title">{t('calls.entries')}</h3>
      <Answered detail={entries}>
        {({ rows, total }) => (
          <>
            <ul className="kp-facts">
              {rows.map(({ entryId, phone, itemStatus, attempts, willingness, workedByName, workedAt }) => (
                <li key={entryId}>
                  {phone} · {t(`calls.item.${itemStatus}`)} ·{' '}
                  {willingness !== null && (
                    <>
                      <Status of={WILLINGNESS} code={willingness} />{' '}
                    </>
                  )}
                  {[
                    t('calls.attempts', { count: attempts }),
                    workedByName,
                    workedAt === null ? null : formatDateTime(workedAt),
                  ]
                    .filter((one) => one !== null)
                    .join(' · ')}
                </li>
              ))}
            </ul>
            <PageTurner label={t('calls.entries')} page={page} pageSize={PAGE_SIZE} total={total} onTurn={setPage} />
          </>
        )}
      </Answered>
    </section>
  );
}
