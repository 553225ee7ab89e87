import {
  apiLanguage,
  Button,
  CopyIcon,
  formatDate,
  ModalBody,
  session$,
  usePluginScope,
  useText,
  useValue,
} from '@kituo/sdk';
import type { PluginScope } from '@kituo/sdk';
import { approval, user } from '@kituo/sdk/contracts';
import { decision, DecisionDialogs, Diff, useDecisions } from '@kituo/sdk/page';
import { useEffect, useEffectEvent } from 'react';
import { isNamed, spelled } from './approval-fields.ts';
import { inChinese } from './approval-words-zh.ts';

type Row = approval.ApprovalRow;

/** The dialog that decides about one of them: who asked, when and why, before and after. */
export function ApprovalReview(props: {
  readonly row: Row;
  /** Counts openings: the same row may be opened again. */
  readonly time: number;
  readonly nameOf: (row: Row) => string;
  readonly onDecided: () => void;
}) {
  const { row, time } = props;
  const t = useText();
  const scope = usePluginScope();
  const one = ({ approvalKind, approvalNo, version }: Row) => ({ approvalKind, approvalNo, version });
  const decisions = useDecisions<Row>({
    list: { refresh: props.onDecided },
    nameOf: props.nameOf,
    approve: decision(approval.approve, (each: Row, reason: string | undefined) => ({ ...one(each), reason })),
    reject: decision(approval.reject, (each: Row, reason: string) => ({ ...one(each), reason })),
    onApproved: (reply) => {
      handOver(scope, reply);
    },
  });
  const open = useEffectEvent(() => {
    decisions.rowActions[0]?.open(row);
  });
  useEffect(() => {
    open();
  }, [time]);
  const isChinese = apiLanguage(useValue(session$).language) === 'zh';
  const fieldName = (field: string): string => {
    if (isNamed(field)) return t(`approvalField.${field}`);
    return (isChinese ? inChinese(field) : null) ?? spelled(field);
  };
  return (
    <DecisionDialogs decisions={decisions}>
      {({ before, after, effectiveFrom }) => (
        <>
          {effectiveFrom !== null && <p>{t('approval.effectiveFrom', { day: formatDate(effectiveFrom) })}</p>}
          <Diff before={before} after={after} nameOf={fieldName} partName={fieldName} order={Object.keys(after)} />
        </>
      )}
    </DecisionDialogs>
  );
}

/** Whoever approves a new account hands on its first password. */
function handOver(scope: PluginScope, reply: unknown): void {
  const result = typeof reply === 'object' && reply !== null && 'result' in reply ? reply.result : null;
  if (typeof result !== 'object' || result === null || !('delivery' in result)) return;
  const delivery = user.passwordDelivery.safeParse(result.delivery).data;
  if (delivery === undefined) return;
  const { oneTimePassword, destination, realName, userName } = delivery;
  if (oneTimePassword === null) {
    if (destination !== null) scope.toast.info(scope.t('delivery.sent', { destination }));
    return;
  }
  scope.openModal({
    title: scope.t('delivery.title'),
    content: (close) => (
      <>
        <ModalBody>
          <p>{scope.t('delivery.once', { name: realName, userName })}</p>
          <p className="kp-secret">
            <code>{oneTimePassword}</code> <CopyIcon value={oneTimePassword} />
          </p>
        </ModalBody>
        <div className="kp-foot">
          <Button
            intent="primary"
            text={scope.t('delivery.close')}
            onClick={() => {
              close();
            }}
          />
        </div>
      </>
    ),
  });
}
