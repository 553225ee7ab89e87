import {
  Button,
  Dialog,
  DialogBody,
  formatDate,
  formatMoney,
  FormGroup,
  InputGroup,
  newIdempotencyKey,
  useCan,
  useText,
} from '@kituo/sdk';
import { payment } from '@kituo/sdk/contracts';
import type { caseRollback, CommandPreview, Endpoint } from '@kituo/sdk/contracts';
import { Answered, asSeen, useAction, useDetail } from '@kituo/sdk/page';
import type { Action } from '@kituo/sdk/page';
import { useState } from 'react';
import { RollbackWhatIf } from './rollback-what-if.tsx';
import { PAYMENTS_TEXTS } from './payments-texts.ts';

/** From an order its write-offs, from a bill those that touch it; a settle rollback may name the one it means. */
export interface RollbackSubject {
  readonly orderNo: string;
  readonly billNo?: string | null;
  readonly applicationNo?: string;
}

interface SeenReason {
  readonly reason: string;
  readonly returnsCases: boolean;
  readonly seen: string;
}

/** The endpoints that it runs: any order's, or those by case. */
export interface RollbackEndpoints {
  readonly settle: Endpoint<typeof payment.rollbackSettle.request, typeof payment.rollbackSettle.reply>;
  readonly full: Endpoint<typeof payment.rollbackFull.request, typeof payment.rollbackFull.reply>;
  readonly preview: Endpoint<typeof payment.rollbackPreview.request, typeof payment.rollbackPreview.reply>;
  /** What bills would owe were the same payments applied again. */
  readonly whatIf?: typeof caseRollback.byOrder.whatIf | typeof caseRollback.byBill.whatIf;
}

const ANY_ORDER: RollbackEndpoints = {
  settle: payment.rollbackSettle,
  full: payment.rollbackFull,
  preview: payment.rollbackPreview,
};

export interface Rollback {
  readonly preview: RollbackEndpoints['preview'];
  readonly whatIf?: RollbackEndpoints['whatIf'];
  readonly settle: Action<RollbackSubject, SeenReason>;
  readonly full: Action<RollbackSubject, SeenReason>;
}

/**
 * Undoes the newest write-off, or all of them.
 *
 * @example
 * const rollback = useRollback(list);
 * <RollbackTree rollback={rollback} />
 */
export function useRollback(list: { refresh(): void }, endpoints: RollbackEndpoints = ANY_ORDER): Rollback {
  const t = useText(PAYMENTS_TEXTS);
  const shared = {
    words: t,
    list: { refresh: list.refresh },
    facts: ({ orderNo, billNo }: RollbackSubject) => ({ name: billNo ?? orderNo }),
    headers: ({ seen }: SeenReason) => asSeen({ seen }).headers ?? {},
    isDangerous: true,
  };
  const request = ({ orderNo, billNo, applicationNo }: RollbackSubject, { reason, returnsCases }: SeenReason) => ({
    orderNo,
    billNo: billNo ?? null,
    reason,
    ...(returnsCases && { returnsCases }),
    ...(applicationNo !== undefined && { applicationNo }),
  });
  return {
    preview: endpoints.preview,
    whatIf: endpoints.whatIf,
    settle: useAction({ ...shared, name: 'settleRollback', endpoint: endpoints.settle, request }),
    full: useAction({
      ...shared,
      name: 'fullRollback',
      endpoint: endpoints.full,
      request: ({ applicationNo: _, ...subject }: RollbackSubject, values: SeenReason) => request(subject, values),
    }),
  };
}

/** What a rollback undoes, from each application down to what the bills owe again. */
export function RollbackTree({ rollback }: { readonly rollback: Rollback }) {
  const { settle, full } = rollback;
  const all = (subject: RollbackSubject): void => {
    settle.close();
    full.open(subject);
  };
  return (
    <>
      <Undoing
        kind="SETTLE"
        action={settle}
        endpoint={rollback.preview}
        whatIf={rollback.whatIf}
        {...(full.isPermitted && { onAll: all })}
      />
      <Undoing kind="FULL" action={rollback.full} endpoint={rollback.preview} whatIf={rollback.whatIf} />
    </>
  );
}

interface UndoingProps {
  readonly kind: 'SETTLE' | 'FULL';
  readonly action: Rollback['settle'];
  readonly endpoint: RollbackEndpoints['preview'];
  readonly whatIf: RollbackEndpoints['whatIf'];
  /** Takes newer write-offs along, where the one that is meant is not the newest. */
  readonly onAll?: (subject: RollbackSubject) => void;
}

function Undoing(props: UndoingProps) {
  const { action } = props;
  const subject = action.opened?.subject;
  return (
    <Dialog
      className="kp-dialog payments-write-off"
      isOpen={subject !== undefined}
      title={action.textOf('title')}
      canEscapeKeyClose={false}
      canOutsideClickClose={false}
      transitionDuration={100}
      onClose={action.close}
    >
      {subject !== undefined && <Previewed key={action.openCount} {...props} subject={subject} />}
    </Dialog>
  );
}

