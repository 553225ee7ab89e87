import { EatTime, useText } from '@kituo/sdk';
import { Timeline } from '@kituo/sdk/page';
import type { CaseDetailFacts } from './case-system.ts';
import { CASES_TEXTS } from './cases-texts.ts';

/** Calls or messages about a case, with what became of each. */
export function CaseContacts(props: {
  readonly contacts: CaseDetailFacts['contacts'];
  readonly channel: 'CALL' | 'SMS';
}) {
  const t = useText(CASES_TEXTS);
  const shown = props.contacts.filter(({ channel }) => (channel === 'SMS') === (props.channel === 'SMS'));
  return (
    <Timeline
      label={t(`CONTACT_CHANNEL.${props.channel}`)}
      entries={shown.map((one) => ({
        id: String(one.attemptId),
        at: one.at,
        title: `${t(`CONTACT_CHANNEL.${one.channel}`)} · ${one.phone}`,
        who: one.realName,
        tone: one.refusal !== null ? 'failed' : one.outcome === null ? 'waiting' : 'good',
        text: (
          <>
            {one.refusal !== null && t('cases.refused', { why: t(`cases.refusal.${one.refusal}`) })}
            {one.nextAllowedAt !== null && (
              <>
                {' '}
                <EatTime at={one.nextAllowedAt} />
              </>
            )}
            {one.outcome !== null && one.outcome}
            {one.talkSeconds !== null && ` · ${t('cases.talked', { seconds: one.talkSeconds })}`}
            {one.content !== null && <div>{one.content}</div>}
          </>
        ),
      }))}
    />
  );
}
