import { ApiError, call, session$, startSession, useValue } from '@kituo/sdk';
import { auth } from '@kituo/sdk/contracts';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import type { SignInReason } from '../console/console-state.ts';
import type { PendingSignIn } from '../mfa/sign-in-steps.tsx';
import { LanguageMenu } from '../shell/language-menu.tsx';
import { Later } from '../shell/later.tsx';
import { useText } from '../texts.ts';
import { BrandMark } from './brand-mark.tsx';
import { DemoPeople } from './demo-people.tsx';
import { takeOnceLink } from './once-link.ts';
import { PasswordField } from './password-field.tsx';
import { SignInChecks, useSignInChecks, type Checks } from './sign-in-checks.tsx';
import { minutesAndSeconds, useCountdown, waitSecondsOf } from './wait-countdown.ts';

export interface SignInPageProps {
  /** Why a session ended; null on a first visit. */
  readonly reason: SignInReason;
  readonly onSignedIn: () => Promise<void>;
  readonly onContinue: () => void;
}

const steps = () => import('../mfa/sign-in-steps.tsx').then(({ SignInSteps }) => SignInSteps);

interface Faults {
  readonly userName?: string;
  readonly password?: string;
  readonly slider?: string;
  readonly picture?: string;
  readonly form?: string;
}

export function SignInPage({ reason, onSignedIn, onContinue }: SignInPageProps) {
  const t = useText();
  const { user, token } = useValue(session$);
  const [pending, setPending] = useState<PendingSignIn | null>(null);
  return (
    <div className="k-sign-in">
      <header className="k-sign-in-top">
        <span className="k-brand">
          <BrandMark /> Kituo
        </span>
        <LanguageMenu />
      </header>
      <main className="k-sign-in-card">
        {pending !== null ? (
          <Later load={steps} props={{ start: pending, onSignedIn, onLeave: () => setPending(null) }} />
        ) : (
          <>
            <h1>{t('signIn.title')}</h1>
            {reason !== null && reason !== 'NO_TOKEN' && (
              <p className="k-notice" role="alert">
                {t(`sessionEnd.${reason}`)}
              </p>
            )}
            {token !== null && user !== null && (
              <p className="k-notice">
                {t('signIn.already', { name: user.realName })}{' '}
                <button type="button" className="k-link" onClick={onContinue}>
                  {t('signIn.continue')}
                </button>
              </p>
            )}
            <SignInForm onSignedIn={onSignedIn} onPending={setPending} />
          </>
        )}
      </main>
      <p className="k-sign-in-foot">{t('signIn.foot')}</p>
    </div>
  );
}

interface SignInFormProps extends Pick<SignInPageProps, 'onSignedIn'> {
  /** The password was right, and something else is requested. */
  readonly onPending: (pending: PendingSignIn) => void;
}

