import { Button, HTMLSelect } from '@blueprintjs/core';
import { useId, useRef, useState } from 'react';
import type { SyntheticEvent } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { ShownValue, useShownValue } from '../../components/show-and-copy.tsx';
import { show } from '../../contracts/platform/reveal.contract.ts';
import { useCan } from '../../permissions/permissions.ts';
import { usePluginScope } from '../../scope/use-plugin-scope.ts';
import { readText, writeText } from '../../state/browser-storage.ts';
import { dictionaryOptions } from '../form/sources.ts';
import { useOptions } from '../list/use-options.ts';
import { useKitText } from '../platform.ts';
import { Popover } from '../parts/popover.tsx';
import './detail.css';

const PURPOSES = dictionaryOptions('REVEAL_PURPOSE');
/** What was chosen last in this tab: who rings forty customers gives the same purpose forty times. */
const PURPOSE_KEY = 'kituo.revealPurpose';
/** The one purpose that takes a note. */
const OTHER = 'OTHER';

interface RevealProps {
  /** What is revealed of what, as the server names it: `user.phone`. */
  readonly kind: string;
  readonly subjectNo: string;
  /** What is there until it is shown. */
  readonly masked: string;
  /** The operation code it takes here; without it the masked value is alone. */
  readonly code?: string;
}

/**
 * A masked value that can be shown in full for a purpose: recorded, counted against the day's budget, copied,
 * and hidden again after 60 s.
 *
 * @example <Reveal kind="user.phone" subjectNo={row.userNo} masked={row.phone} code="user:user:update" />
 */
export function Reveal(props: RevealProps) {
  const scope = usePluginScope();
  const kit = useKitText();
  const isPermitted = useCan(props.code ?? []);
  const [value, setValue] = useShownValue(`${props.kind} ${props.subjectNo}`);
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLSpanElement>(null);
  if (props.code !== undefined && !isPermitted) {
    return <span className="ks-figures">{props.masked}</span>;
  }
  const close = (): void => {
    setOpen(false);
    root.current?.querySelector('button')?.focus();
  };
  return (
    <span ref={root}>
      <Popover
        isOpen={isOpen}
        placement="bottom-start"
        onInteraction={(next) => {
          if (!next) setOpen(false);
        }}
        content={
          <Asking
            {...props}
            onClose={close}
            onShown={(shown, left) => {
              close();
              setValue(shown);
              scope.toast.info(kit('reveal.left', { count: left }));
            }}
          />
        }
      >
        <ShownValue
          value={value}
          masked={props.masked}
          isAsking={false}
          onToggle={() => {
            if (value === null) setOpen(true);
            else setValue(null);
          }}
        />
      </Popover>
    </span>
  );
}

/** Asks for the purpose, and for a note where the purpose says nothing. */
function Asking(
  props: RevealProps & {
    readonly onClose: () => void;
    readonly onShown: (value: string, left: number) => void;
  },
) {
  const { kind, subjectNo } = props;
  const kit = useKitText();
  const id = useId();
  const { options, isLoading } = useOptions(PURPOSES);
  const [chosen, setChosen] = useState(() => readText('session', PURPOSE_KEY));
  const [note, setNote] = useState('');
  const [isAsking, setAsking] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const purpose = chosen ?? options[0]?.value ?? '';

  const ask = async (): Promise<void> => {
    setAsking(true);
    setError(null);
    try {
      const typed = note.trim();
      const request = { kind, subjectNo, purpose, ...(typed !== '' && { note: typed }) };
      const { value, left } = await call(show, request, { quiet: true });
      writeText('session', PURPOSE_KEY, purpose);
      props.onShown(value, left);
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      setError(cause);
      setAsking(false);
    }
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (!isAsking && purpose !== '') void ask();
  };
  const fault = error === null ? null : (error.fields[0]?.msg ?? error.msg);
  return (
    <form className="kp-reveal" aria-label={kit('reveal.title')} onSubmit={submit}>
      <label htmlFor={`${id}-purpose`}>{kit('reveal.purpose')}</label>
      <HTMLSelect
        id={`${id}-purpose`}
        autoFocus
        fill
        value={purpose}
        onChange={(event) => {
          setChosen(event.target.value);
        }}
      >
        {isLoading && <option value="">{kit('loading')}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </HTMLSelect>
      {purpose === OTHER && (
        <>
          <label htmlFor={`${id}-note`}>{kit('reveal.note')}</label>
          <input
            id={`${id}-note`}
            className="bp6-input bp6-fill"
            maxLength={200}
            placeholder={kit('reveal.noteHint')}
            aria-invalid={fault !== null}
            aria-describedby={`${id}-fault`}
            value={note}
            onChange={(event) => {
              setNote(event.target.value);
            }}
          />
        </>
      )}
      <p
        id={`${id}-fault`}
        className={fault === null ? 'kp-note' : 'kp-note kp-note-wrong'}
        role={fault === null ? undefined : 'alert'}
      >
        {fault ?? kit('reveal.recorded')}
      </p>
      <div className="kp-reveal-foot">
        <Button text={kit('cancel')} onClick={props.onClose} />
        <Button type="submit" intent="primary" text={kit('reveal.show')} loading={isAsking} />
      </div>
    </form>
  );
}
