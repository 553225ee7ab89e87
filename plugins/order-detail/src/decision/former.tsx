import { Callout, EatTime, formatMoney, useText } from '@kituo/sdk';
import type { orderAudit } from '@kituo/sdk/contracts';

/** What others thought of the order before: a machine's proposal, a note left behind, a pass sent back. */
export function Former({ panel }: { readonly panel: orderAudit.Panel }) {
  const { proposal, leftBehind, sentBackNote } = panel;
  const t = useText();
  return (
    <>
      {sentBackNote !== null && (
        <Callout intent="warning" icon={null}>
          {t('review.sentBack')} {sentBackNote}
        </Callout>
      )}
      {proposal !== null && (
        <Callout intent="primary" icon={null}>
          <strong>
            {t('review.proposal', {
              name: proposal.byName,
              result: t(`AUDIT_RESULT.${proposal.auditResult}`),
            })}
          </strong>{' '}
          {proposal.approvedAmountCents !== null && formatMoney(proposal.approvedAmountCents)}
          {proposal.refuseCode} {proposal.remark} <EatTime at={proposal.at} />
        </Callout>
      )}
      {leftBehind !== null && (
        <Callout icon={null}>
          {t('review.leftBehind', { name: leftBehind.byName })} <EatTime at={leftBehind.savedAt} />
          <p>
            {leftBehind.content.auditResult != null &&
              t(`AUDIT_RESULT.${leftBehind.content.auditResult}`)}{' '}
            {leftBehind.content.remark}
          </p>
        </Callout>
      )}
      {panel.isProposalOnly && <Callout icon={null}>{t('review.proposalOnly')}</Callout>}
    </>
  );
}
