import { ApiError, call } from '@kituo/sdk';
import { auth, mfa } from '@kituo/sdk/contracts';
import { useId, useState, type FormEvent } from 'react';
import { minutesAndSeconds, useCountdown, waitSecondsOf } from '../sign-in/wait-countdown.ts';
import { CodeField } from './code-field.tsx';
import { refusalOf } from './refusal.ts';
import { useMfaText } from './texts.ts';

type Step = NonNullable<auth.SignInReply['step']>;
type Channel = Step['channels'][number]['validateChannel'];

export interface ValidateStepProps {
  readonly step: Step;
  /** Name and password go with the code: the server judges all three in one call. */
  readonly credentials: { readonly userName: string; readonly password: string };
  readonly onDone: (reply: auth.SignInReply) => Promise<void>;
  readonly onOver: (text: string) => void;
}

/** VALIDATE_CODE: choose where, send, type the six digits. */
export function ValidateStep({ step, credentials, onDone, onOver }: ValidateStepProps) {
  const t = useMfaText();
  const [channel, setChannel] = useState<Channel | null>(step.channels[0]?.validateChannel ?? null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [againAt, setAgainAt] = useState<number | null>(null);
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const wait = useCountdown(againAt);

  async function attempt(work: () => Promise<void>) {
    if (isBusy) return;
    setIsBusy(true);
    setFault(null);
    try {
      await work();
    } catch (error) {
      const refusal = refusalOf(error, t('failed'));
      const isSoon = error instanceof ApiError && error.error === 'VALIDATE_CODE_SOON';
      const seconds = isSoon ? waitSecondsOf(error.facts) : null;
      if (seconds !== null) setAgainAt(Date.now() + seconds * 1000);
      if (refusal.isOver) return onOver(refusal.text);
      setFault(refusal.text);
    } finally {
      setIsBusy(false);
    }
  }

  const send = () =>
    attempt(async () => {
      if (channel === null) return;
      const request = { stepToken: step.stepToken, validateChannel: channel };
      const sent = await call(mfa.sendAuthUserValidateCode, request, { quiet: true });
      setSentTo(sent.destination);
      setAgainAt(Date.now() + sent.resendInSeconds * 1000);
      setCode('');
    });

  const verify = (validateCode: string) =>
    attempt(async () => {
      if (validateCode.length !== 6) return setFault(t('code.short'));
      const request = { ...credentials, validateCode, stepToken: step.stepToken };
      await onDone(await call(auth.login, request, { quiet: true }));
    });

  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void (sentTo === null ? send() : verify(code));
      }}
    >
      <h1>{t('validate.title')}</h1>
      {channel === null ? (
        <p className="k-fault">{t('validate.none')}</p>
      ) : (
        <>
          <p>{t('validate.text')}</p>
          <Channels channels={step.channels} value={channel} onChoose={setChannel} />
          {sentTo !== null && (
            <>
              <p role="status">{t('validate.sentTo', { destination: sentTo })}</p>
              <CodeField
                label={t('validate.label')}
                value={code}
                onChange={setCode}
                onPasted={(digits) => void verify(digits)}
                error={fault}
              />
            </>
          )}
          {sentTo === null && fault !== null && (
            <p className="k-fault" role="alert">
              {fault}
            </p>
          )}
          <button
            type="submit"
            className="bp6-button bp6-large bp6-fill bp6-intent-primary"
            disabled={isBusy || (sentTo === null && wait > 0)}
            aria-busy={isBusy}
          >
            {t(sentTo === null ? 'validate.send' : 'code.submit')}
          </button>
          {(sentTo !== null || wait > 0) && (
            <button
              type="button"
              className="k-link k-step-other"
              disabled={wait > 0 || isBusy}
              onClick={() => void send()}
            >
              {wait > 0 ? t('validate.againIn', { wait: minutesAndSeconds(wait) }) : t('validate.again')}
            </button>
          )}
        </>
      )}
    </form>
  );
}

function Channels(props: {
  readonly channels: Step['channels'];
  readonly value: Channel;
  readonly onChoose: (channel: Channel) => void;
}) {
  const t = useMfaText();
  const name = useId();
  return (
    <fieldset className="k-choice">
      <legend>{t('validate.by')}</legend>
      {props.channels.map(({ validateChannel, destination }) => (
        <label key={validateChannel} className="k-way">
          <input
            type="radio"
            name={name}
            checked={validateChannel === props.value}
            onChange={() => props.onChoose(validateChannel)}
          />{' '}
          {t(`validate.${validateChannel}`, { destination })}
        </label>
      ))}
    </fieldset>
  );
}
