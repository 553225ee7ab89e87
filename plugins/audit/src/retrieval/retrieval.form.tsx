import { Button, Callout, FilePicker, formatMoney, useText } from '@kituo/sdk';
import { retrieval } from '@kituo/sdk/contracts';
import { DataTable, fieldsOf, FormDialog, JobPanel, useBatch, useDetail, useLayout, useRows } from '@kituo/sdk/page';
import type { Action, BatchScope, List } from '@kituo/sdk/page';
import { useEffect, useEffectEvent, useState } from 'react';
import { handOver, takeOver } from '../orders/orders-to-return.ts';
import { numbersIn } from './order-numbers.ts';
import { lineColumns } from './retrieval-fields.ts';
import type { CheckedLine, CheckReply } from './retrieval-fields.ts';
import { useFileNumbers } from './use-file-numbers.ts';
import './retrieval.css';

type Target = retrieval.RetrievalTarget;

interface Values extends Record<string, unknown> {
  readonly reason: string;
  readonly auditTime: string | null;
  readonly lendingTime: string | null;
}
const { Text, Moment } = fieldsOf<Values>();

const TARGETS: readonly Target[] = [
  'TO_ALLOCATE',
  'PENDING_REVIEW',
  'PENDING_DISBURSEMENT',
  'MACHINE_REFUSED',
  'REFUSED',
  'DISBURSED',
];

/** Pasted or imported numbers, a target, and what each line would do; then the batch. */
export function RetrievalForm() {
  const t = useText();
  const [typed, setTyped] = useState(() => takeOver().join('\n'));
  const [target, setTarget] = useState<Target>('TO_ALLOCATE');
  const [asked, setAsked] = useState<{ orderNos: string[]; targetStatus: Target } | null>(null);
  const check = useDetail(retrieval.check, asked);
  const file = useFileNumbers((orderNos) => {
    setTyped(orderNos.join('\n'));
    setAsked(null);
  });
  useKept(typed);
  const numbers = numbersIn(typed);
  const tooMany = new Set(numbers).size > retrieval.MAX_RETRIEVED;
  const isCurrent = asked !== null && asked.orderNos.join() === numbers.join() && asked.targetStatus === target;
  const reply = isCurrent ? check.data : null;
  const list = useRows<CheckedLine>({
    name: 'audit.retrievalLines',
    rows: reply?.items ?? [],
    idOf: (line) => line.orderNo,
    columns: lineColumns,
    onRefresh: check.refresh,
  });
  const batch = useBatch({
    name: 'retrievalSubmit',
    endpoint: retrieval.submit,
    jobKind: 'retrieval.run',
    list,
    request: ({ ids }: BatchScope, { reason, auditTime, lendingTime }: Values) => ({
      orderNos: [...(ids ?? [])],
      targetStatus: target,
      reason,
      ...(target === 'DISBURSED' && auditTime && { auditTime }),
      ...(target === 'DISBURSED' && lendingTime && { lendingTime }),
    }),
  });
  const action: Action<BatchScope, Values> = {
    ...batch.action,
    submit: async (values, handled) => {
      const isSent = await batch.action.submit(values, handled);
      // What was sent is not offered again.
      if (isSent) {
        setTyped('');
        setAsked(null);
      }
      return isSent;
    },
  };
  const dropFaulty = (): void => {
    const kept = reply?.items.filter(({ fault }) => fault === null) ?? [];
    const orderNos = kept.map(({ orderNo }) => orderNo);
    setTyped(orderNos.join('\n'));
    setAsked(orderNos.length === 0 ? null : { orderNos, targetStatus: target });
  };
  return (
    <section className="retrieval" aria-label={t('retrieval.formTitle')}>
      <header className="kp-head">
        <h1>{t('retrieval.title')}</h1>
      </header>
      <div className="retrieval-form">
        <label className="retrieval-numbers">
          {t('retrieval.numbers')}
          <textarea
            className="bp6-input bp6-fill"
            rows={8}
            spellCheck={false}
            value={typed}
            aria-describedby="retrieval-count"
            onChange={(event) => {
              setTyped(event.target.value);
            }}
          />
          <span id="retrieval-count" className={tooMany ? 'kp-note kp-note-wrong' : 'kp-muted'}>
            {tooMany ? t('retrieval.tooMany') : t('retrieval.count', { count: numbers.length })}
          </span>
        </label>
        <div className="retrieval-side">
          <label>
            {t('field.targetStatus')}
            <span>
              <select
                className="bp6-input bp6-fill"
                value={target}
                onChange={(event) => {
                  const next = TARGETS.find((one) => one === event.target.value);
                  if (next) setTarget(next);
                }}
              >
                {TARGETS.map((one) => (
                  <option key={one} value={one}>
                    {t(`RETRIEVAL_TARGET.${one}`)}
                  </option>
                ))}
              </select>
            </span>
          </label>
          <p className="kp-muted">{t(`retrieval.from.${target}`)}</p>
          <FileRow file={file} />
          <Button
            intent="primary"
            text={t('retrieval.check')}
            disabled={numbers.length === 0 || tooMany}
            loading={asked !== null && check.isLoading}
            onClick={() => {
              setAsked({ orderNos: numbers, targetStatus: target });
              if (isCurrent) check.refresh();
            }}
          />
        </div>
      </div>
      {isCurrent && check.error !== null && (
        <Callout intent="danger" role="alert" icon={null}>
          {check.error.msg}
        </Callout>
      )}
      {reply !== null && (
        <Result
          reply={reply}
          list={list}
          onDrop={dropFaulty}
          isPermitted={action.isPermitted}
          isRunning={batch.followed.isLive}
          onSubmit={() => {
            const ids = reply.items.map(({ orderNo }) => orderNo);
            action.open({ ids, filters: {}, count: ids.length });
          }}
        />
      )}
      <SubmitDialog action={action} reply={reply} target={target} />
      <JobPanel followed={batch.followed} />
    </section>
  );
}

