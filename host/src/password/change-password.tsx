import {
  ApiError,
  call,
  Dialog,
  DialogBody,
  newIdempotencyKey,
  renewToken,
  session$,
  showToast,
  useValue,
} from '@kituo/sdk';
import { auth } from '@kituo/sdk/contracts';
import { useRef, useState, type FormEvent } from 'react';
import { PasswordField } from '../sign-in/password-field.tsx';
import { useText } from '../texts.ts';
import { generatePassword, policyLines, strengthOf } from './password-policy.ts';
import { usePasswordText } from './texts.ts';
import { usePasswordRule } from './use-password-rule.ts';

export interface ChangePasswordProps {
  /** Forced: no way out but a new password or signing out. */
  readonly isForced: boolean;
  /** The session went on with a new token. */
  readonly onChanged: () => void;
  /** Cancel, or sign out where the change is forced. */
  readonly onLeave: () => void;
}

export function ChangePassword(props: ChangePasswordProps) {
  const t = usePasswordText();
  const { isForced, onLeave } = props;
  return (
    <Dialog
      isOpen
      className="k-dialog"
      title={t(isForced ? 'forcedTitle' : 'title')}
      isCloseButtonShown={!isForced}
      // What was typed is not lost by a key; the forced one cannot be left at all.
      canEscapeKeyClose={false}
      canOutsideClickClose={false}
      onClose={onLeave}
      transitionDuration={0}
    >
      <DialogBody>
        {isForced && <p>{t('forcedText')}</p>}
        <PasswordForm {...props} />
      </DialogBody>
    </Dialog>
  );
}

type FieldName = 'oldPassword' | 'newPassword' | 'confirmPassword';
type Faults = Partial<Record<FieldName | 'form', string>>;
const NAMES = ['oldPassword', 'newPassword', 'confirmPassword'] as const;
const EMPTY: Record<FieldName, string> = { oldPassword: '', newPassword: '', confirmPassword: '' };

function PasswordForm({ isForced, onChanged, onLeave }: ChangePasswordProps) {
  const t = usePasswordText();
  const shared = useText();
  const { user } = useValue(session$);
  const [values, setValues] = useState(EMPTY);
  const [faults, setFaults] = useState<Faults>({});
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set());
  const [isBusy, setIsBusy] = useState(false);
  const [key, setKey] = useState(newIdempotencyKey);
  const form = useRef<HTMLFormElement>(null);
  const show = (found: Faults) => {
    setFaults(found);
    const first = NAMES.find((name) => found[name] !== undefined);
    form.current?.querySelector<HTMLInputElement>(`[name=${String(first)}]`)?.focus();
  };
  const set = (name: FieldName) => (value: string) => {
    setValues((present) => ({ ...present, [name]: value }));
    setFaults(({ [name]: _, form: __, ...rest }) => rest);
    if (name === 'newPassword') setBroken(new Set());
    setKey(newIdempotencyKey());
  };
  const compare = (): Faults =>
    values.confirmPassword !== '' && values.confirmPassword !== values.newPassword
      ? { confirmPassword: t('differ') }
      : {};

  async function submit(event: FormEvent) {
    event.preventDefault();
    const blank = NAMES.filter((name) => values[name] === '').map((name) => [name, shared('signIn.passwordBlank')]);
    const found: Faults = { ...compare(), ...Object.fromEntries(blank) };
    show(found);
    if (Object.keys(found).length > 0 || isBusy) return;
    setIsBusy(true);
    try {
      await renewToken(async () => (await call(auth.changePwd, values, { idempotencyKey: key, quiet: true })).token);
      showToast({ type: 2, text: t('done') });
      onChanged();
    } catch (error) {
      show(faultsOf(error, t('failed')));
      setBroken(brokenRulesOf(error));
      setIsBusy(false);
    }
  }

  const fields = [
    ['oldPassword', 'old', 'current-password'],
    ['newPassword', 'new', 'new-password'],
    ['confirmPassword', 'again', 'new-password'],
  ] as const;
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <input type="hidden" name="userName" autoComplete="username" value={user?.userName ?? ''} />
      {fields.map(([name, label, autoComplete]) => (
        <div key={name}>
          <PasswordField
            label={t(label)}
            name={name}
            autoComplete={autoComplete}
            value={values[name]}
            onChange={set(name)}
            error={faults[name] ?? null}
            {...(name === 'confirmPassword' && {
              onBlur: () => setFaults((present) => ({ ...present, ...compare() })),
            })}
          />
          {name === 'newPassword' && (
            <NewPasswordAdvice
              password={values.newPassword}
              userName={user?.userName ?? ''}
              broken={broken}
              onGenerate={(made) => {
                set('newPassword')(made);
                set('confirmPassword')(made);
              }}
            />
          )}
        </div>
      ))}
      <div role="alert">{faults.form !== undefined && <p className="k-fault">{faults.form}</p>}</div>
      <div className="k-actions">
        <button type="button" className="bp6-button" onClick={onLeave}>
          {isForced ? shared('person.signOut') : t('cancel')}
        </button>
        <button type="submit" className="bp6-button bp6-intent-primary" aria-busy={isBusy}>
          {t('submit')}
        </button>
      </div>
    </form>
  );
}

