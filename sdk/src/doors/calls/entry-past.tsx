import { Callout, EatTime, useText } from '@kituo/sdk';
import type { callList, ReplyOf } from '@kituo/sdk/contracts';
import { FollowUpHistory, Status, Timeline } from '@kituo/sdk/page';
import { CALL_RESULT, WILLINGNESS } from './call-words.ts';
import { CALLS_TEXTS } from './calls-texts.ts';

/** Notes that the server writes itself; whoever acts writes a reason in words. */
const AUTOMATIC: ReadonlySet<string> = new Set(['BY_ROBOT', 'BY_RULE', 'FROZEN', 'PROTECTION_OVER']);
type Past = Omit<ReplyOf<typeof callList.detail>, 'row'>;

/** What the contact gate says of a number now, and when it opens. */
export function GateLine({ gate }: { readonly gate: Past['gate'] }) {
  const t = useText(CALLS_TEXTS);
  if (gate.isAllowed) return <Callout intent="success">{t('calls.gateOpen')}</Callout>;
  return <Callout intent="warning">{gate.text ?? t('calls.gateShut')}</Callout>;
}

/** The newest talks, with what each came to. */
export function FollowUps({ followUps }: Pick<Past, 'followUps'>) {
  const t = useText(CALLS_TEXTS);
  return (
    <section>
      <h3 className="kp-section-title">{t('calls.followUps')}</h3>
      <FollowUpHistory
        label={t('calls.followUps')}
        entries={followUps.map(({ id, at, userName, willingness, content }) => ({
          id,
          at,
          who: userName,
          title: willingness === null ? t('calls.note') : <Status of={WILLINGNESS} code={willingness} />,
          text: content,
        }))}
      />
    </section>
  );
}

/** How a call ended; of one that only left so far, how far it is. */
function Ended({ outcome }: { readonly outcome: string | null }) {
  const t = useText(CALLS_TEXTS);
  if (outcome === null) return t('calls.noReport');
  const isEnd = CALL_RESULT.codes.some((code) => code === outcome);
  return isEnd ? <Status of={CALL_RESULT} code={outcome} /> : t(`calls.result.${outcome}`);
}

/** Calls as the exchange told of them. */
export function Calls({ calls }: Pick<Past, 'calls'>) {
  const t = useText(CALLS_TEXTS);
  return (
    <section>
      <h3 className="kp-section-title">{t('calls.calls')}</h3>
      {calls.length === 0 && <p className="kp-muted">{t('calls.noCalls')}</p>}
      <ul className="kp-facts">
        {calls.map(({ id, at, userName, outcome, talkSeconds, callChannel }) => (
          <li key={id}>
            <EatTime at={at} /> · {userName} · <Ended outcome={outcome} />
            {talkSeconds !== null && ` · ${t('calls.seconds', { count: talkSeconds })}`}
            {` · ${t(`CALL_CHANNEL.${callChannel}`)}`}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** An entry's life: whether it may be called, its talks, its calls, whose it was. */
export function EntryPast({ past }: { readonly past: Past }) {
  const t = useText(CALLS_TEXTS);
  return (
    <>
      <GateLine gate={past.gate} />
      <FollowUps followUps={past.followUps} />
      <Calls calls={past.calls} />
      <section>
        <h3 className="kp-section-title">{t('calls.assignments')}</h3>
        <Timeline
          label={t('calls.assignments')}
          entries={past.assignments.map(({ id, at, cause, userName, byName, note }) => ({
            id,
            at,
            who: byName,
            title: userName === null ? t(`calls.cause.${cause}`) : `${t(`calls.cause.${cause}`)} · ${userName}`,
            text: note !== null && AUTOMATIC.has(note) ? t(`calls.reason.${note}`) : (note ?? undefined),
          }))}
        />
      </section>
    </>
  );
}
