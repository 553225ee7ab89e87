import { formatDateTime, useText } from '@kituo/sdk';
import { change, ruleSet } from '@kituo/sdk/contracts';
import { ActionButton, AskReason, useAction, useDetail, useRefreshOn } from '@kituo/sdk/page';

interface Why {
  readonly reason: string;
}

/** Whether every application goes to a person at present, and the switch for it. */
export function Halt() {
  const t = useText();
  const detail = useDetail(ruleSet.halted, {});
  useRefreshOn('change', detail.refresh);
  const shared = {
    request: (_nothing: null, { reason }: Why) => ({ reason }),
    list: { refresh: detail.refresh },
  };
  const halt = useAction({ ...shared, name: 'halt', endpoint: ruleSet.halt, isDangerous: true });
  const waitsIn = change.changeFamilies.ruleSet;
  const resume = useAction({ ...shared, name: 'resume', endpoint: ruleSet.resume, waitsIn });
  const { data } = detail;
  if (!data) return null;
  return (
    <>
      {data.halt === null ? (
        <div>
          <ActionButton action={halt} subject={null} />
        </div>
      ) : (
        <p className="kp-note kp-note-wrong" role="status">
          {t('ruleSet.halted', {
            at: formatDateTime(data.halt.haltedAt),
            name: data.halt.haltedByName,
            reason: data.halt.reason,
          })}{' '}
          {data.hasPending ? t('ruleSet.resumePending') : <ActionButton action={resume} subject={null} />}
        </p>
      )}
      <AskReason action={halt}>
        <p>{t('ruleSet.haltText')}</p>
      </AskReason>
      <AskReason action={resume} />
    </>
  );
}
