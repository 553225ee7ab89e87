import { formatDateTime, NOTHING, useText } from '@kituo/sdk';
import { aiTask, nineFour } from '@kituo/sdk/contracts';
import { Answered, PageTurner, Status, Timeline, useDetail } from '@kituo/sdk/page';
import { useState } from 'react';
import { CALL_RESULT, CONTACT_REFUSAL, WILLINGNESS } from './ai-words.ts';

const PAGE_SIZE = 20;
const HEADS = [
  'caseNo',
  'phone',
  'refusedFor',
  'withdrawnAt',
  'callResult',
  'willingness',
  'talkSeconds',
  'calledAt',
  'askedAt',
] as const;

/** The people of a task, with what the gate said and how the last call ended. */
export function AiItems({ taskNo }: { readonly taskNo: string }) {
  const t = useText();
  const [page, setPage] = useState(1);
  const items = useDetail(nineFour.itemPage, { filters: { taskNo }, page, pageSize: PAGE_SIZE, sort: null });
  return (
    <Answered detail={items}>
      {({ rows, total }) => (
        <section>
          <h3 className="kp-section-title">{t('aiTasks.items', { count: total })}</h3>
          <table className="kp-small-table">
            <thead>
              <tr>
                {HEADS.map((name) => (
                  <th key={name} scope="col">
                    {t(`field.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.itemNo}>
                  <td>{row.caseNo}</td>
                  <td>{row.phone}</td>
                  <td>{row.refusedFor === null ? NOTHING : <Status of={CONTACT_REFUSAL} code={row.refusedFor} />}</td>
                  <td>{row.withdrawnAt === null ? NOTHING : formatDateTime(row.withdrawnAt)}</td>
                  <td>{row.callResult === null ? NOTHING : <Status of={CALL_RESULT} code={row.callResult} />}</td>
                  <td>{row.willingness === null ? NOTHING : <Status of={WILLINGNESS} code={row.willingness} />}</td>
                  <td>{row.talkSeconds ?? NOTHING}</td>
                  <td>{row.calledAt === null ? NOTHING : formatDateTime(row.calledAt)}</td>
                  <td>{row.askedAt === null ? NOTHING : formatDateTime(row.askedAt)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <PageTurner
            label={t('aiTasks.items', { count: total })}
            page={page}
            pageSize={PAGE_SIZE}
            total={total}
            onTurn={setPage}
          />
        </section>
      )}
    </Answered>
  );
}

/** What the vendor was asked about a task and what it answered, as it came; phones are masked. */
export function AiExchanges({ taskNo }: { readonly taskNo: string }) {
  const t = useText();
  const { data } = useDetail(aiTask.one, { taskNo });
  if (data === null || data.exchanges.length === 0) return null;
  return (
    <section>
      <h3 className="kp-section-title">{t('aiTasks.exchanges')}</h3>
      <Timeline
        label={t('aiTasks.exchanges')}
        entries={data.exchanges.map((one) => ({
          id: String(one.exchangeId),
          at: one.askedAt,
          title: t(`aiTasks.asked.${one.asked}`),
          tone: one.fault === null ? ('good' as const) : ('failed' as const),
          text: (
            <>
              {one.request.map(({ name, value }) => (
                <div key={name}>
                  {name}: {value}
                </div>
              ))}
              <div>
                {one.fault === null ? t('aiTasks.answered') : t(`aiTasks.fault.${one.fault}`)}
                {one.answer !== null && ` · ${one.answer}`}
              </div>
            </>
          ),
        }))}
      />
    </section>
  );
}
