import {
  apiLanguage,
  call,
  confirm,
  Dialog,
  formatAge,
  formatDateTime,
  session$,
  useEndpoint,
  useValue,
} from '@kituo/sdk';
import { auth, reveal, type ReplyOf, type UserSettings } from '@kituo/sdk/contracts';
import { useId, type ReactNode } from 'react';
import { AuthenticatorSection } from '../mfa/settings-section.tsx';
import { useHost } from '../shell/host-context.ts';
import { useText } from '../texts.ts';

export interface SettingsDrawerProps {
  /** At 1260 px or less the crosswise menu is forced; the stored choice stays. */
  readonly isMenuForced: boolean;
  readonly onClose: () => void;
}

/** One's own settings, rights and sessions. Every change shows at once. */
export function SettingsDrawer({ isMenuForced, onClose }: SettingsDrawerProps) {
  const t = useText();
  return (
    <Dialog
      isOpen
      className="k-drawer"
      title={t('settings.title')}
      onClose={onClose}
      transitionDuration={0}
    >
      <div className="k-drawer-body">
        <Looks isMenuForced={isMenuForced} />
        <Rights />
        <AuthenticatorSection />
        <Sessions />
      </div>
    </Dialog>
  );
}

function Looks({ isMenuForced }: { readonly isMenuForced: boolean }) {
  const t = useText();
  const { changeSettings, chooseLanguage } = useHost();
  const { settings, language, languages } = useValue(session$);
  const choose = <Name extends keyof UserSettings>(
    name: Name,
    values: readonly UserSettings[Name][],
    hint?: string,
  ) => (
    <Choice
      label={t(`settings.${name}`)}
      values={values.map((value) => [String(value), t(`settings.${name}Is.${String(value)}`)])}
      value={String(settings[name])}
      hint={hint}
      isDisabled={hint !== undefined}
      onChoose={(text) => {
        const value = values.find((each) => String(each) === text);
        if (value !== undefined) void changeSettings({ [name]: value }, { offersUndo: true });
      }}
    />
  );
  const flip = (
    name:
      | 'sideNavigationIsShow'
      | 'graphicVerificationIsOpenStatus'
      | 'miscellaneousFunctionIsOpenStatus',
  ) => (
    <label className="k-switch">
      <input
        type="checkbox"
        role="switch"
        checked={settings[name]}
        onChange={(event) =>
          void changeSettings({ [name]: event.currentTarget.checked }, { offersUndo: true })
        }
      />
      <span>{t(`settings.${name}`)}</span>
    </label>
  );
  return (
    <section>
      <h2>{t('settings.looks')}</h2>
      {choose('theme', ['light', 'dark', 'system'])}
      {choose('brand', ['kituo', 'savanna', 'ocean'])}
      {choose('density', ['compact', 'comfortable'])}
      {choose(
        'menuStyle',
        ['vertical', 'crosswise'],
        isMenuForced ? t('settings.menuForced') : undefined,
      )}
      {choose('pageSize', [20, 50, 100])}
      <Choice
        label={t('bar.language')}
        values={languages.map((each) => [each.languageCode, each.languageName])}
        value={language}
        onChoose={(code) => void chooseLanguage(code)}
      />
      {flip('sideNavigationIsShow')}
      {flip('miscellaneousFunctionIsOpenStatus')}
      {flip('graphicVerificationIsOpenStatus')}
      <p className="k-hint">{t('settings.graphicHint')}</p>
    </section>
  );
}

function Choice(props: {
  readonly label: string;
  readonly values: readonly (readonly [value: string, text: string])[];
  readonly value: string;
  readonly hint?: string | undefined;
  readonly isDisabled?: boolean;
  readonly onChoose: (value: string) => void;
}) {
  const id = useId();
  return (
    <fieldset className="k-choice" disabled={props.isDisabled}>
      <legend>{props.label}</legend>
      <div className="k-segments">
        {props.values.map(([value, text]) => (
          <label key={value}>
            <input
              type="radio"
              name={id}
              checked={value === props.value}
              onChange={() => props.onChoose(value)}
            />
            <span>{text}</span>
          </label>
        ))}
      </div>
      {props.hint !== undefined && <p className="k-hint">{props.hint}</p>}
    </fieldset>
  );
}

function Rights() {
  const t = useText();
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
    ['masking', t(user.isDesensitization === 1 ? 'settings.masked' : 'settings.unmasked')],
    [
      'reveals',
      reveals !== undefined &&
        t('settings.revealsLeft', { left: reveals.left, budget: reveals.budget }),
    ],
    ['mfa', t(user.mfaBound ? 'settings.mfaOn' : 'settings.mfaOff')],
    [
      'passwordAge',
      changedAt !== null && (
        <time dateTime={changedAt} title={formatDateTime(changedAt)}>
          {t('settings.passwordChanged', { age: formatAge(changedAt, apiLanguage(language)) })}
        </time>
      ),
    ],
  ];
  return (
    <section>
      <h2>{t('settings.rights')}</h2>
      <dl className="k-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`settings.${name}`)}</dt>
            <dd>{value === null || value === '' || value === false ? '-' : value}</dd>
          </div>
        ))}
      </dl>
      <button type="button" className="bp6-button" onClick={() => openOverlay('password')}>
        {t('person.password')}
      </button>
    </section>
  );
}

type OwnSession = ReplyOf<typeof auth.sessionList>[number];

function Sessions() {
  const t = useText();
  const { data: sessions, refetch } = useEndpoint(auth.sessionList, {});
  const others = sessions?.filter((each) => !each.isCurrent) ?? [];
  async function end(which: { sessionId: string } | { allOthers: true }, title: string) {
    const isConfirmed = await confirm({
      title,
      text: t('settings.endText'),
      confirmText: title,
      intent: 'danger',
    });
    if (!isConfirmed) return;
    await call(auth.sessionEnd, which);
    await refetch();
  }
  return (
    <section>
      <h2>{t('settings.sessions')}</h2>
      <ul className="k-sessions">
        {sessions?.map((each) => (
          <SessionRow
            key={each.sessionId}
            session={each}
            onEnd={() => void end({ sessionId: each.sessionId }, t('settings.endOne'))}
          />
        ))}
      </ul>
      {others.length > 1 && (
        <button
          type="button"
          className="bp6-button"
          onClick={() =>
            void end({ allOthers: true }, t('settings.endOthers', { count: others.length }))
          }
        >
          {t('settings.endOthers', { count: others.length })}
        </button>
      )}
    </section>
  );
}

function SessionRow({
  session,
  onEnd,
}: {
  readonly session: OwnSession;
  readonly onEnd: () => void;
}) {
  const t = useText();
  return (
    <li>
      <div>
        <strong>{session.device}</strong>
        <small>
          {session.address} · {t('settings.lastSeen', { when: formatDateTime(session.lastSeenAt) })}
        </small>
      </div>
      {session.isCurrent ? (
        <small>{t('settings.current')}</small>
      ) : (
        <button type="button" className="bp6-button bp6-small" onClick={onEnd}>
          {t('settings.endOne')}
        </button>
      )}
    </li>
  );
}
