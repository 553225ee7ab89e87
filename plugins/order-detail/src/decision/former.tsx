import { Callout, EatTime, formatMoney, useText } from '@kituo/sdk';
import type { orderAudit } from '@kituo/sdk/contracts';
import { useStepName } from '../file/step-name.ts';

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
              result: t(`review.verdict.${proposal.auditResult}`),
            })}
          </strong>{' '}
          {proposal.approvedAmountCents !== null && formatMoney(proposal.approvedAmountCents)}
          {proposal.refuseCode} {proposal.remark} <EatTime at={proposal.at} />
          <Answers panel={panel} steps={proposal.steps} />
        </Callout>
      )}
      {leftBehind !== null && (
        <Callout icon={null}>
          {t('review.leftBehind', { name: leftBehind.byName })} <EatTime at={leftBehind.savedAt} />
          <p>
            {leftBehind.content.auditResult != null && t(`review.verdict.${leftBehind.content.auditResult}`)}{' '}
            {leftBehind.content.auditResult === 'PASS' &&
              leftBehind.content.approvedAmountCents != null &&
              formatMoney(leftBehind.content.approvedAmountCents)}{' '}
            {leftBehind.content.refuseCode} {leftBehind.content.remark}
          </p>
          <Answers panel={panel} steps={leftBehind.content.steps ?? []} />
        </Callout>
      )}
      {panel.isProposalOnly && <Callout icon={null}>{t('review.proposalOnly')}</Callout>}
    </>
  );
}

/** How the steps were answered then; what was left open says nothing. */
function Answers(props: {
  readonly panel: orderAudit.Panel;
  readonly steps: readonly {
    readonly stepName: string;
    readonly answer: string | null;
    readonly note?: string | null | undefined;
  }[];
}) {
  const t = useText();
  const nameOf = useStepName();
  const answered = props.steps.filter(({ answer }) => answer !== null);
  if (answered.length === 0) return null;
  return (
    <ul className="kp-facts">
      {answered.map(({ stepName, answer, note }) => (
        <li key={stepName}>
          {nameOf(props.panel.steps.find((step) => step.stepName === stepName) ?? { stepName })}:{' '}
          {t(`REVIEW_STEP_ANSWER.${answer}`)}
          {note && ` (${note})`}
        </li>
      ))}
    </ul>
  );
}
