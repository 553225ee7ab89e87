import { EatTime, NOTHING, useText } from '@kituo/sdk';
import type { followApproval, ReplyOf } from '@kituo/sdk/contracts';

type Info = ReplyOf<typeof followApproval.detail>;

/** What the rule in force says of an application, and why: whose the order is, or until when an entry is kept. */
export function Verdict({ of: { row, rule, ruleSaysName, protectedUntil } }: { readonly of: Info }) {
  const t = useText();
  const isOrder = row.orderNo !== null;
  return (
    <section>
      {isOrder && <p>{t('approvals.ruleSays', { name: ruleSaysName ?? NOTHING })}</p>}
      {!isOrder && (
        <p>
          {t('approvals.protectedUntil')} {protectedUntil === null ? NOTHING : <EatTime at={protectedUntil} />}
        </p>
      )}
      <p className="kp-muted">
        {rule === null
          ? t('approvals.noRule')
          : isOrder
            ? t('approvals.orderRule', {
                rule: rule.ruleNo,
                days: rule.attributionDays,
                count: rule.attributionDays,
                seconds: rule.minTalkSeconds,
                tie: t(`TIE_BREAK.${rule.tieBreak}`),
              })
            : t('approvals.entryRule', { rule: rule.ruleNo, days: rule.protectionDays, count: rule.protectionDays })}
      </p>
    </section>
  );
}
