import { Dialog, session$, useValue } from '@kituo/sdk';
import type { UserSettings } from '@kituo/sdk/contracts';
import { useId } from 'react';
import { AuthenticatorSection } from '../mfa/settings-section.tsx';
import { useHost } from '../shell/host-context.ts';
import { Later } from '../shell/later.tsx';
import { useText } from '../texts.ts';
import { useSettingsText } from './texts.ts';
import { OwnRights } from './own-rights.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { ThisBrowser } from './this-browser.tsx';

export interface SettingsDrawerProps {
  /** At 1260 px or less the crosswise menu is forced; the stored choice stays. */
  readonly isMenuForced: boolean;
  readonly onClose: () => void;
}

const trial = () => import('../trial/trial-section.tsx').then((module) => module.TrialSection);

/** One's own settings, rights and sessions. Every change shows at once. */
export function SettingsDrawer({ isMenuForced, onClose }: SettingsDrawerProps) {
  const t = useSettingsText();
  const mayTry = useValue(session$).perms.has('operation:plugin:develop');
  return (
    <Dialog isOpen className="k-drawer" title={t('title')} onClose={onClose} transitionDuration={0}>
      <div className="k-drawer-body">
        <Looks isMenuForced={isMenuForced} />
        <OwnRights />
        <AuthenticatorSection />
        <OwnSessions />
        <ThisBrowser />
        {mayTry && <Later load={trial} props={{}} />}
      </div>
    </Dialog>
  );
}

function Looks({ isMenuForced }: { readonly isMenuForced: boolean }) {
  const t = useSettingsText();
  const shared = useText();
  const { changeSettings, chooseLanguage } = useHost();
  const { settings, language, languages } = useValue(session$);
  const choose = <Name extends keyof UserSettings>(
    name: Name,
    values: readonly UserSettings[Name][],
    hint?: string,
  ) => (
    <Choice
      label={t(name)}
      values={values.map((value) => [String(value), t(`${name}Is.${String(value)}`)])}
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
    name: 'sideNavigationIsShow' | 'graphicVerificationIsOpenStatus' | 'miscellaneousFunctionIsOpenStatus',
  ) => (
    <label className="k-switch">
      <input
        type="checkbox"
        role="switch"
        checked={settings[name]}
        onChange={(event) => void changeSettings({ [name]: event.currentTarget.checked }, { offersUndo: true })}
      />
      <span>{t(name)}</span>
    </label>
  );
  return (
    <section>
      <h2>{t('looks')}</h2>
      {choose('theme', ['light', 'dark', 'system'])}
      {choose('brand', ['kituo', 'savanna', 'ocean'])}
      {choose('density', ['compact', 'comfortable'])}
      {choose('menuStyle', ['vertical', 'crosswise'], isMenuForced ? t('menuForced') : undefined)}
      {choose('pageSize', [20, 50, 100])}
      <Choice
        label={shared('bar.language')}
        values={languages.map((each) => [each.languageCode, each.languageName])}
        value={language}
        onChoose={(code) => void chooseLanguage(code, { offersUndo: true })}
      />
      {flip('sideNavigationIsShow')}
      {flip('miscellaneousFunctionIsOpenStatus')}
      {flip('graphicVerificationIsOpenStatus')}
      <p className="k-hint">{t('graphicHint')}</p>
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
            <input type="radio" name={id} checked={value === props.value} onChange={() => props.onChoose(value)} />
            <span>{text}</span>
          </label>
        ))}
      </div>
      {props.hint !== undefined && <p className="k-hint">{props.hint}</p>}
    </fieldset>
  );
}
