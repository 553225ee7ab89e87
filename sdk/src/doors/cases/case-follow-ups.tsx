import { Button, call, formatDateTime, useText } from '@kituo/sdk';
import { dictionaryOptions, FollowUpHistory, useOptions } from '@kituo/sdk/page';
import { useState } from 'react';
import { systemOf } from './case-system.ts';
import type { CaseDetailFacts } from './case-system.ts';
import { CASES_TEXTS } from './cases-texts.ts';

type FollowUp = CaseDetailFacts['followUps'][number];

/** What was done about a case: the newest five, then all. */
export function CaseFollowUps({ facts }: { readonly facts: CaseDetailFacts }) {
  const t = useText(CASES_TEXTS);
  const [all, setAll] = useState<readonly FollowUp[] | null>(null);
  const [isOfOrder, setOfOrder] = useState(false);
  const actions = useOptions(dictionaryOptions('ACTION_CODE', { withRetired: true })).options;
  const reasons = useOptions(dictionaryOptions('OVERDUE_REASON', { withRetired: true })).options;
  const wordOf = (options: typeof actions, code: string) => options.find(({ value }) => value === code)?.label ?? code;
  const { caseId, caseScope, followUpCount } = facts.row;
  const readAll = async (isOfOrder: boolean): Promise<void> => {
    const filters = { caseId, ...(isOfOrder && { isOfOrder }) };
    const request = { filters, page: 1, pageSize: 100 as const, sort: null };
    const { rows } = await call(systemOf(caseScope).of.followUpPage, request, { showLoading: false });
    setAll(rows);
    setOfOrder(isOfOrder);
  };
  return (
    <>
      {caseScope === 'BILL' && !isOfOrder && (
        <Button size="small" text={t('cases.followUpsOfOrder')} onClick={() => void readAll(true)} />
      )}
      <FollowUpHistory
        key={String(isOfOrder)}
        label={t('cases.followUps')}
        total={isOfOrder ? (all?.length ?? 0) : followUpCount}
        onMore={() => void readAll(false)}
        entries={(all ?? facts.followUps).map((one) => ({
          id: String(one.followUpId),
          at: one.at,
          title: [
            wordOf(actions, one.actionCode),
            t(`CONTACT_CHANNEL.${one.contactChannel}`),
            t(`CONTACT_PERSON.${one.contactPerson}`),
          ].join(' · '),
          who: one.realName ?? t('CONTACT_CHANNEL.ROBOT'),
          text: [
            isOfOrder && one.caseId,
            one.overdueReason !== null && wordOf(reasons, one.overdueReason),
            one.remark,
            one.nextFollowUpAt !== null && t('cases.nextAt', { at: formatDateTime(one.nextFollowUpAt) }),
          ]
            .filter(Boolean)
            .join(' · '),
        }))}
      />
    </>
  );
}
