import { useId, useState } from 'react';
import { useText } from '../texts.ts';

export interface PasswordFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  readonly autoComplete: 'current-password' | 'new-password';
  /** The message in the hint's place. */
  readonly error?: string | null;
  readonly hint?: string;
}

/** A password with show / hide and a hint while caps lock is on. */
export function PasswordField(props: PasswordFieldProps) {
  const t = useText();
  const id = useId();
  const [isShown, setIsShown] = useState(false);
  const [isCapsLock, setIsCapsLock] = useState(false);
  const message = props.error ?? (isCapsLock ? t('signIn.capsLock') : props.hint);
  return (
    <div className="k-field">
      <label htmlFor={id}>{props.label}</label>
      <div className="k-password">
        <input
          id={id}
          name={props.name}
          className="bp6-input bp6-large bp6-fill"
          type={isShown ? 'text' : 'password'}
          autoComplete={props.autoComplete}
          spellCheck={false}
          value={props.value}
          aria-invalid={props.error ? true : undefined}
          aria-describedby={`${id}-hint`}
          onChange={(event) => props.onChange(event.currentTarget.value)}
          onBlur={() => {
            setIsCapsLock(false);
            props.onBlur?.();
          }}
          onKeyDown={(event) => setIsCapsLock(event.getModifierState('CapsLock'))}
          onKeyUp={(event) => setIsCapsLock(event.getModifierState('CapsLock'))}
        />
        <button
          type="button"
          className="k-password-show"
          aria-pressed={isShown}
          onClick={() => setIsShown((shown) => !shown)}
        >
          {isShown ? t('signIn.hide') : t('signIn.show')}
        </button>
      </div>
      <p id={`${id}-hint`} className={props.error ? 'k-hint k-hint-bad' : 'k-hint'} aria-live="polite">
        {message}
      </p>
    </div>
  );
}
