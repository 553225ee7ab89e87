import { call, showToast } from '@kituo/sdk';
import { mfa, type auth } from '@kituo/sdk/contracts';
import { useId, useState, type FormEvent } from 'react';
import { CodeField } from './code-field.tsx';
import { refusalOf, type Refusal } from './refusal.ts';
import { useMfaText } from './texts.ts';

export interface CodeStepProps {
  readonly stepToken: string;
  readonly onDone: (reply: auth.SignInReply) => Promise<void>;
  readonly onOver: (text: string) => void;
}

/** Below that many recovery codes the person is told to make new ones. */
const FEW = 3;

/** MFA_CODE: the authenticator's six digits, or one recovery code in their place. */
export function CodeStep({ stepToken, onDone, onOver }: CodeStepProps) {
  const t = useMfaText();
  const [isRecovery, setIsRecovery] = useState(false);
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const kind = isRecovery ? 'recovery' : 'code';

  async function verify(given: string) {
    if (isBusy) return;
    const isWhole = isRecovery ? given.trim() !== '' : given.length === 6;
    if (!isWhole) return setFault(t(isRecovery ? 'recovery.blank' : 'code.short'));
    setIsBusy(true);
    setFault(null);
    try {
      const answer = isRecovery ? { recoveryCode: given } : { securityCode: given };
      const reply = await call(mfa.verifyMfa, { stepToken, ...answer }, { quiet: true });
      await onDone(reply);
      if (reply.recoveryCodesLeft !== null) tellLeft(reply.recoveryCodesLeft);
    } catch (error) {
      const refusal: Refusal = refusalOf(error, t('failed'));
      if (refusal.isOver) return onOver(refusal.text);
      setFault(refusal.text);
      setIsBusy(false);
    }
  }

  function tellLeft(count: number) {
    const left = t('recovery.left', { count });
    const isFew = count <= FEW;
    showToast({ type: isFew ? 3 : 1, text: isFew ? `${left} ${t('recovery.few')}` : left });
  }

  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void verify(text);
      }}
    >
      <h1>{t(`${kind}.title`)}</h1>
      <p>{t(`${kind}.text`)}</p>
      {isRecovery ? (
        <RecoveryField value={text} onChange={setText} error={fault} />
      ) : (
        <CodeField
          label={t('code.label')}
          value={text}
          onChange={setText}
          onPasted={(digits) => void verify(digits)}
          error={fault}
        />
      )}
      <button
        type="submit"
        className="bp6-button bp6-large bp6-fill bp6-intent-primary"
        disabled={isBusy}
        aria-busy={isBusy}
      >
        {t('code.submit')}
      </button>
      <button
        type="button"
        className="k-link k-step-other"
        onClick={() => {
          setIsRecovery(!isRecovery);
          setText('');
          setFault(null);
        }}
      >
        {t(isRecovery ? 'recovery.back' : 'code.lost')}
      </button>
    </form>
  );
}

function RecoveryField(props: {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly error: string | null;
}) {
  const t = useMfaText();
  const id = useId();
  return (
    <div className="k-field">
      <label htmlFor={id}>{t('recovery.label')}</label>
      <input
        id={id}
        className="bp6-input bp6-large bp6-fill k-code-long"
        autoComplete="off"
        autoCapitalize="none"
        autoFocus
        spellCheck={false}
        maxLength={40}
        value={props.value}
        aria-invalid={props.error === null ? undefined : true}
        aria-describedby={`${id}-hint`}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
      <p id={`${id}-hint`} className="k-hint k-hint-bad" role="alert">
        {props.error}
      </p>
    </div>
  );
}
