import { EatTime, useText } from '@kituo/sdk';
import { contactBlacklist } from '@kituo/sdk/contracts';
import { type Column, DescriptionList, DetailOf, History } from '@kituo/sdk/page';
import { Part } from '../parts/part.tsx';
import type { BlockedRow } from './contact-fields.ts';

/** A blocked number: what it refused, to whom, and its trail. */
export function BlockedDetail(props: { readonly blockId: string; readonly columns: readonly Column<BlockedRow>[] }) {
  const t = useText();
  return (
    <DetailOf endpoint={contactBlacklist.detail} request={{ blockId: props.blockId }}>
      {({ row, attempts, history }) => (
        <>
          <DescriptionList of={row} columns={props.columns} />
          <Part title={t('contacts.attempts')}>
            {attempts.length === 0 && <p className="kp-muted">{t('contacts.noAttempts')}</p>}
            <ul className="kp-facts">
              {attempts.map(({ attemptId, attemptedAt, purpose, channel, byName }) => (
                <li key={attemptId}>
                  <EatTime at={attemptedAt} /> · {t(`contacts.channel.${channel}`)} · {t(`contacts.purpose.${purpose}`)}{' '}
                  · {byName ?? t('contacts.robot')}
                </li>
              ))}
            </ul>
          </Part>
          <Part title={t('detail.history')}>
            <History
              entries={history}
              titleOf={({ action }) => t(`history.${action}`)}
              textOf={({ reason }) => reason ?? undefined}
            />
          </Part>
        </>
      )}
    </DetailOf>
  );
}
