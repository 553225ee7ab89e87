import { formatDate, formatMoney, useText } from '@kituo/sdk';
import { dictionaryOptions, Timeline, useOptions } from '@kituo/sdk/page';
import { storyOf, type StoryEntry } from './story-of.ts';
import type { CaseDetailFacts } from './case-system.ts';
import { PROMISE_STATUS } from './case-words.ts';
import { CASES_TEXTS } from './cases-texts.ts';

/** Contacts, promises and payments of a case that is over, in one line of time; what worked is green. */
export function CaseStory({ facts }: { readonly facts: CaseDetailFacts }) {
  const t = useText(CASES_TEXTS);
  const actions = useOptions(dictionaryOptions('ACTION_CODE', { withRetired: true })).options;
  const titleOf = (one: StoryEntry): string => {
    switch (one.kind) {
      case 'CONTACT':
        return t(`CONTACT_CHANNEL.${one.of.channel}`);
      case 'FOLLOW_UP':
        return actions.find(({ value }) => value === one.of.actionCode)?.label ?? one.of.actionCode;
      case 'PROMISE':
        return t('cases.storyPromise', {
          money: formatMoney(one.of.amountCents),
          day: formatDate(one.of.promisedRepaymentTime),
          status: t(`PROMISE_STATUS.${one.of.promiseStatus}`),
        });
      case 'PAYMENT':
        return t('cases.storyPaid', { money: formatMoney(one.of.appliedCents) });
    }
  };
  const whoOf = (one: StoryEntry): string | null => {
    if (one.kind === 'PROMISE') return one.of.madeByName;
    return one.kind === 'PAYMENT' ? one.of.collectorName : one.of.realName;
  };
  const toneOf = (one: StoryEntry) => {
    if (one.kind === 'PAYMENT') return one.of.isRolledBack ? ('failed' as const) : ('good' as const);
    if (one.paidAfterCents > 0) return 'good' as const;
    return one.kind === 'PROMISE' ? PROMISE_STATUS.toneOf(one.of.promiseStatus) : ('waiting' as const);
  };
  return (
    <section aria-label={t('cases.story')}>
      <h3 className="kp-section-title">{t('cases.story')}</h3>
      <Timeline
        label={t('cases.story')}
        entries={storyOf(facts).map((one) => ({
          id: one.id,
          at: one.at,
          title: titleOf(one),
          who: whoOf(one),
          tone: toneOf(one),
          ...(one.kind !== 'PAYMENT' &&
            one.paidAfterCents > 0 && {
              text: t('cases.storyWorked', { money: formatMoney(one.paidAfterCents) }),
            }),
        }))}
      />
    </section>
  );
}