/** Ticks as the policy is met, a meter that says why, and a password made for those who want one. */
function NewPasswordAdvice(props: {
  readonly password: string;
  readonly userName: string;
  /** Lines of the policy for which the server refused it. */
  readonly broken: ReadonlySet<string>;
  readonly onGenerate: (password: string) => void;
}) {
  const t = usePasswordText();
  const rule = usePasswordRule();
  const { minLength, remembered } = rule;
  const strength = strengthOf(props.password, minLength);
  const [made, setMade] = useState<string | null>(null);
  return (
    <div className="k-advice">
      <ul>
        {policyLines(props.password, props.userName, rule, props.broken).map(({ key, isMet }) => (
          <li key={key} className={policyClass(isMet, props.password)}>
            <span aria-hidden="true">{isMet === true ? '✓' : '•'}</span>{' '}
            {t(`policy.${key}`, { least: minLength, remembered })}
            {isMet !== null && <span className="k-hidden">{t(isMet ? 'met' : 'unmet')}</span>}
          </li>
        ))}
      </ul>
      {props.password !== '' && (
        <p className={`k-strength k-strength-${strength}`} role="status">
          <span className="k-strength-bar" aria-hidden="true" />
          {t(`strength.${strength}`)}
        </p>
      )}
      <button
        type="button"
        className="k-link"
        onClick={() => {
          const password = generatePassword((count) => crypto.getRandomValues(new Uint32Array(count)), minLength);
          setMade(password);
          props.onGenerate(password);
        }}
      >
        {t('generate')}
      </button>
      {made !== null && made === props.password && (
        <p className="k-hint">
          {t('made')} <code>{made}</code>
        </p>
      )}
    </div>
  );
}

function policyClass(isMet: boolean | null, password: string): string {
  if (isMet === true) return 'k-policy k-policy-met';
  return password === '' || isMet === null ? 'k-policy' : 'k-policy k-policy-bad';
}

function brokenRulesOf(error: unknown): ReadonlySet<string> {
  const rules = error instanceof ApiError ? error.facts['rules'] : undefined;
  return new Set(typeof rules === 'string' ? rules.split(' ') : []);
}

function faultsOf(error: unknown, otherwise: string): Faults {
  if (!(error instanceof ApiError)) return { form: otherwise };
  const beside: Faults = {};
  for (const { field, msg } of error.fields) {
    if (field !== 'oldPassword' && field !== 'newPassword' && field !== 'confirmPassword') continue;
    const present = beside[field];
    beside[field] = present === undefined ? msg : `${present} · ${msg}`;
  }
  return Object.keys(beside).length > 0 ? beside : { form: error.msg };
}