/** Who looks at the batches and comes back finds the numbers as they left them. */
function useKept(typed: string): void {
  const keep = useEffectEvent(() => {
    handOver(numbersIn(typed));
  });
  useEffect(
    () => () => {
      keep();
    },
    [],
  );
}

function FileRow({ file }: { readonly file: ReturnType<typeof useFileNumbers> }) {
  const t = useText();
  return (
    <div className="retrieval-file">
      <span className="retrieval-file-label">
        {t('retrieval.file')}
        <Button
          size="small"
          variant="minimal"
          text={t('retrieval.template')}
          onClick={() => {
            file.template('xlsx');
          }}
        />
      </span>
      <FilePicker
        label={t('retrieval.file')}
        file={null}
        rule={{ extensions: ['csv', 'xlsx'] }}
        onChange={(chosen) => {
          if (chosen !== null && !file.isReading) file.read(chosen);
        }}
      />
      {file.error !== null && (
        <p className="kp-note kp-note-wrong" role="alert">
          {file.error.msg}
        </p>
      )}
      {file.faulty !== null && file.faulty > 0 && (
        <p className="kp-note">{t('retrieval.fileFaulty', { count: file.faulty })}</p>
      )}
    </div>
  );
}

function Result(props: {
  readonly reply: CheckReply;
  readonly list: List<CheckedLine>;
  readonly isPermitted: boolean;
  /** One batch at a time; the button stays, or what is clicked beside it would move away. */
  readonly isRunning: boolean;
  readonly onDrop: () => void;
  readonly onSubmit: () => void;
}) {
  const t = useText();
  const { reply, list } = props;
  const layout = useLayout(list.name, lineColumns);
  const { eligible, faulty, duplicates, totalCents } = reply;
  return (
    <div className="retrieval-result" aria-live="polite">
      <div className="retrieval-verdict">
        <span>
          {t('retrieval.verdict', { eligible, faulty, money: formatMoney(totalCents) })}
          {duplicates > 0 && ` ${t('retrieval.duplicates', { count: duplicates })}`}
        </span>
        {faulty > 0 && <Button text={t('retrieval.dropFaulty', { count: faulty })} onClick={props.onDrop} />}
        {props.isPermitted && (
          <Button
            intent="primary"
            disabled={faulty > 0 || eligible === 0 || props.isRunning}
            text={t('retrieval.submit', { count: eligible })}
            onClick={props.onSubmit}
          />
        )}
      </div>
      <div className="retrieval-lines">
        <DataTable list={list} layout={layout} label={t('retrieval.lines')} nameOf={(line) => line.orderNo} />
      </div>
    </div>
  );
}

/** What follows, the reason, and the times of a loan that was paid out after all. */
function SubmitDialog(props: {
  readonly action: Action<BatchScope, Values>;
  readonly reply: CheckReply | null;
  readonly target: Target;
}) {
  const t = useText();
  const { action, reply, target } = props;
  const money = formatMoney(reply?.totalCents ?? 0);
  return (
    <FormDialog action={action} defaults={(): Values => ({ reason: '', auditTime: null, lendingTime: null })}>
      <p>{t(`retrieval.effect.${target}`, { count: reply?.eligible ?? 0, money })}</p>
      {reply?.needsChecker === true && <p className="kp-muted">{t('retrieval.waits')}</p>}
      {target === 'DISBURSED' && (
        <div className="kp-pair">
          <Moment name="auditTime" />
          <Moment name="lendingTime" />
        </div>
      )}
      <Text name="reason" isLong maxLength={200} />
    </FormDialog>
  );
}
