import { call, startSession } from '@kituo/sdk';
import { mfa, type auth } from '@kituo/sdk/contracts';
import { useRef, useState } from 'react';
import { BindAuthenticator } from './bind-authenticator.tsx';
import { CodeStep } from './code-step.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useMfaText } from './texts.ts';
import { ValidateStep } from './validate-step.tsx';

/** A password that was right, and what the server asks for besides. */
export interface PendingSignIn {
  readonly reply: auth.SignInReply;
  readonly credentials: { readonly userName: string; readonly password: string };
}

export interface SignInStepsProps {
  readonly start: PendingSignIn;
  readonly onSignedIn: () => Promise<void>;
  /** Back to name and password. */
  readonly onLeave: () => void;
}

interface Bound {
  readonly reply: auth.SignInReply;
  readonly codes: readonly string[];
}

/** The steps between password and session, one after the other, as the server names them. */
export function SignInSteps({ start, onSignedIn, onLeave }: SignInStepsProps) {
  const t = useMfaText();
  const { credentials } = start;
  const [reply, setReply] = useState(start.reply);
  const [bound, setBound] = useState<Bound | null>(null);
  const [over, setOver] = useState<string | null>(null);

  async function advance(next: auth.SignInReply) {
    if (next.userInfo === null) return setReply(next);
    startSession(next.token, next.userInfo);
    await onSignedIn();
  }

  if (bound !== null) {
    return (
      <RecoveryCodes userName={credentials.userName} codes={bound.codes} onKept={() => void advance(bound.reply)} />
    );
  }
  return (
    <>
      {over === null ? (
        <Step reply={reply} credentials={credentials} onDone={advance} onBound={setBound} onOver={setOver} />
      ) : (
        <p className="k-fault" role="alert">
          {over}
        </p>
      )}
      <button type="button" className="k-link k-step-leave" onClick={onLeave}>
        {t('startAgain')}
      </button>
    </>
  );
}

interface StepProps extends Pick<PendingSignIn, 'reply' | 'credentials'> {
  readonly onDone: (reply: auth.SignInReply) => Promise<void>;
  readonly onBound: (bound: Bound) => void;
  readonly onOver: (text: string) => void;
}

function Step({ reply, credentials, onDone, onBound, onOver }: StepProps) {
  const t = useMfaText();
  const { step, nextStep } = reply;
  const { userName } = credentials;
  const last = useRef<auth.SignInReply | null>(null);
  if (step === null) return null;
  const { stepToken } = step;
  switch (nextStep) {
    case 'VALIDATE_CODE':
      return <ValidateStep step={step} credentials={credentials} onDone={onDone} onOver={onOver} />;
    case 'MFA_CODE':
      return <CodeStep stepToken={stepToken} onDone={onDone} onOver={onOver} />;
    case 'MFA_BIND':
      return (
        <>
          <h1>{t('bind.title')}</h1>
          <p>{t('bind.must')}</p>
          <BindAuthenticator
            userName={userName}
            makeQr={() => call(mfa.signInQr, { stepToken }, { quiet: true })}
            verify={async (qrId, securityCode) => {
              const request = { stepToken, qrId, securityCode };
              const { recoveryCodes, ...next } = await call(mfa.signInBind, request, {
                quiet: true,
              });
              last.current = next;
              return recoveryCodes;
            }}
            onBound={(codes) => {
              if (last.current !== null) onBound({ reply: last.current, codes });
            }}
            onOver={onOver}
          />
        </>
      );
    case 'PASSWORD_UPDATE':
    case 'DONE':
      return null;
  }
}
