import { ApiError, Button, call, Callout, formatMoney, NOTHING, showToast, useText } from '@kituo/sdk';
import { callTask } from '@kituo/sdk/contracts';
import { Status, useAction } from '@kituo/sdk/page';
import { dialCall, PhoneDock } from '@kituo/sdk/phone';
import { useState } from 'react';
import { WILLINGNESS } from './call-words.ts';
import { CALLS_TEXTS } from './calls-texts.ts';
import { DispositionForm } from './disposition.form.tsx';
import { Calls, FollowUps, GateLine } from './entry-past.tsx';
import { FollowApplyButtons } from './follow-apply.buttons.tsx';
import type { TaskRow } from './task-fields.ts';
import { SmsForm, type SmsValues } from './sms.form.tsx';
import './calls.css';

interface Held {
  readonly lease: callTask.Lease | null;
  readonly waiting: number;
}

/** One screen a call: take the next person, dial, say what came of it. Enter in a number's place goes on to the next. */
export function WorkDesk(props: {
  readonly endpoints: typeof callTask.dialTasks | typeof callTask.callingTasks;
  readonly task: TaskRow;
  readonly onLeave: () => void;
}) {
  const { endpoints, task } = props;
  const t = useText(CALLS_TEXTS);
  const [held, setHeld] = useState<Held | null>(null);
  const [gate, setGate] = useState<callTask.Lease['gate'] | null>(null);
  const [fault, setFault] = useState<ApiError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setFault(null);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(error);
    } finally {
      setBusy(false);
    }
  };
  const { taskNo } = task;
  const dial = async (whom: Pick<callTask.Lease, 'entryId' | 'customerName' | 'phone'>): Promise<void> => {
    const { entryId, customerName, phone } = whom;
    const { attemptId, callNo, gate: answer } = await call(endpoints.dial, { entryId, taskNo }, { quiet: true });
    setGate(answer);
    if (callNo !== null) {
      const retry = (): void => void run(async () => await dial(whom));
      void dialCall({ callNo, name: customerName ?? phone, retry });
    } else if (attemptId !== null) showToast({ type: 2, text: t('calls.ringing') });
  };
  const takeNext = async (): Promise<void> => {
    const next = await call(endpoints.next, { taskNo }, { quiet: true });
    setHeld(next);
    setGate(next.lease?.gate ?? null);
    if (next.lease !== null && task.dialMode === 'AUTO_NEXT') await dial(next.lease);
  };
  // What was typed stays: it is the same entry.
  const takeAgain = async (entryId: string): Promise<void> => {
    const again = await call(endpoints.next, { taskNo, entryId }, { quiet: true });
    setHeld(again);
    setGate(again.lease?.gate ?? null);
  };
  const lease = held?.lease ?? null;
  const sms = useAction({
    name: 'callSms',
    words: t,
    endpoint: endpoints.sms,
    request: ({ entryId }: callTask.Lease, { templateNo }: SmsValues) => ({
      entryId,
      taskNo,
      templateNo: templateNo ?? '',
    }),
    facts: ({ phone }, reply) => ({ name: phone, answer: reply?.gate.text ?? t('calls.smsSent') }),
  });
  return (
    <div className="kp-page">
      <header className="calls-head">
        <h1>{task.taskName}</h1>
        {held !== null && <span className="kp-muted">{t('calls.waiting', { count: held.waiting })}</span>}
        <Button text={t('calls.leave')} onClick={props.onLeave} />
        <Button intent="primary" text={t('calls.next')} disabled={isBusy} onClick={() => void run(takeNext)} />
      </header>
      {fault !== null && fault.error !== 'CALL_BACK_HOURS' && (
        <Callout intent="danger">
          {fault.msg}{' '}
          {fault.error === 'CALL_LEASE_LOST' && lease !== null && (
            <Button
              size="small"
              text={t('calls.takeAgain')}
              disabled={isBusy}
              onClick={() => void run(async () => await takeAgain(lease.entryId))}
            />
          )}
        </Callout>
      )}
      {held !== null && lease === null && <Callout>{t('calls.nobodyLeft')}</Callout>}
      {lease !== null && (
        <div className="calls-desk">
          <div className="calls-talk">
            <dl className="calls-facts">
              <dt className="kp-muted">{t('field.phone')}</dt>
              <dd>{lease.phone}</dd>
              <dt className="kp-muted">{t('calls.customer')}</dt>
              <dd>{lease.customerName ?? NOTHING}</dd>
              <dt className="kp-muted">{t('calls.offer')}</dt>
              <dd>
                {[lease.listTypeName, lease.marketingTargetName, lease.recommendedProductName]
                  .filter((one) => one !== null)
                  .join(' · ')}
                {lease.recommendedAmountCents !== null && ` · ${formatMoney(lease.recommendedAmountCents)}`}
              </dd>
              <dt className="kp-muted">{t('calls.lastLabel')}</dt>
              <dd>{lease.willingness === null ? NOTHING : <Status of={WILLINGNESS} code={lease.willingness} />}</dd>
            </dl>
            {gate !== null && <GateLine gate={gate} />}
            <Button
              intent="success"
              text={t('calls.dial')}
              disabled={isBusy}
              onClick={() => void run(async () => await dial(lease))}
            />
            {sms.isPermitted && (
              <Button
                text={sms.label}
                disabled={isBusy}
                onClick={() => {
                  sms.open(lease);
                }}
              />
            )}
            {endpoints === callTask.dialTasks && <FollowApplyButtons key={`apply ${lease.entryId}`} lease={lease} />}
            {task.script !== null && <p className="kp-prewrap">{task.script}</p>}
            <DispositionForm
              // An entry that is taken again after its time keeps what was typed.
              key={lease.entryId}
              isBusy={isBusy}
              nextFault={fault?.error === 'CALL_BACK_HOURS' ? fault.msg : null}
              onSave={(said) =>
                void run(async () => {
                  await call(endpoints.follow, { entryId: lease.entryId, taskNo, ...said }, { quiet: true });
                  setHeld(null);
                  await takeNext();
                })
              }
            />
          </div>
          <div>
            <FollowUps followUps={lease.followUps} />
            <Calls calls={lease.calls} />
          </div>
        </div>
      )}
      <SmsForm action={sms} endpoint={endpoints.smsTexts} merchantNoOf={() => task.merchantNo} />
      <PhoneDock />
    </div>
  );
}
