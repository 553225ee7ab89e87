import type { ReplyOf } from '../../contracts/endpoint.ts';
import type { PersonnelEndpoints } from '../../contracts/staff/personnel.ts';
import { Answered } from '../detail/answered.tsx';
import { usePluginText } from '../platform.ts';
import type { Detail } from '../use-detail.ts';

type Away = ReplyOf<PersonnelEndpoints['away']>;

/** Open work by merchant, and the people with room for it: what happens when somebody is away. */
export function AwayPreview(props: { readonly away: Detail<Away> }) {
  return <Answered detail={props.away}>{(found) => <OpenWork of={found} />}</Answered>;
}

function OpenWork({ of: data }: { readonly of: Away }) {
  const t = usePluginText();
  if (data.merchants.length === 0) return <p className="kp-muted">{t('personnel.nothingOpen')}</p>;
  return (
    <ul className="kp-facts">
      {data.merchants.map((one) => (
        <li key={one.merchantName}>
          <b>{one.merchantName}</b>: {t('personnel.awayOpen', { count: one.open })}{' '}
          {one.others.length === 0
            ? t('personnel.awayNobody')
            : t('personnel.awayOthers', {
                names: one.others.map((other) => `${other.realName} (${other.places})`).join(', '),
              })}{' '}
          {one.unplaced > 0 && t('personnel.awayUnplaced', { count: one.unplaced })}
        </li>
      ))}
    </ul>
  );
}
