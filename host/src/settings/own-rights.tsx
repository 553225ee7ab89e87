import { apiLanguage, formatAge, formatDateTime, session$, useEndpoint, useValue } from '@kituo/sdk';
import { auth, reveal } from '@kituo/sdk/contracts';
import type { ReactNode } from 'react';
import { useHost } from '../shell/host-context.ts';
import { useText } from '../texts.ts';
import { useSettingsText } from './texts.ts';

/** What one may see, as the server decided it, and the age of one's password. */
export function OwnRights() {
  const t = useSettingsText();
  const shared = useText();
  const { openOverlay } = useHost();
  const { user, language } = useValue(session$);
  const { data: account } = useEndpoint(auth.account, {}, { staleTime: 0 });
  const { data: reveals } = useEndpoint(reveal.budget, {}, { staleTime: 0 });
  if (user === null) return null;
  const changedAt = account?.passwordChangedAt ?? null;
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['roles', user.roles.map((role) => role.roleName).join(', ')],
    ['department', user.deptName],
    ['merchants', user.merchants.map((merchant) => merchant.merchantName).join(', ')],
    ['masking', t(user.isDesensitization === 1 ? 'masked' : 'unmasked')],
    ['reveals', reveals !== undefined && t('revealsLeft', { left: reveals.left, budget: reveals.budget })],
    ['mfa', t(user.mfaBound ? 'mfaOn' : 'mfaOff')],
    [
      'passwordAge',
      changedAt !== null && (
        <time dateTime={changedAt} title={formatDateTime(changedAt)}>
          {t('passwordChanged', { age: formatAge(changedAt, apiLanguage(language)) })}
        </time>
      ),
    ],
  ];
  return (
    <section>
      <h2>{t('rights')}</h2>
      <dl className="k-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd>{value === null || value === '' || value === false ? '-' : value}</dd>
          </div>
        ))}
      </dl>
      <button type="button" className="bp6-button" onClick={() => openOverlay('password')}>
        {shared('person.password')}
      </button>
    </section>
  );
}
