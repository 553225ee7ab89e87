import { Button, FormGroup, InputGroup, useText } from '@kituo/sdk';
import type { callList } from '@kituo/sdk/contracts';
import { useEffect, useRef, useState } from 'react';
import { WILLINGNESS } from './call-words.ts';
import { CALLS_TEXTS } from './calls-texts.ts';

type Label = (typeof WILLINGNESS)['codes'][number] & callList.Willingness;
export interface Said {
  readonly willingness: Label;
  readonly content: string;
  readonly nextCallAt?: string;
  readonly doNotCall: boolean;
}

/** The labels after which somebody says when to call again. */
const needsNext = (label: Label | null): boolean => label === 'WILLING' || label === 'UNCLEAR';

/** What a call came to: keys 1 to 6 set the label wherever nothing is typed, Ctrl+Enter saves and takes the next. */
export function DispositionForm(props: {
  readonly isBusy: boolean;
  /** What speaks against the moment of the next call. */
  readonly nextFault: string | null;
  readonly onSave: (said: Said) => void;
}) {
  const t = useText(CALLS_TEXTS);
  const [label, setLabel] = useState<Label | null>(null);
  const [content, setContent] = useState('');
  const [next, setNext] = useState('');
  const [doNotCall, setDoNotCall] = useState(false);
  const isReady = label !== null && content.trim() !== '' && (!needsNext(label) || next !== '');
  const save = () => {
    if (label === null || !isReady || props.isBusy) return;
    // What is typed is Nairobi's time, whatever the machine's.
    const at = next === '' ? {} : { nextCallAt: new Date(`${next}:00+03:00`).toISOString() };
    props.onSave({ willingness: label, content: content.trim(), doNotCall, ...at });
  };
  const text = useRef<HTMLTextAreaElement>(null);
  // The page's keys, not the form's: after a call the focus is with the telephone, or nowhere.
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      if (target instanceof Element && target.closest('[role=dialog], [role=alertdialog]')) return;
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
        save();
        return;
      }
      const isTyping = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
      const chosen = WILLINGNESS.codes[Number(event.key) - 1];
      if (isTyping || event.ctrlKey || event.altKey || event.metaKey || chosen === undefined) return;
      event.preventDefault();
      setLabel(chosen);
      text.current?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
    };
  });
  return (
    <section>
      <h3 className="kp-section-title">{t('calls.disposition')}</h3>
      <div className="calls-labels" role="group" aria-label={t('calls.disposition')}>
        {WILLINGNESS.codes.map((code, index) => (
          <Button
            key={code}
            text={`${index + 1} ${t(`WILLINGNESS.${code}`)}`}
            active={label === code}
            aria-pressed={label === code}
            onClick={() => {
              setLabel(code);
            }}
          />
        ))}
      </div>
      <FormGroup label={t('calls.content')} labelFor="call-content">
        <textarea
          ref={text}
          id="call-content"
          className="bp6-input bp6-fill"
          maxLength={500}
          value={content}
          onChange={(event) => {
            setContent(event.target.value);
          }}
        />
      </FormGroup>
      {needsNext(label) && (
        <FormGroup
          label={t('calls.nextCallAt')}
          labelFor="call-next"
          {...(props.nextFault !== null && { intent: 'danger' as const, helperText: props.nextFault })}
        >
          <InputGroup
            id="call-next"
            type="datetime-local"
            value={next}
            onChange={(event) => {
              setNext(event.target.value);
            }}
          />
        </FormGroup>
      )}
      <div className="calls-foot">
        <label>
          <input
            type="checkbox"
            checked={doNotCall}
            onChange={(event) => {
              setDoNotCall(event.currentTarget.checked);
            }}
          />{' '}
          {t('calls.doNotCall')}
        </label>
        <Button intent="primary" text={t('calls.saveNext')} disabled={!isReady || props.isBusy} onClick={save} />
      </div>
    </section>
  );
}