function Previewed(props: UndoingProps & { readonly subject: RollbackSubject }) {
  const { kind, action, endpoint, whatIf, subject, onAll } = props;
  const { orderNo, billNo = null, applicationNo } = subject;
  const t = useText(PAYMENTS_TEXTS);
  const [reason, setReason] = useState('');
  const [returnsCases, setReturns] = useState(false);
  const asked = {
    kind,
    orderNo,
    billNo,
    ...(kind === 'SETTLE' && applicationNo !== undefined && { applicationNo }),
  };
  const detail = useDetail(endpoint, { ...asked, ...(returnsCases && { returnsCases }) });
  const may = { ORDER: useCan('collection:case:distribute'), BILL: useCan('collectionStage:case:distribute') };
  const comesBack = (may.ORDER || may.BILL) && (returnsCases || bringsCases(detail.data));
  return (
    <>
      <DialogBody>
        {action.error !== null && (
          <div className="bp6-callout bp6-intent-danger kp-fault" role="alert">
            {action.error.msg}
          </div>
        )}
        <Answered detail={detail}>{(preview) => <Undone preview={preview} />}</Answered>
        {comesBack && (
          <label className="payments-agree">
            <input
              type="checkbox"
              checked={returnsCases}
              onChange={() => {
                setReturns(!returnsCases);
              }}
            />{' '}
            {t('rollback.returnsCases')}
          </label>
        )}
        {whatIf !== undefined && detail.data !== null && <RollbackWhatIf endpoint={whatIf} request={asked} />}
        {detail.error?.error === 'NOT_NEWEST' && onAll !== undefined && (
          <Button
            size="small"
            text={t('rollback.all')}
            onClick={() => {
              onAll(subject);
            }}
          />
        )}
        <FormGroup label={t('rollback.reason')} labelFor={`rollback-reason-${kind}`}>
          <InputGroup id={`rollback-reason-${kind}`} maxLength={200} value={reason} onValueChange={setReason} />
        </FormGroup>
      </DialogBody>
      <div className="kp-foot">
        <Button text={t('writeOff.cancel')} disabled={action.isPending} onClick={action.close} />
        <Button
          intent="danger"
          text={action.textOf('submit')}
          disabled={detail.data === null || reason.trim() === ''}
          loading={action.isPending}
          onClick={() => {
            void action.submit({ reason, returnsCases, seen: detail.data?.seen ?? '' }).then((isDone) => {
              if (isDone) return;
              action.reuseKey(newIdempotencyKey());
              detail.refresh();
            });
          }}
        />
      </div>
    </>
  );
}

/** Whether a case comes back to the pool, from where it may go to whoever had it last. */
function bringsCases(preview: CommandPreview | null): boolean {
  const read = payment.rolledBack.safeParse(preview?.reply);
  return read.success && read.data.cases.some(({ toStatus }) => toStatus === 'POOL');
}

/** What a rollback does to a case, by its states. */
function moveOf(from: string, to: string): 'closed' | 'badDebt' | 'reopened' | 'level' {
  if (to === 'CLOSED') return 'closed';
  if (to === 'BAD_DEBT_POOL' && from !== to) return 'badDebt';
  return from === 'CLOSED' ? 'reopened' : 'level';
}

function Undone({ preview }: { readonly preview: CommandPreview }) {
  const t = useText(PAYMENTS_TEXTS);
  const read = payment.rolledBack.safeParse(preview.reply);
  const applications = read.success ? read.data.applications : [];
  const levels = new Map(read.success ? read.data.inCollection.map((one) => [one.billNo, one.caseLevel]) : []);
  const totalCents = applications.reduce((sum, { appliedCents, surplusCents }) => sum + appliedCents + surplusCents, 0);
  const owedAgain = new Map<string, number>();
  for (const { billNo, component, amountCents } of preview.postings) {
    if (billNo === null || component === null) continue;
    owedAgain.set(billNo, (owedAgain.get(billNo) ?? 0) + amountCents);
  }
  return (
    <>
      <p>{t('rollback.question', { count: applications.length, money: formatMoney(totalCents) })}</p>
      <ul className="payments-tree">
        {applications.map((one) => (
          <li key={one.applicationNo}>
            <strong>{one.applicationNo}</strong> · {t(`REPAY_TYPE.${one.repayType}`)} · {formatMoney(one.appliedCents)}
            <ul>
              <li>{t('rollback.journals', { numbers: one.journalIds.join(', ') })}</li>
              <li>
                {t('rollback.flow', { flow: one.flowNo, money: formatMoney(one.appliedCents + one.surplusCents) })}
              </li>
              {one.deductionNos.map((no) => (
                <li key={no}>{t('rollback.deduction', { no })}</li>
              ))}
              {one.couponNos.map((no) => (
                <li key={no}>{t('rollback.coupon', { no })}</li>
              ))}
              {one.reopenedBillNos.map((bill) => (
                <li key={bill}>{t('rollback.reopened', { bill })}</li>
              ))}
              {one.successorBillNo !== null && <li>{t('rollback.successor', { bill: one.successorBillNo })}</li>}
            </ul>
          </li>
        ))}
        {[...owedAgain].map(([billNo, cents]) => (
          <li key={billNo}>
            {t('rollback.owes', { bill: billNo, money: formatMoney(cents) })}
            {levels.has(billNo) && ` · ${t('rollback.level', { level: levels.get(billNo) ?? '' })}`}
          </li>
        ))}
        {read.data?.cases.map(({ caseNo, fromStatus, toStatus, fromLevel: from, toLevel: level }) => (
          <li key={caseNo}>{t(`rollback.case.${moveOf(fromStatus, toStatus)}`, { no: caseNo, from, level })}</li>
        ))}
        {read.data?.returned?.map(({ caseNo, collectorName, error }) => (
          <li key={`return ${caseNo}`}>
            {t(error === null ? 'rollback.returned' : 'rollback.notReturned', {
              no: caseNo,
              name: collectorName,
              code: error ?? '',
            })}
          </li>
        ))}
        {read.data?.promises.map(({ promiseNo, promisedOn, promiseStatus, amountCents, paidCents }) => (
          <li key={promiseNo}>
            {t(`rollback.promise.${promiseStatus}`, {
              no: promiseNo,
              day: formatDate(promisedOn),
              money: formatMoney(amountCents),
              paid: formatMoney(paidCents),
            })}
          </li>
        ))}
      </ul>
    </>
  );
}
