import { useEffect, useId, useRef } from 'react';

export interface CodeFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (code: string) => void;
  /** A whole code was pasted. */
  readonly onPasted: (code: string) => void;
  /** The message in the hint's place. */
  readonly error: string | null;
  readonly isDisabled?: boolean;
}

const digitsOf = (text: string): string => text.replace(/\D/g, '').slice(0, 6);

/** Six digits. Pasting them, however they are spaced, fills the field and hands them on. */
export function CodeField(props: CodeFieldProps) {
  const { label, value, error, onPasted } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (error !== null) input.current?.select();
  }, [error]);
  return (
    <div className="k-field">
      <label htmlFor={id}>{label}</label>
      <input
        ref={input}
        id={id}
        className="bp6-input bp6-large bp6-fill k-code"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        spellCheck={false}
        disabled={props.isDisabled}
        value={value}
        aria-invalid={error === null ? undefined : true}
        aria-describedby={`${id}-hint`}
        onChange={(event) => props.onChange(digitsOf(event.currentTarget.value))}
        onPaste={(event) => {
          const code = digitsOf(event.clipboardData.getData('text'));
          event.preventDefault();
          props.onChange(code);
          if (code.length === 6) onPasted(code);
        }}
      />
      <p id={`${id}-hint`} className="k-hint k-hint-bad" role="alert">
        {error}
      </p>
    </div>
  );
}
