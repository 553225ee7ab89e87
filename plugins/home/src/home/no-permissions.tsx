import { Empty, Lock, useText } from '@kituo/sdk';
import type { HomeSummary } from './use-home.ts';

/** What a person without any page sees: the roles they hold and whom to ask. */
export function NoPermissions(props: { readonly summary: HomeSummary }) {
  const t = useText();
  const { roles, askPeople } = props.summary;
  return (
    <Empty
      icon={<Lock size={32} aria-hidden title={false} />}
      title={t('home.nothingYet')}
      text={
        <>
          <p>{t('home.nothingYetText')}</p>
          <dl className="home-ask">
            <dt>{t('home.yourRoles')}</dt>
            <dd>{roles.length === 0 ? t('home.noRoles') : roles.map(({ roleName }) => roleName).join(', ')}</dd>
            <dt>{t('home.askFor')}</dt>
            {askPeople.length === 0 && <dd>{t('home.askAdministrator')}</dd>}
            {askPeople.map(({ realName, deptName }) => (
              <dd key={realName + deptName}>
                {realName} · <span className="home-quiet">{deptName}</span>
              </dd>
            ))}
          </dl>
        </>
      }
    />
  );
}
