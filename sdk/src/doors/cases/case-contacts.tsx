import { EatTime, Recording, useText } from '@kituo/sdk';
import { Status, Timeline } from '@kituo/sdk/page';
import type { Dictionary } from '@kituo/sdk/page';
import { systemOf } from './case-system.ts';
import type { CaseDetailFacts } from './case-system.ts';
import { CALL_RESULT, SMS_DELIVERY } from './case-words.ts';
import { CASES_TEXTS } from './cases-texts.ts';

/** Calls or messages about a case, with what became of each. */
export function CaseContacts(props: { readonly facts: CaseDetailFacts; readonly channel: 'CALL' | 'SMS' }) {
  const t = useText(CASES_TEXTS);
  const results: Dictionary = props.channel === 'SMS' ? SMS_DELIVERY : CALL_RESULT;
  const { contacts, row } = props.facts;
  const { recording } = systemOf(row.caseScope).of;
  const shown = contacts.filter(({ channel }) => (channel === 'SMS') === (props.channel === 'SMS'));
  return (
    <Timeline
      label={t(`CONTACT_CHANNEL.${props.channel}`)}
      entries={shown.map((one) => ({
        id: String(one.attemptId),
        at: one.at,
        title: `${t(`CONTACT_CHANNEL.${one.channel}`)} · ${one.phone}`,
        who: one.realName,
        tone: one.refusal !== null ? 'failed' : results.toneOf(one.outcome ?? ''),
        text: (
          <>
            {one.refusal !== null && t('cases.refused', { why: t(`cases.refusal.${one.refusal}`) })}
            {one.nextAllowedAt !== null && (
              <>
                {' '}
                <EatTime at={one.nextAllowedAt} />
              </>
            )}
            {one.outcome !== null &&
              (results.codes.includes(one.outcome) ? (
                <Status of={results} code={one.outcome} />
              ) : (
                t(`cases.result.${one.outcome}`)
              ))}
            {one.talkSeconds !== null && ` · ${t('cases.talked', { seconds: one.talkSeconds })}`}
            {one.templateCode !== null && ` · ${t('field.templateCode')}: ${one.templateCode}`}
            {one.content !== null && <div>{one.content}</div>}
            {one.hasRecording && (
              <div>
                <Recording
                  endpoint={recording}
                  request={{ attemptId: one.attemptId }}
                  listen={t('cases.listen')}
                  label={t('cases.recording')}
                />
              </div>
            )}
          </>
        ),
      }))}
    />
  );
}
