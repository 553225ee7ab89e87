import { call, confirm, formatDateTime, useEndpoint } from '@kituo/sdk';
import { auth, type ReplyOf } from '@kituo/sdk/contracts';
import { placeOf } from './network-place.ts';
import { useText } from '../texts.ts';
import { useSettingsText } from './texts.ts';

type OwnSession = ReplyOf<typeof auth.sessionList>[number];

/** Where one is signed in; other sessions can be ended after asking. */
export function OwnSessions() {
  const t = useSettingsText();
  const shared = useText();
  const { data: sessions, isError, refetch } = useEndpoint(auth.sessionList, {});
  const others = sessions?.filter((each) => !each.isCurrent) ?? [];
  async function end(
    which: { sessionId: string } | { allOthers: true },
    [title, confirmText]: readonly [title: string, confirmText: string],
  ) {
    const isConfirmed = await confirm({
      title,
      text: t('endText'),
      confirmText,
      intent: 'danger',
    });
    if (!isConfirmed) return;
    await call(auth.sessionEnd, which);
    await refetch();
  }
  return (
    <section>
      <h2>{t('sessions')}</h2>
      {isError && sessions === undefined && (
        <p className="k-fault">
          {t('sessionsUnread')}{' '}
          <button type="button" className="k-link" onClick={() => void refetch()}>
            {shared('failed.retry')}
          </button>
        </p>
      )}
      <ul className="k-sessions">
        {sessions?.map((each) => (
          <SessionRow
            key={each.sessionId}
            session={each}
            onEnd={() => void end({ sessionId: each.sessionId }, [t('endOneAsk'), t('endOne')])}
          />
        ))}
      </ul>
      {others.length > 1 && (
        <button
          type="button"
          className="bp6-button"
          onClick={() => {
            const count = others.length;
            void end({ allOthers: true }, [t('endOthersAsk', { count }), t('endOthers', { count })]);
          }}
        >
          {t('endOthers', { count: others.length })}
        </button>
      )}
    </section>
  );
}

function SessionRow({ session, onEnd }: { readonly session: OwnSession; readonly onEnd: () => void }) {
  const t = useSettingsText();
  return (
    <li>
      <div>
        <strong>{session.device}</strong>
        <small>
          {t(`placeIs.${placeOf(session.address)}`)} · {session.address} ·{' '}
          {t('lastSeen', { when: formatDateTime(session.lastSeenAt) })}
        </small>
      </div>
      {session.isCurrent ? (
        <small>{t('current')}</small>
      ) : (
        <button type="button" className="bp6-button bp6-small" onClick={onEnd}>
          {t('endOne')}
        </button>
      )}
    </li>
  );
}
