import { ApiError, CopyIcon } from '@kituo/sdk';
import type { mfa } from '@kituo/sdk/contracts';
import { useCallback, useEffect, useRef, useState, type FormEvent } from 'react';
import { minutesAndSeconds, useCountdown } from '../sign-in/wait-countdown.ts';
import { CodeField } from './code-field.tsx';
import { QrCode } from './qr-code.tsx';
import { refusalOf } from './refusal.ts';
import { useMfaText } from './texts.ts';
import { useIsAway } from './use-is-away.ts';

export interface BindAuthenticatorProps {
  readonly userName: string;
  /** Makes a QR code; the one shown before is named, so that it is replaced. */
  readonly makeQr: (previous: string | null) => Promise<mfa.MfaOffer>;
  /** Answers the recovery codes. */
  readonly verify: (qrId: string, securityCode: string) => Promise<readonly string[]>;
  readonly onBound: (recoveryCodes: readonly string[]) => void;
  /** Nothing but starting again helps. */
  readonly onOver: (text: string) => void;
}

/** QR code, key and the first code of a new authenticator, in three numbered steps. */
export function BindAuthenticator(props: BindAuthenticatorProps) {
  const t = useMfaText();
  const qr = useQr(props);
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  async function verify(securityCode: string) {
    if (qr.offer === null || isBusy || qr.isOver) return;
    if (securityCode.length !== 6) return setFault(t('code.short'));
    setIsBusy(true);
    setFault(null);
    try {
      props.onBound(await props.verify(qr.offer.qrId, securityCode));
    } catch (error) {
      const refusal = refusalOf(error, t('failed'));
      if (refusal.isOver) return props.onOver(refusal.text);
      qr.refused(error);
      setFault(refusal.text);
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <form
      className="k-bind"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void verify(code);
      }}
    >
      <ol>
        <li>{t('bind.step1')}</li>
        <li>
          {t('bind.step2')}
          <QrPanel
            qr={qr}
            userName={props.userName}
            onRefresh={() => {
              setCode('');
              setFault(null);
              qr.refresh();
            }}
          />
        </li>
        <li>
          {t('bind.step3')}
          <CodeField
            label={t('code.label')}
            value={code}
            onChange={(digits) => {
              setCode(digits);
              if (digits.length < 6) setFault(null);
            }}
            onPasted={(digits) => void verify(digits)}
            error={fault ?? qr.fault}
            isDisabled={qr.isOver}
          />
        </li>
      </ol>
      <button
        type="submit"
        className="bp6-button bp6-large bp6-fill bp6-intent-primary"
        disabled={isBusy || qr.offer === null || qr.isOver}
        aria-busy={isBusy}
      >
        {t('bind.verify')}
      </button>
    </form>
  );
}

interface Qr {
  readonly offer: mfa.MfaOffer | null;
  readonly secondsLeft: number;
  /** Ten minutes or five codes are over, or another QR code took its place. */
  readonly isOver: boolean;
  readonly fault: string | null;
  refresh(): void;
  refused(error: unknown): void;
}

const QR_OVER = new Set(['MFA_QR_EXPIRED', 'MFA_QR_SPENT', 'MFA_QR_VOID']);

function useQr({ makeQr, onOver }: BindAuthenticatorProps): Qr {
  const t = useMfaText();
  const [offer, setOffer] = useState<mfa.MfaOffer | null>(null);
  const [until, setUntil] = useState<number | null>(null);
  const [isSpent, setIsSpent] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const secondsLeft = useCountdown(until);
  const latest = useRef({ makeQr, onOver, t });
  latest.current = { makeQr, onOver, t };
  const make = useCallback(async (previous: string | null) => {
    setFault(null);
    try {
      const made = await latest.current.makeQr(previous);
      setOffer(made);
      setUntil(Date.now() + made.expiresInSeconds * 1000);
      setIsSpent(false);
    } catch (error) {
      const refusal = refusalOf(error, latest.current.t('failed'));
      if (refusal.isOver) latest.current.onOver(refusal.text);
      else setFault(refusal.text);
    }
  }, []);
  const isAsked = useRef(false);
  useEffect(() => {
    // React draws twice in development; a second QR code would void the first.
    if (isAsked.current) return;
    isAsked.current = true;
    void make(null);
  }, [make]);
  return {
    offer,
    secondsLeft,
    isOver: offer !== null && (isSpent || (until !== null && until <= Date.now())),
    fault,
    refresh: () => void make(offer?.qrId ?? null),
    refused(error) {
      if (!(error instanceof ApiError)) return;
      if (QR_OVER.has(error.error) || error.facts['triesLeft'] === 0) setIsSpent(true);
    },
  };
}

function QrPanel(props: { readonly qr: Qr; readonly userName: string; readonly onRefresh: () => void }) {
  const t = useMfaText();
  const { offer, isOver, secondsLeft, fault } = props.qr;
  const isAway = useIsAway();
  if (offer === null) {
    return (
      <div className="k-qr" aria-busy={fault === null}>
        <div className="k-qr-picture" />
        {fault !== null && <Refresh onClick={props.onRefresh} />}
      </div>
    );
  }
  const isHidden = isOver || isAway;
  return (
    <div className="k-qr">
      <div className={isHidden ? 'k-qr-picture k-qr-hidden' : 'k-qr-picture'}>
        <div aria-hidden={isHidden}>
          <QrCode
            // Behind the veil stands another picture: a blur can be undone.
            text={isHidden ? 'Kituo' : offer.uri}
            label={t('bind.qr', { name: props.userName })}
          />
        </div>
        {isOver && <Refresh onClick={props.onRefresh} />}
        {isAway && !isOver && <p>{t('bind.away')}</p>}
      </div>
      <div className="k-qr-side">
        <p className="k-qr-key">
          <span>{t('bind.key')}</span>
          {isHidden ? (
            <em>{t('bind.keyHidden')}</em>
          ) : (
            <>
              <code>{offer.secret.match(/.{1,4}/g)?.join(' ')}</code>
              <CopyIcon value={offer.secret} />
            </>
          )}
        </p>
        <p className="k-qr-time" role="timer">
          {isOver ? t('bind.over') : t('bind.left', { wait: minutesAndSeconds(secondsLeft) })}
        </p>
        {!isOver && <Refresh isQuiet onClick={props.onRefresh} />}
      </div>
    </div>
  );
}

function Refresh(props: { readonly onClick: () => void; readonly isQuiet?: boolean }) {
  const t = useMfaText();
  const look = props.isQuiet === true ? 'k-link' : 'bp6-button bp6-intent-primary';
  return (
    <button type="button" className={look} onClick={props.onClick}>
      {t('bind.refresh')}
    </button>
  );
}