function SignInForm({ onSignedIn, onPending }: SignInFormProps) {
  const t = useText();
  const nameId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [once] = useState(takeOnceLink);
  const [userName, setUserName] = useState(once.userName);
  const [password, setPassword] = useState(once.password);
  const checks = useSignInChecks();
  const [faults, setFaults] = useState<Faults>({});
  const [waitUntil, setWaitUntil] = useState<number | null>(null);
  const [wantsCode, setWantsCode] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [isEarly, setIsEarly] = useState(false);
  const wait = useCountdown(waitUntil);

  useEffect(() => {
    const first = Object.keys(faults)[0];
    if (first === undefined || first === 'form') return;
    const isCheck = first === 'slider' || first === 'picture';
    const name = isCheck ? `.k-${first} input` : `input[name=${first}]`;
    form.current?.querySelector<HTMLInputElement>(name)?.focus();
  }, [faults]);

  useEffect(() => {
    if (!isEarly || checks.isDealing) return;
    setIsEarly(false);
    form.current?.requestSubmit();
  }, [isEarly, checks.isDealing]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    await send(userName, password);
  }

  async function send(userName: string, password: string, isOffered = false) {
    const isDealing = checks.isDealing && !isOffered;
    // A password manager is quicker than the answer whether there is a check: it is sent then.
    setIsEarly(isDealing);
    const found = check(userName, password, isOffered ? null : checks.missing, t);
    setFaults(found);
    if (Object.keys(found).length > 0 || isDealing || isBusy || wait > 0) return;
    setIsBusy(true);
    try {
      const credentials = { userName: userName.trim(), password };
      // By which way it goes is chosen in the step; the server knows which there are once it knows who it is.
      const byChoice = wantsCode ? { validateChannel: 'EMAIL' as const } : {};
      const passed = isOffered ? { isDemoPerson: true } : checks.tickets;
      const reply = await call(auth.login, { ...credentials, ...passed, ...byChoice }, { quiet: true });
      if (reply.userInfo === null) return onPending({ reply, credentials });
      startSession(reply.token, reply.userInfo);
      await onSignedIn();
    } catch (error) {
      setFaults(faultsOf(error, t));
      const seconds = error instanceof ApiError ? waitSecondsOf(error.facts) : null;
      if (seconds !== null) setWaitUntil(Date.now() + seconds * 1000);
      checks.refused(error);
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <>
      <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
        <div className="k-field">
          <label htmlFor={nameId}>{t('signIn.userName')}</label>
          <input
            id={nameId}
            name="userName"
            className="bp6-input bp6-large bp6-fill"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            value={userName}
            aria-invalid={faults.userName === undefined ? undefined : true}
            aria-describedby={`${nameId}-hint`}
            onChange={(event) => setUserName(event.currentTarget.value)}
          />
          <p id={`${nameId}-hint`} className="k-hint k-hint-bad" aria-live="polite">
            {faults.userName}
          </p>
        </div>
        <PasswordField
          label={t('signIn.password')}
          name="password"
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
          error={faults.password ?? null}
        />
        <SignInChecks checks={checks} />
        {(faults.slider ?? faults.picture) !== undefined && (
          <p className="k-hint k-hint-bad">{faults.slider ?? faults.picture}</p>
        )}
        <label className="k-switch">
          <input type="checkbox" checked={wantsCode} onChange={(event) => setWantsCode(event.currentTarget.checked)} />
          {t('signIn.wantsCode')}
        </label>
        <div role="alert">
          {wait > 0 ? (
            <p className="k-fault">{t('signIn.wait', { wait: minutesAndSeconds(wait) })}</p>
          ) : (
            faults.form !== undefined && waitUntil === null && <p className="k-fault">{faults.form}</p>
          )}
        </div>
        <button
          type="submit"
          className="bp6-button bp6-large bp6-fill bp6-intent-primary"
          disabled={isBusy || wait > 0}
          aria-busy={isBusy}
        >
          {isBusy ? t('signIn.busy') : t('signIn.submit')}
        </button>
      </form>
      <DemoPeople
        isBusy={isBusy || wait > 0}
        onChoose={(name, secret) => {
          setUserName(name);
          setPassword(secret);
          // A demonstration asks whom it offers for no check.
          void send(name, secret, true);
        }}
      />
    </>
  );
}

type Text = ReturnType<typeof useText>;

function check(userName: string, password: string, missing: Checks['missing'], t: Text): Faults {
  return {
    ...(userName.trim() === '' && { userName: t('signIn.userNameEmpty') }),
    ...(password === '' && { password: t('signIn.passwordBlank') }),
    ...(missing === 'slider' && { slider: t('signIn.sliderFirst') }),
    ...(missing === 'picture' && { picture: t('signIn.pictureFirst') }),
  };
}

function faultsOf(error: unknown, t: Text): Faults {
  if (!(error instanceof ApiError)) return { form: t('signIn.failed') };
  const beside = Object.fromEntries(error.fields.map(({ field, msg }) => [field, msg]));
  const { userName, password } = beside;
  if (userName === undefined && password === undefined) return { form: error.message };
  return {
    ...(userName !== undefined && { userName }),
    ...(password !== undefined && { password }),
  };
}
