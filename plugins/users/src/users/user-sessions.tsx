import { Button, Failed, formatDateTime, useText } from '@kituo/sdk';
import { user } from '@kituo/sdk/contracts';
import type { ReplyOf } from '@kituo/sdk/contracts';
import { ActionButton, fieldsOf, FormDialog, useAction, useDetail } from '@kituo/sdk/page';
import type { UserInfo } from './user-types.ts';
import './user-sessions.css';

const { Text } = fieldsOf<Record<'reason', unknown>>();

type Session = ReplyOf<typeof user.sessions>[number];
interface Reason extends Record<string, unknown> {
  readonly reason: string;
}

/** Where a person is signed in, and ending one session or all of them. */
export function UserSessions({ info }: { readonly info: UserInfo }) {
  const t = useText();
  const { userNo, realName } = info;
  const sessions = useDetail(user.sessions, { userNo });
  const list = { refresh: sessions.refresh };
  const facts = () => ({ name: realName });
  const end = useAction({
    name: 'endSession',
    endpoint: user.endSession,
    request: ({ sessionId }: Session, { reason }: Reason) => ({
      userNo,
      sessionId,
      reason,
    }),
    list,
    facts,
    isDangerous: true,
  });
  const endAll = useAction({
    name: 'endSessions',
    endpoint: user.endSession,
    request: (_all: null, { reason }: Reason) => ({
      userNo,
      reason,
    }),
    list,
    isDangerous: true,
    facts: (_all, reply) => ({
      name: realName,
      ended: reply?.ended ?? 0,
    }),
  });
  if (sessions.error !== null) {
    return <Failed error={sessions.error} onRetry={sessions.refresh} />;
  }
  if (sessions.data === null) return <p className="kp-muted">{t('sessions.reading')}</p>;
  if (sessions.data.length === 0) return <p className="kp-muted">{t('sessions.none')}</p>;
  const others = sessions.data.filter(({ isCurrent }) => !isCurrent);
  return (
    <>
      <ul className="user-sessions">
        {sessions.data.map((session) => (
          <li key={session.sessionId}>
            <div>
              <strong>{session.device}</strong>
              <span className="kp-muted">
                {session.address} · {t('sessions.lastSeen', { when: formatDateTime(session.lastSeenAt) })}
              </span>
            </div>
            {session.isCurrent ? (
              <span className="kp-muted">{t('sessions.current')}</span>
            ) : (
              end.isPermitted && (
                <Button
                  size="small"
                  text={end.label}
                  aria-label={t('sessions.endOf', { device: session.device })}
                  onClick={() => {
                    end.open(session);
                  }}
                />
              )
            )}
          </li>
        ))}
      </ul>
      {others.length > 1 && <ActionButton action={endAll} subject={null} />}
      <FormDialog action={end} defaults={() => ({ reason: '' })}>
        <EndFields />
      </FormDialog>
      <FormDialog action={endAll} defaults={() => ({ reason: '' })}>
        <EndFields />
      </FormDialog>
    </>
  );
}

function EndFields() {
  const t = useText();
  return (
    <>
      <p>{t('sessions.effect')}</p>
      <Text name="reason" isLong maxLength={200} hint={t('form.reasonHint')} />
    </>
  );
}
