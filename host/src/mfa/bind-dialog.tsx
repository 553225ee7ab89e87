import { call, Dialog, DialogBody, session$, useValue } from '@kituo/sdk';
import { mfa } from '@kituo/sdk/contracts';
import { useRef, useState, type FormEvent } from 'react';
import { PasswordField } from '../sign-in/password-field.tsx';
import { BindAuthenticator } from './bind-authenticator.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { refusalOf } from './refusal.ts';
import { useMfaText } from './texts.ts';

export interface BindDialogProps {
  readonly onClose: (hasBound: boolean) => Promise<void>;
}

type Stage =
  | { readonly kind: 'password' }
  | { readonly kind: 'qr'; readonly first: mfa.MfaOffer }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }
  | { readonly kind: 'over'; readonly text: string };

/** Password, QR code, recovery codes: binding from within a session. */
export function BindDialog({ onClose }: BindDialogProps) {
  const t = useMfaText();
  const { user } = useValue(session$);
  const [stage, setStage] = useState<Stage>({ kind: 'password' });
  const hasCodes = stage.kind === 'codes';
  const close = () => void onClose(hasCodes);
  return (
    <Dialog
      isOpen
      className="k-dialog k-bind-dialog"
      title={t('bind.title')}
      onClose={close}
      // The codes are shown this once: an escape too early would lose them.
      isCloseButtonShown={!hasCodes}
      canEscapeKeyClose={false}
      canOutsideClickClose={false}
      transitionDuration={0}
    >
      <DialogBody>
        {stage.kind === 'password' && (
          <PasswordStage onOffer={(first) => setStage({ kind: 'qr', first })} onCancel={close} />
        )}
        {stage.kind === 'qr' && (
          <BindAuthenticator
            userName={user?.userName ?? ''}
            makeQr={(qrId) => (qrId === null ? Promise.resolve(stage.first) : call(mfa.qr, { qrId }, { quiet: true }))}
            verify={async (qrId, securityCode) =>
              (await call(mfa.bind, { qrId, securityCode }, { quiet: true })).recoveryCodes
            }
            onBound={(codes) => setStage({ kind: 'codes', codes })}
            onOver={(text) => setStage({ kind: 'over', text })}
          />
        )}
        {stage.kind === 'codes' && <RecoveryCodes userName={user?.userName ?? ''} codes={stage.codes} onKept={close} />}
        {stage.kind === 'over' && (
          <p className="k-fault" role="alert">
            {stage.text}
          </p>
        )}
      </DialogBody>
    </Dialog>
  );
}

function PasswordStage(props: { readonly onOffer: (offer: mfa.MfaOffer) => void; readonly onCancel: () => void }) {
  const t = useMfaText();
  const { user } = useValue(session$);
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const refuse = (text: string) => {
    setFault(text);
    form.current?.querySelector<HTMLInputElement>('[name=password]')?.focus();
  };

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    if (password === '') return refuse(t('settings.passwordBlank'));
    setIsBusy(true);
    try {
      props.onOffer(await call(mfa.qr, { password }, { quiet: true }));
    } catch (error) {
      refuse(refusalOf(error, t('failed')).text);
      setIsBusy(false);
    }
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <p>{t('settings.passwordText')}</p>
      <input type="hidden" name="userName" autoComplete="username" value={user?.userName ?? ''} />
      <PasswordField
        label={t('settings.password')}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(text) => {
          setPassword(text);
          setFault(null);
        }}
        error={fault}
      />
      <div className="k-actions">
        <button type="button" className="bp6-button" onClick={props.onCancel}>
          {t('settings.cancel')}
        </button>
        <button type="submit" className="bp6-button bp6-intent-primary" aria-busy={isBusy}>
          {t('next')}
        </button>
      </div>
    </form>
  );
}
